"""Patterns, hubs and what belongs to them, made by hand for tests of the judges."""

import hashlib
from collections.abc import Sequence

from harvest_loop.domain.done_when import done_when_questions
from harvest_loop.schemas.hub import Asset, AssetKind, Hub
from harvest_loop.schemas.judgement import (
    AssetLine,
    Attack,
    AttackKind,
    Change,
    Check,
    Collision,
    DoneWhenTest,
    Proposal,
    Severity,
)
from harvest_loop.schemas.patterns import EvidenceItem, EvidenceRole, Fate, Pattern, PatternKind, Pointer

FIRST = "3f2c1a9b77e04d5c8a1b6f0e9d2c4b7a5e8f1d30"
SECOND = "b81d4470cc1f2e3a4b5c6d7e8f9a0b1c2d3e4f50"


def make_item(
    role: EvidenceRole,
    text: str,
    path: str | None = None,
    line: int | None = None,
    *,
    sha: str = FIRST,
    quote: str = "",
) -> EvidenceItem:
    """One fact; the quote is the text itself unless the line holds more."""
    return EvidenceItem(role=role, text=text, pointer=Pointer(sha=sha, path=path, line=line, quote=quote or text))


def make_pattern(
    title: str = "Check the links of the docs before a release",
    evidence: Sequence[EvidenceItem] | None = None,
    *,
    kind: PatternKind = "new workflow",
    topic: Sequence[str] = ("links", "anchors", "docs"),
    impact: int = 2,
    recurrence: int = 0,
    fate: Fate = "survived",
    fingerprint: str | None = None,
    absorbed_into: str = "commons",
) -> Pattern:
    """A pattern; without evidence, that of a link checker with its script, its call, its rule and its reason."""
    items = tuple(link_checker() if evidence is None else evidence)
    paths = dict.fromkeys(item.pointer.path for item in items if item.pointer.path is not None)
    return Pattern.model_validate(
        {
            "fingerprint": fingerprint or hashlib.sha256(title.encode()).hexdigest(),
            "kind": kind,
            "title": title,
            "topic": tuple(topic),
            "commits": tuple(dict.fromkeys(item.pointer.sha for item in items)),
            "paths": tuple(paths),
            "evidence": items,
            "absorbed_into": absorbed_into,
            "impact": impact,
            "recurrence": recurrence,
            "fate": fate,
        }
    )


def link_checker() -> list[EvidenceItem]:
    """The evidence of two commits: a script with its recipe, then the rule and the guard."""
    script, recipe = "scripts/check_links.py", "Makefile"
    return [
        make_item("file", script, script, 1, quote='"""Fail on dead anchors in the docs."""'),
        make_item(
            "command", "python scripts/check_links.py docs", recipe, 12, quote="\tpython scripts/check_links.py docs"
        ),
        make_item("reason", "Dead anchors broke the published handbook twice.", quote="Check links before a release"),
        make_item(
            "rule",
            "Run the link check before tagging a release.",
            "CONTRIBUTING.md",
            31,
            sha=SECOND,
            quote="- Run the link check before tagging a release.",
        ),
        make_item(
            "guard", "tests/test_check_links.py", "tests/test_check_links.py", 1, sha=SECOND, quote="import check_links"
        ),
    ]


def answer(pattern: Pattern, *, true_now: bool = True, false_before: bool = True) -> tuple[DoneWhenTest, ...]:
    """All of a pattern's Done When questions, answered alike."""
    return tuple(
        DoneWhenTest(
            kind=question.kind,
            path=question.path,
            needle=question.needle,
            text=question.text,
            true_now=true_now,
            false_before=false_before,
        )
        for question in done_when_questions(pattern)
    )


def make_asset(
    text: str,
    path: str = "plugins/p/skills/release/SKILL.md",
    *,
    kind: AssetKind = "skill",
    description: str = "",
    name: str = "",
) -> Asset:
    """A readable asset; a skill's name is its folder's."""
    head = text.split("\n---\n")[0].count("\n") + 3 if text.startswith("---\n") else 1
    return Asset(
        kind=kind,
        path=path,
        name=name or path.split("/")[-2 if kind == "skill" else -1],
        description=description,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        first_body_line=head,
    )


def make_hub(*assets: Asset, paths: Sequence[str] = ()) -> Hub:
    """A hub with these assets."""
    return Hub(root="/hub", is_git=True, assets=assets, paths=tuple(paths))


def make_attack(
    severity: Severity = "S", kind: AttackKind = "overturns", *, collision: str = "c-1", asset: str | None = None
) -> Attack:
    """An attack that cites a line."""
    line = AssetLine(path=asset or "skills/x/SKILL.md", line=1, text="x")
    return Attack(collision=collision, kind=kind, severity=severity, asset=asset, citation=line, reason="because")


def make_proposal(
    collision: str = "c-1", *, path: str = "skills/new/SKILL.md", edits: bool = False, text: str = "text\n"
) -> Proposal:
    """A proposal with a check that is not met by itself."""
    return Proposal(
        collision=collision,
        abstraction="what it is",
        names=("check-links", "links-docs"),
        triggers=("links",),
        done_when=(),
        predicted_impact="it is used",
        predicted_measurable_by="uses of check-links",
        check=Check(
            kind="skill_uses", target="check-links", direction="up", threshold=2, baseline=0, window_sessions=5
        ),
        confidence=0.5,
        change=Change(kind="edit" if edits else "new file", path=path, text=text, shown=text),
        pointers=(),
    )


def make_collision(pattern: Pattern | None = None, **changes: object) -> Collision:
    """A collision on new ground."""
    pattern = pattern or make_pattern()
    base = {"id": f"c-{pattern.fingerprint[:10]}", "pattern": pattern, "relation": "not covered", "route": "new skill"}
    return Collision.model_validate({**base, **changes})
