"""An entry of the manifest as a prediction, whoever wrote it and however long ago (SPEC 7.1, 7.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.manifest_entries import canonical_status, is_reworded, read_prediction
from harvest_loop.schemas.hub import FrontmatterValue, ManifestFound
from harvest_loop.schemas.judgement import Check
from harvest_loop.schemas.verification import Prediction


def read(**keys: FrontmatterValue) -> Prediction:
    return read_prediction(ManifestFound(id="em-2026-03-01-a", line=1, keys={"date": "2026-03-01", **keys}))


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("pending", "pending"),
        ("", "pending"),
        ("null", "pending"),
        ("~", "pending"),
        ("Pending.", "pending"),
        ("VERIFIED", "verified"),
        (" falsified ", "falsified"),
        ("untestable", "untestable"),
        ("predicted — check next week", "pending"),
        ("pending_review", "pending"),
        ("not yet verified", "pending"),
        ("TBD: ask", "pending"),
        ("verified by eye", None),
        ("falsified?? unsure", None),
        ("opened a ticket", None),
        ("done", None),
        ("looks good", None),
    ],
)
def test_an_older_status_counts_as_open_but_never_as_an_outcome(written: str, status: str | None) -> None:
    """
    Words that say `not looked at yet` are pending; words that claim success were measured by nobody here.
    """
    assert status == canonical_status(written)


@given(st.one_of(st.text(max_size=60), st.from_regex(r"(verified|falsified|untestable)[ ,:-]+[a-z ]+", fullmatch=True)))
def test_no_prose_becomes_an_outcome(prose: str) -> None:
    """
    Only an outcome's bare name is that outcome, whatever stands around it.
    """
    found = canonical_status(prose)

    assert found in (None, "pending") or found == "".join(filter(str.isalpha, prose.casefold()))


def test_only_what_is_written_otherwise_is_reworded() -> None:
    """
    An entry without a status, and one with one of the four words, stays as it is.
    """
    words = ("pending", "", "verified", "Pending", "predicted: soon", "done")

    assert [False, False, False, True, True, False] == [is_reworded(read(validation_status=word)) for word in words]


def test_a_check_is_read_with_its_numbers() -> None:
    """
    Values stay text in the file and become numbers where a number is asked for.
    """
    found = read(
        **{
            "check": "",
            "check.kind": "recurrences",
            "check.target": "f" * 64,
            "check.direction": "down",
            "check.threshold": "0.0",
            "check.baseline": "3",
            "check.window_sessions": "5",
            "check.window_days": "null",
            "check.remark": "ours",
        }
    )

    assert (
        Check(kind="recurrences", target="f" * 64, direction="down", threshold=0.0, baseline=3.0, window_sessions=5)
        == found.check
    )


def test_a_baseline_outside_of_the_check_is_taken() -> None:
    """
    Older entries keep it beside the check.
    """
    keys = {"check.kind": "grep", "check.target": "x", "check.direction": "up", "check.threshold": "2"}

    found = read(**keys, baseline_value="1")

    assert found.check is not None
    assert 1.0 == found.check.baseline


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"check.kind": "vibes", "check.target": "x", "check.direction": "up"}, "'vibes' is no kind of check"),
        ({"check.target": "x", "check.direction": "up"}, "'' is no kind of check"),
        ({"check.kind": "grep", "check.target": "x", "check.direction": "sideways"}, "direction is 'sideways'"),
        ({"check.kind": "grep", "check.direction": "up"}, "target is ''"),
        ({"check.kind": "grep", "check.target": "x", "check.direction": "up", "check.threshold": "many"}, "threshold"),
        ({"check": "grep the thing"}, "not a kind with a target"),
    ],
)
def test_a_check_that_can_not_be_read_says_why(keys: dict[str, str], fault: str) -> None:
    """
    It is a fault of the entry, and never a check that passes.
    """
    found = read(**keys)

    assert found.check is None
    assert fault in found.fault


def test_no_check_is_no_fault() -> None:
    """
    A person may judge what no program can measure.
    """
    assert (None, "") == (read(check="null").check, read(check="null").fault)
