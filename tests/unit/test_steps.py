"""Steps of a draft: in the order in which they are taken, each a whole fact with its place (SPEC 4.9)."""

import pytest

from harvest_loop.domain.done_when import born, reached_by
from harvest_loop.domain.steps import steps_of
from harvest_loop.schemas.patterns import Aside, AsideKind, EvidenceItem, Pointer
from tests.support.patterns import FIRST, answer, make_item, make_pattern


def test_steps_put_in_place_then_run_then_hold_then_guard() -> None:
    """Nobody can run a script that isn't there yet."""
    pattern = make_pattern(evidence=list(reversed(make_pattern().evidence)))

    steps = steps_of(pattern, born(reached_by(pattern, answer(pattern))))

    assert ["Create", "Have", "Follow:", "Write"] == [step.text.split()[0] for step in steps]
    assert all(f"`{step.pointer}`" in step.line for step in steps)


def test_a_file_that_was_there_before_is_not_to_be_created() -> None:
    """Of such a file the setting that came is the step."""
    items = [make_item("file", "ruff.toml", "ruff.toml", 2, quote="line-length = 100"), *make_pattern().evidence[1:]]

    first = steps_of(make_pattern("x y z", items), frozenset())[0]

    assert "Set `line-length = 100`, as the field does in `ruff.toml`" == first.text


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (
            "- Always name the ledger before a loan is written down. A",
            "Always name the ledger before a loan is written down.",
        ),
        ("that stand in an older ledger or in two. Those do not hold up a loan", None),
        ("- Do not write vague orders like looking at each of the loans or members", None),
        ("**Wishes (for later, do not hold up a release):**", None),
        ("- Build tools: Meson, Ninja, Bake for desk applications", None),
        ("But don't be shy to show a half-done label and ask if it is unclear!", None),
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

    assert ([f"Follow: “{kept}”"] if kept else []) == said


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


def aside(kind: AsideKind, quote: str, line: int, path: str = "scripts/release.sh") -> Aside:
    return Aside(kind=kind, pointer=Pointer(sha=FIRST, path=path, line=line, quote=quote))


def said(*items: EvidenceItem, born: frozenset[str] = frozenset(), source: str = "") -> list[str]:
    return [step.text for step in steps_of(make_pattern("x y z", items).model_copy(update={"source": source}), born)]


def test_what_a_script_asks_stands_before_what_it_protects() -> None:
    """A release without its tests is the dangerous half of the script."""
    path = "scripts/release.sh"
    clean = 'test -z "$(git status --porcelain)" || die "commit first"'
    items = [
        make_item("command", "git tag v1", path, 9),
        make_item("refusal", 'test -z "$(git status --porcelain)"', path, 5, quote=clean),
        make_item("refusal", "grep -q TODO NEWS.md", path, 6, quote="if grep -q TODO NEWS.md; then").model_copy(
            update={"asides": (aside("says", "# Better none than half.", 5), aside("message", 'echo "unfinished"', 7))}
        ),
        make_item("refusal", "set -eu", path, 2),
    ]  # fmt: skip

    assert [
        "Begin the script with `set -eu`, so that it stops at the first command that fails",
        'Stop unless `test -z "$(git status --porcelain)"` holds, saying “commit first”',
        "Stop if `grep -q TODO NEWS.md` succeeds, saying “unfinished”: “Better none than half.”",
        "Have the script run `git tag v1`",
    ] == said(*items)


def test_a_step_keeps_its_case_its_loop_and_what_is_done_by_hand() -> None:
    """Without them it would tell to do something else."""
    guide = "docs/deploying.md"
    case = "The solver asks the resolver. If that caches an old record, it fails. Fix:"
    put = make_item("command", "prefect put t.json", guide, 9).model_copy(
        update={
            "asides": (aside("only if", case, 4, guide), aside("says", "# edit t.json: set the namespace", 8, guide))
        }
    )
    loop = make_item("command", "TZ=$z pytest", "scripts/a.sh", 3).model_copy(
        update={"asides": (aside("inside", "for z in UTC NZ; do", 2, "scripts/a.sh"),)}
    )

    assert [
        "Only in this case: “If that caches an old record, it fails.” – By hand: “edit t.json: set the namespace”",
        "Only in this case: “If that caches an old record, it fails.” – run `prefect put t.json`",
        "Have the script run `TZ=$z pytest` inside `for z in UTC NZ; do`",
    ] == said(put, loop)


def test_a_fact_whose_case_can_not_be_shown_is_no_step() -> None:
    """Told always, a remedy does harm."""
    item = make_item("command", "make restart", "docs/deploying.md", 9).model_copy(
        update={"asides": (aside("only if", "If a <!-- comment --> hides it.", 4, "docs/deploying.md"),)}
    )

    assert [] == said(item)


def test_a_wrapped_command_is_found_over_its_lines() -> None:
    """The lines together hold it, though none alone does."""
    item = make_item("command", "docker run --rm image", "scripts/a.sh", 3, quote="docker run \\").model_copy(
        update={"asides": (aside("goes on", "  --rm image", 4, "scripts/a.sh"),)}
    )

    assert ["Have the script run `docker run --rm image`"] == said(item)
    assert [] == said(item.model_copy(update={"asides": ()}))


def lines(*items: EvidenceItem) -> list[str]:
    return [step.line for step in steps_of(make_pattern("x y z", items), frozenset())]


def test_a_step_cites_every_line_that_it_quotes() -> None:
    """All of a wrapped command and the comment above it, the loop it stands in, the case it holds in."""
    guide, sha = "docs/deploying.md", FIRST[:10]
    item = make_item("command", "docker run --rm image", guide, 9, quote="docker run \\").model_copy(
        update={
            "asides": (
                aside("inside", "for z in UTC NZ; do", 6, guide),
                aside("says", "# Once for each zone.", 8, guide),
                aside("goes on", "  --rm image", 10, guide),
                aside("only if", "If a zone is new:", 2, guide),
            )
        }
    )

    (line,) = lines(item)

    assert line.endswith(f"(`{sha} {guide}:8-10`, `{sha} {guide}:6`, `{sha} {guide}:2`)")


def test_what_is_done_by_hand_cites_the_comment_and_the_command_its_own_line() -> None:
    """Two steps of one fact: each has the place that holds its words."""
    item = make_item("command", "prefect put t.json", "scripts/a.sh", 9).model_copy(
        update={"asides": (aside("says", "# edit t.json: set the namespace", 8, "scripts/a.sh"),)}
    )

    by_hand, run = lines(item)

    assert "scripts/a.sh:8`)" in by_hand and "scripts/a.sh:9`)" in run


def gone(item: EvidenceItem) -> EvidenceItem:
    return item.model_copy(update={"stands": False})


STANDING = [
    make_item("command", "uv run pytest -q", "scripts/test.sh", 3),
    make_item("rule", "Never merge with a red suite.", "CLAUDE.md", 4, quote="- Never merge with a red suite."),
]


def test_lines_that_are_gone_are_left_out_where_enough_stands() -> None:
    """A draft tells what is done today."""
    old = gone(make_item("command", "tox -e py39", "scripts/test.sh", 9))

    assert ["Have the script run `uv run pytest -q`", "Follow: “Never merge with a red suite.”"] == said(*STANDING, old)


def test_a_line_that_is_gone_is_told_with_a_remark_where_nothing_else_tells_it() -> None:
    """One step alone is no skill; what helps out says that it was changed since."""
    old = gone(make_item("command", "tox -e py39", "scripts/test.sh", 9))

    standing, told = lines(STANDING[0], old)

    assert "changed since" not in standing
    assert f"Have the script run `tox -e py39` (`{FIRST[:10]} scripts/test.sh:9`; changed since)" == told


def test_a_gone_line_that_a_standing_one_says_again_is_no_step() -> None:
    """The newer wording of the same order has taken its place."""
    old = gone(make_item("command", "uv run pytest -q -x", "scripts/test.sh", 9))

    assert ["Have the script run `uv run pytest -q`"] == said(STANDING[0], old)


def test_the_field_is_called_by_its_name() -> None:
    """A reader of the hub doesn't know which field is meant."""
    item = make_item("file", "ruff.toml", "ruff.toml", 2, quote="line-length = 100")

    assert ["Set `line-length = 100`, as `shop` does in `ruff.toml`"] == said(item, source="shop")


def test_a_file_whose_rules_are_steps_is_not_told_twice() -> None:
    """That AGENTS.md is to be created says less than what it says."""
    items = [
        make_item("file", "AGENTS.md", "AGENTS.md", 1, quote="# Working here"),
        make_item("rule", "Never push to main.", "AGENTS.md", 3, quote="- Never push to main."),
    ]

    assert ["Follow: “Never push to main.”"] == said(*items, born=frozenset({"AGENTS.md"}))


def test_what_a_list_forbids_is_a_step_against_it() -> None:
    """Told as an order it would be the opposite; the line that forbids is cited too."""
    item = make_item(
        "rule", "Use raw fetch for calls of the shop", "CLAUDE.md", 8, quote="- Use raw fetch for calls of the shop"
    )
    item = item.model_copy(update={"asides": (aside("never", "**NEVER**:", 7, "CLAUDE.md"),)})

    assert [f"Never this: “Use raw fetch for calls of the shop” (`{FIRST[:10]} CLAUDE.md:7-8`)"] == lines(item)
