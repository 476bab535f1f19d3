"""The gate before every write that is not the product's own: a person's word, or a lease that fits (SPEC 8.4)."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.consent.gate import NEVER_LEASABLE, asked_for, may_write, never_promotable
from harvest_loop.domain.consent.scopes import is_inside, widened
from harvest_loop.schemas.consent import BROKEN, UNMEASURED, VERIFIED, Checked, ConsentClass, Grant
from harvest_loop.schemas.consent_actions import Action, ActionKind, Allowed, Ask, Lease, Word

SCOPE = ConsentClass("archive", "harvest-loop", "archive", "memory/", ("local-write",), (), (), eligible=True)
GRANT = Grant("archive", "2026-03-01", "2026-03-31", "harvest-loop", "archive", "memory/", ("local-write",), ())
LEASE = Lease(SCOPE, Checked(VERIFIED, (), "VERIFIED (0): 1 grant joined", (GRANT,)))
ACTION = Action("curation", "harvest-loop", "archive", ("memory/a.md",), ("local-write",), (), "c1", undoable=True)


def test_a_lease_for_exactly_this_class_is_a_leave() -> None:
    """
    The class, its check at 0, and a fingerprint that fits: then nobody is asked, and the leave names the grant.
    """
    said = may_write(ACTION, lease=LEASE)

    assert Allowed(ACTION, "lease", "archive", GRANT) == said


def test_without_a_word_or_a_lease_somebody_is_asked() -> None:
    """
    The gate opens for nothing by itself.
    """
    assert isinstance(may_write(ACTION), Ask)


@pytest.mark.parametrize(
    ("action", "lease", "why"),
    [
        (ACTION, None, "nobody was asked, and no lease is at hand"),
        (ACTION._replace(kind="push"), LEASE, "a push is a person's yes each time"),
        (ACTION._replace(kind="undo"), LEASE, "undo: only made when it is asked for"),
        (ACTION._replace(effects=("dispatch",)), LEASE, "it reaches further than local files"),
        (ACTION._replace(undoable=False), LEASE, "`harvest undo` could not take it back"),
        (
            ACTION,
            LEASE._replace(scope=SCOPE._replace(sinks=("publish", "a gate"), feeds=("notes",))),
            "its sink publish can not be taken back; its sink a gate is behind a gate or unclassified; it feeds notes",
        ),
        (ACTION, LEASE._replace(scope=SCOPE._replace(eligible=False, reason="too wide")), "too wide"),
        (ACTION, LEASE._replace(scope=SCOPE._replace(eligible=False)), "the registry says so"),
        (ACTION, LEASE._replace(scope=SCOPE._replace(capabilities=("Delete",))), "it can delete"),
        (ACTION, LEASE._replace(checked=Checked(UNMEASURED, (), "UNMEASURED (3): so")), "UNMEASURED (3): so"),
        (ACTION, LEASE._replace(checked=Checked(VERIFIED, (), "")), "the class archive has no active grant"),
        (ACTION._replace(mode="stamp"), LEASE, "it is wider than the grant of archive"),
        (ACTION, LEASE._replace(scope=SCOPE._replace(excludes=("archive",))), "the class archive excludes archive"),
    ],
)
def test_a_person_reads_why_they_are_asked(action: Action, lease: Lease | None, why: str) -> None:
    """
    Each ground has words of its own, and names what of the action or of the class it is.
    """
    said = may_write(action, lease=lease)

    assert isinstance(said, Ask) and why == said.why


def test_a_leave_says_what_for_and_by_what() -> None:
    """
    The writers look at it: the very action, a word or a lease or the two edits that need none, and how it was said.
    """
    assert Allowed(ACTION, "asked", "Y") == asked_for(ACTION, by="Y")
    assert Allowed(ACTION, "asked", "Y") == may_write(ACTION, word=Word("Y", "c1"), lease=LEASE)
    edit = ACTION._replace(kind="standing edit")
    assert Allowed(edit, "standing edit", "SPEC 11-3") == may_write(edit)


@pytest.mark.parametrize("effects", [("read",), ("read", "network", "local-write"), ("LOCAL-WRITE",)])
def test_what_stays_on_this_machine_may_be_leased(effects: tuple[str, ...]) -> None:
    """
    Reading and asking the network leave nothing behind, and a local file comes back.
    """
    grant = GRANT._replace(effects=("read", "network", "local-write"))
    checked = LEASE.checked._replace(grants=(grant,))

    assert isinstance(may_write(ACTION._replace(effects=effects), lease=LEASE._replace(checked=checked)), Allowed)


def test_a_word_counts_for_the_change_that_it_was_said_to() -> None:
    """
    A yes to one literal text is none to another, and one to nothing is none at all.
    """
    assert isinstance(may_write(ACTION, word=Word("Y", "c1")), Allowed)
    assert isinstance(may_write(ACTION, word=Word("Y", "c2")), Ask)
    assert isinstance(may_write(ACTION._replace(content=""), word=Word("Y", "")), Ask)
    with pytest.raises(ValueError, match="nobody was asked"):
        asked_for(ACTION._replace(content=""), by="Y")


@pytest.mark.parametrize("code", [BROKEN, UNMEASURED])
def test_any_other_code_of_the_check_asks(code: int) -> None:
    """
    Only 0 lets a prompt be skipped, whatever grants the answer carries.
    """
    checked = LEASE.checked._replace(code=code)  # type: ignore[arg-type]  # one of the check's codes

    assert isinstance(may_write(ACTION, lease=Lease(SCOPE, checked)), Ask)


def test_the_grant_of_another_class_asks() -> None:
    """
    That some grant is joined is not that this one is.
    """
    checked = LEASE.checked._replace(grants=(GRANT._replace(name="other"),))

    assert isinstance(may_write(ACTION, lease=Lease(SCOPE, checked)), Ask)


@pytest.mark.parametrize("kind", get_args(ActionKind))
def test_what_is_never_leasable_is_asked_whatever_the_registry_says(kind: ActionKind) -> None:
    """
    Proposals, pushes, pull requests, landings, reverts, overwritten baselines and registry entries are a person's yes;
    so is what is only made when it is asked for. A lease with the widest fitting grant covers none of them.
    """
    said = may_write(ACTION._replace(kind=kind), lease=LEASE)

    assert (kind in ("curation", "standing edit")) == isinstance(said, Allowed)
    assert isinstance(may_write(ACTION._replace(kind=kind), word=Word("Y", "c1")), Allowed)


def test_the_list_of_what_is_never_leasable_is_whole() -> None:
    """
    It is the list of SPEC 8.4, in code and not in the registry.
    """
    assert {
        "proposal",
        "push",
        "pull request",
        "rule landing",
        "revert",
        "baseline overwrite",
        "registry entry",
    } == NEVER_LEASABLE


@pytest.mark.parametrize(
    "changes",
    [
        {"undoable": False},
        {"effects": ("local-write", "repo-mutation")},
        {"effects": ("local-write", "dispatch")},
        {"effects": ()},
        {"targets": ()},
        {"targets": ("memory/a.md", "skills/x/SKILL.md")},
        {"targets": ("memory/../skills/x",)},
        {"targets": ("/memory/a.md",)},
        {"targets": ("memories/a.md",)},
        {"targets": ("host of x: memory/a.md",)},
        {"targets": ("memory\\a.md",)},
        {"owner": "somebody"},
        {"mode": "stamp"},
        {"sinks": ("publish",)},
    ],
)
def test_what_is_wider_or_can_not_be_compared_is_asked(changes: dict[str, object]) -> None:
    """
    Another owner or mode, a place beside, an effect or sink more, or what undo could not take back.
    """
    said = may_write(ACTION._replace(**changes), lease=LEASE)  # type: ignore[arg-type]  # each by its own type

    assert isinstance(said, Ask)


def test_what_widened_is_named() -> None:
    """
    The person reads which field is wider, what it is now, and what was granted.
    """
    said = may_write(ACTION._replace(targets=("skills/x",), effects=("local-write", "network")), lease=LEASE)

    assert isinstance(said, Ask)
    assert (
        "target: skills/x, granted was memory/",
        "effects: network, granted were local-write",
    ) == said.widened


@pytest.mark.parametrize(
    "place", ["memory", "memory/", "memory/a.md", "./memory/a.md", "memory/sub/a.md", "memory//a.md"]
)
def test_narrower_is_no_trigger(place: str) -> None:
    """
    The target itself or any path inside of it fits, however it is spelled.
    """
    assert isinstance(may_write(ACTION._replace(targets=(place,)), lease=LEASE), Allowed)


def test_a_target_that_is_no_path_fits_only_itself() -> None:
    """
    Words can be compared letter by letter, and no further.
    """
    assert is_inside("a local report", "a local report ")
    assert not is_inside("a local report/x", "a local: report")
    assert not is_inside("", "")


def test_a_class_s_excludes_are_outside_of_its_lease() -> None:
    """
    A place or a mode that the class says it does not cover is asked, also under a lease of the whole.
    """
    scope = SCOPE._replace(excludes=("memory/private/",))
    action = ACTION._replace(targets=("memory/private/a.md",))

    assert isinstance(may_write(action, lease=LEASE._replace(scope=scope)), Ask)
    assert isinstance(may_write(ACTION, lease=LEASE._replace(scope=scope)), Allowed)


@pytest.mark.parametrize(
    "changes",
    [
        {"sinks": ("publish",)},
        {"sinks": ("delete",)},
        {"sinks": ("history-rewrite",)},
        {"sinks": ("go-public",)},
        {"sinks": ("unknown",)},
        {"sinks": ("PUBLISH\u200b",)},
        {"sinks": ("the deploy gate",)},
        {"feeds": ("release notes",)},
        {"capabilities": ("local-write", "delete")},
        {"capabilities": ("unknown",)},
        {"eligible": False},
    ],
)
def test_what_is_never_promotable_is_read_from_the_entry(changes: dict[str, object]) -> None:
    """
    An irreversible sink, any feed, the unknown: no offer and no lease, at any count and with any grant.
    """
    scope = SCOPE._replace(**changes)  # type: ignore[arg-type]  # each by its own type
    grant = GRANT._replace(effects=scope.capabilities, sinks=scope.sinks)
    checked = LEASE.checked._replace(grants=(grant,))

    assert never_promotable(scope)
    assert isinstance(may_write(ACTION, lease=Lease(scope, checked)), Ask)
    assert () == never_promotable(SCOPE)


WORDS = st.sets(st.sampled_from(("read", "local-write", "network", "LOCAL-WRITE")), min_size=1)
PLACES = st.sampled_from(("memory/", "memory/a.md", "memory/sub/", "skills/", "memory", "..", "a b"))


@given(effects=WORDS, granted=WORDS, place=PLACES, target=PLACES)
def test_a_fingerprint_fits_exactly_when_it_is_a_subset(
    effects: set[str], granted: set[str], place: str, target: str
) -> None:
    """
    Effects by their words, targets by their paths; one that is wider in either never fits.
    """
    action = ACTION._replace(effects=tuple(effects), targets=(place,))
    grant = GRANT._replace(effects=tuple(granted), target=target)
    plain = {word.lower() for word in effects} <= {word.lower() for word in granted}
    inside = place == target or (place + "/").replace("//", "/").startswith((target + "/").replace("//", "/"))

    assert (plain and inside) == (not widened(action, grant))
