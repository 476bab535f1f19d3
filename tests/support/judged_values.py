"""Judged candidates, forms and records for tests, each a whole value with one thing to vary."""

from harvest_loop.schemas.content_names import hash_of, hash_of_proposal
from harvest_loop.schemas.evidence import Window
from harvest_loop.schemas.form import Form, FormLine
from harvest_loop.schemas.judgement import (
    AssetLine,
    Attack,
    Candidate,
    Change,
    Check,
    Collision,
    Cover,
    CriticFinding,
    Critique,
    DoneWhenTest,
    Grade,
    JudgedCandidate,
    Proposal,
)
from harvest_loop.schemas.patterns import EvidenceItem, FieldHarvest, Pattern, Pointer
from harvest_loop.schemas.records import RunRecord, VerdictLine
from harvest_loop.schemas.waiting import WaitingForm

SHA = "3f9c2a7d10b4e86f5a21c0d9e8b7a6f5d4c3b2a1"

SKILL = """---
name: release-notes-check
description: Use before tagging a release, to see that the changelog names the new version.
---

# Check the release notes

1. Run `scripts/check_changelog.sh` (3f9c2a7d10 scripts/check_changelog.sh:4).
2. Tag only when it printed nothing.

## Done When

- `scripts/check_changelog.sh` exists and CI calls it.
"""


def make_pointer(
    quote: str = "run: scripts/check_changelog.sh", *, path: str | None = ".ci/run", line: int | None = 12
) -> Pointer:
    """A pointer into the made-up field."""
    return Pointer(sha=SHA, path=path, line=line, quote=quote)


def make_pattern(title: str = "Check the changelog before a release", *, fingerprint: str = "f" * 64) -> Pattern:
    """A pattern with three facts behind it."""
    return Pattern(
        fingerprint=fingerprint,
        kind="tool integration",
        title=title,
        topic=("changelog", "release"),
        commits=(SHA,),
        paths=("scripts/check_changelog.sh",),
        evidence=(
            EvidenceItem(role="command", text="scripts/check_changelog.sh", pointer=make_pointer()),
            EvidenceItem(
                role="reason", text="so that no release goes out unnamed", pointer=make_pointer(path=None, line=None)
            ),
        ),
        absorbed_into="commons",
        impact=2,
        recurrence=1,
        fate="survived",
    )


def make_proposal(
    text: str = SKILL,
    *,
    path: str = "skills/release-notes-check/SKILL.md",
    check: bool = True,
    impact: str = "fewer bad tags",
) -> Proposal:
    """A proposal of a whole new file."""
    return Proposal(
        collision="c-ffffffffff",
        abstraction="A release is tagged only when the changelog names it",
        names=("release-notes-check", "changelog-gate"),
        triggers=("tagging a release",),
        done_when=(
            DoneWhenTest(
                kind="file",
                path="scripts/check_changelog.sh",
                text="scripts/check_changelog.sh exists",
                true_now=True,
                false_before=True,
            ),
        ),
        predicted_impact=impact,
        predicted_measurable_by="commits that fix a changelog after a tag, counted by git log",
        check=Check(kind="commits", target="CHANGELOG.md", direction="down", threshold=0, baseline=3, window_days=30)
        if check
        else None,
        confidence=0.7,
        change=Change(kind="new file", path=path, text=text, shown=text),
        pointers=(make_pointer(), make_pointer("#!/bin/sh", path="scripts/check_changelog.sh", line=1)),
    )


def make_judged(
    content: str = "a" * 64,
    *,
    grade: Grade = "MED",
    proposal: Proposal | None = None,
    bare: bool = False,
    state: str = "offered",
    reason: str = "",
    title: str = "Check the changelog before a release",
    target: str | None = None,
) -> JudgedCandidate:
    """A judged candidate; `bare` is a weakness without a text."""
    proposal = None if bare else proposal or make_proposal()
    candidate = Candidate(
        hash=content,
        kind="weakness" if bare else "new skill",
        target=target or (proposal.change.path if proposal else "skills/old/SKILL.md"),
        grade=grade,
        proposal=proposal,
        attacks=(
            Attack(
                collision="c-ffffffffff",
                kind="overturns",
                severity="S",
                asset="skills/old/SKILL.md",
                citation=AssetLine(path="skills/old/SKILL.md", line=9, text="Tag whenever you like."),
                reason="it says to tag without a look at the changelog",
            ),
        )
        if bare
        else (),
        pattern=make_pattern(title),
        why="no attack, a proposal",
    )
    critique = Critique(
        hash=content,
        word="CONDITIONAL_PASS",
        findings=(CriticFinding(axis="scope", fails=False, message="the trigger is broad", line=3),),
    )
    return JudgedCandidate.model_validate(
        {
            "candidate": candidate,
            "critique": None if bare else critique,
            "rounds": 0 if bare else 1,
            "state": state,
            "reason": reason,
        }
    )


def make_form(*judged: JudgedCandidate) -> Form:
    """A form with one line a candidate."""
    return Form(
        run="2026-03-10-abcdef12",
        session_key="manual:field:2026-03-09",
        session_id8="abcdef12",
        mode="forced",
        source="parser",
        field_root="/nowhere/parser",
        hub_root="/nowhere/hub",
        day="2026-03-10",
        asked_at="2026-03-10T09:00:00Z",
        record="tracks/_meta/harvest_2026-03-10_abcdef12_forced.md",
        lines=tuple(
            FormLine(
                hash=one.candidate.hash,
                title=one.candidate.pattern.title,
                judged=one,
                manifest_id=f"em-2026-03-10-line-{number}",
            )
            for number, one in enumerate(judged, start=1)
        ),
    )


def make_collision(pattern: Pattern | None = None) -> Collision:
    """A collision with the closest asset and the line that says so."""
    return Collision(
        id="c-ffffffffff",
        pattern=pattern or make_pattern(),
        relation="not covered",
        route="new skill",
        covers=(
            Cover(
                path="skills/old/SKILL.md",
                name="old",
                measure="cover similarity",
                figure=0.31,
                lines=(AssetLine(path="skills/old/SKILL.md", line=9, text="Tag whenever you like."),),
            ),
        ),
    )


def make_record(*judged: JudgedCandidate, **changes: object) -> RunRecord:
    """A record of a run that found one pattern, with the given candidates."""
    record = RunRecord(
        run="2026-03-10-abcdef12",
        session="manual:field:2026-03-09",
        mode="forced",
        day="2026-03-10",
        source="parser",
        window=Window(since=1_773_000_000, until=1_773_090_000, zone="UTC", source="24 hours"),
        head="main",
        attribution="reflog",
        commits=(SHA,),
        harvest=FieldHarvest(patterns=(make_pattern(),), left_out=(("domain code", 4),), dropped_pointers=1),
        collisions=(make_collision(),),
        judged=judged,
        verdict=VerdictLine(word="PASS"),
    )
    return record.model_copy(update=changes)


def make_waiting(*judged: JudgedCandidate, run: str = "2026-03-10_abcdef12_forced") -> WaitingForm:
    """The form of a run as it waits in its file, each line under the name of its text."""
    judged = tuple(_named(one) for one in judged)
    form = make_form(*judged).model_copy(update={"run": run, "record": f"tracks/_meta/harvest_{run}.md"})
    certain = VerdictLine(word="PASS")
    return WaitingForm(form=form, record=make_record(*judged, run=run, path=form.record), certain=certain, field="f")


def _named(one: JudgedCandidate) -> JudgedCandidate:
    candidate = one.candidate
    if candidate.proposal is not None:
        name = hash_of_proposal(candidate.kind, candidate.proposal)
    else:
        attack = candidate.attacks[0]
        name = hash_of(candidate.kind, candidate.target, f"{attack.kind} {attack.citation} {attack.reason}")
    return one.model_copy(update={"candidate": candidate.model_copy(update={"hash": name})})
