"""Steps of a draft: in the order in which they are taken, each a whole fact with its place (SPEC 4.9)."""

import pytest

from harvest_loop.domain.done_when import born, reached_by
from harvest_loop.domain.steps import steps_of
from harvest_loop.schemas.patterns import EvidenceItem
from tests.support.patterns import answer, make_item, make_pattern


def test_steps_put_in_place_then_run_then_hold_then_guard() -> None:
    """Nobody can run a script that isn't there yet."""
    pattern = make_pattern(evidence=list(reversed(make_pattern().evidence)))

    steps = steps_of(pattern, born(reached_by(pattern, answer(pattern))))

    assert ["Create", "Run", "Hold", "Write"] == [step.text.split()[0] for step in steps]
    assert all(f"`{step.pointer}`" in step.line for step in steps)


def test_a_file_that_was_there_before_is_not_to_be_created() -> None:
    """Of such a file the setting that came is the step."""
    items = [make_item("file", "ruff.toml", "ruff.toml", 2, quote="line-length = 100"), *make_pattern().evidence[1:]]

    first = steps_of(make_pattern("x y z", items), frozenset())[0]

    assert "Have `line-length = 100`, as the field does in `ruff.toml`" == first.text


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (
            "- Always specify the model explicitly when dispatching a subagent. An",
            "Always specify the model explicitly when dispatching a subagent.",
        ),
        ("that live in unchanged code or span tasks. These do not block dispatching", None),
        ("- Do not add open-ended directives like checking all of the uses or races", None),
        ("**Recommendations (advisory, do not block approval):**", None),
        ("- Build tools: Buildpacks, Bazel, Nix, ko for Go applications", None),
        ("But don't be afraid to open half-finished PRs and ask if it is unclear!", None),
        ("- use jq for JSON processing, not python", "use jq for JSON processing, not python"),
        ("- Never push to main", "Never push to main"),
    ],
)
def test_a_rule_is_a_whole_sentence_or_no_step(line: str, kept: str | None) -> None:
    """A line that wraps into the next one would tell half of a thing."""
    filler = make_item(
        "rule", "Wrap the prose of this file at seventy-two columns, as it has always been done.", "CLAUDE.md", 1
    )
    text = line.lstrip("- ").replace("**", "")
    pattern = make_pattern("x y z", [filler, make_item("rule", text, "CLAUDE.md", 7, quote=line)])

    said = [step.text for step in steps_of(pattern, frozenset()) if step.pointer.line == 7]

    assert ([f"Hold to “{kept}”"] if kept else []) == said


@pytest.mark.parametrize(
    "item",
    [
        make_item("command", "make links", None, None),
        make_item("command", "make links", "Makefile", 3, quote="another line"),
        make_item("command", "uv run", "docs/x.md", 3),
        make_item("command", "a" * 330, "Makefile", 3),
        make_item("reason", "Because it broke.", "Makefile", 3),
    ],
)
def test_a_fact_that_its_place_does_not_hold_is_no_step(item: EvidenceItem) -> None:
    """Without a line that holds the words there is nothing to look up."""
    assert () == steps_of(make_pattern("x y z", [item]), frozenset())
