"""What a pattern carries: title, evidence that can be read again, fate, recurrence."""

import subprocess
import sys

import pytest

from harvest_loop.domain.patterns import harvest_patterns, judge_fate, keep_resolved, with_recurrence
from harvest_loop.schemas.patterns import Pattern
from tests.support.histories import History

GATE = "#!/bin/sh\n# Run every check before a release.\nset -e\nruff check .\npytest -q\n"
RULES = "# Working here\n\n- Never commit a ledger.\n- Run `make smoke` before you say that it works.\n"
REASON = "A release was tagged twice from a dirty tree, because nothing checked it."


def three_patterns() -> History:
    history = History(files={"src/shop.py": "1\n"})
    history.commit("Add a release gate script", {"scripts/gate.sh": GATE}, body=REASON)
    history.commit("Add AGENTS.md with the rules of the house", {"AGENTS.md": RULES})
    history.commit("Add issue templates", {".github/ISSUE_TEMPLATE/bug.md": "---\nname: Bug\n---\nWhat happened?\n"})
    return history


def pattern_at(history: History, path: str) -> Pattern:
    return next(pattern for pattern in harvest_patterns(history.session()).patterns if path in pattern.paths)


def test_every_pointer_names_the_line_that_it_quotes() -> None:
    """
    Evidence is re-read before use, so each quote is the exact line at its number in that commit.
    """
    history = three_patterns()
    texts = {"scripts/gate.sh": GATE.splitlines(), "AGENTS.md": RULES.splitlines()}
    pointers = [
        item.pointer
        for pattern in harvest_patterns(history.session()).patterns
        for item in pattern.evidence
        if item.pointer.path in texts
    ]

    assert len(pointers) >= 6
    assert all(texts[str(p.path)][(p.line or 0) - 1] == p.quote for p in pointers)


def test_commands_rules_files_and_reasons_are_kept_apart() -> None:
    """
    A draft is built from them: what to run, what to heed, where it lives, why it is so.
    """
    history = three_patterns()
    gate, rules = pattern_at(history, "scripts/gate.sh"), pattern_at(history, "AGENTS.md")

    assert ["ruff check .", "pytest -q"] == [item.text for item in gate.evidence if item.role == "command"]
    assert [REASON] == [item.text for item in gate.evidence if item.role == "reason"]
    assert ["Never commit a ledger.", "Run make smoke before you say that it works."] == [
        item.text for item in rules.evidence if item.role == "rule"
    ]
    assert "meta" == rules.absorbed_into and "commons" == gate.absorbed_into


def test_squashed_work_tells_its_files_apart() -> None:
    """
    One commit that brings three described scripts is three patterns, each with its own words only.
    """
    history = History(files={"src/shop.py": "1\n"})
    names = ("generate", "validate", "garden")
    body = (
        "- tools/generate.py: writes every artefact from one source, so that none can drift.\n"
        "- tools/validate.py: checks the structure of what was written, because a bad file fails silently.\n"
        "- tools/garden.py: reports dead links, which must never be fixed by hand.\n"
    )
    files: dict[str, str | None] = {f"tools/{name}.py": f'"""The {name} tool."""\n' * 40 for name in names}
    files |= {f"docs/harness-{n}.md": "# One\n" for n in range(20)}
    history.commit("One toolchain for every host", files, body=body)

    found = {name: pattern_at(history, f"tools/{name}.py") for name in names}

    assert 3 == len({pattern.fingerprint for pattern in found.values()})
    assert "writes every artefact" in found["generate"].title
    reasons = {name: {i.text for i in p.evidence if i.role == "reason"} for name, p in found.items()}
    assert reasons["generate"] and not reasons["generate"] & reasons["garden"]


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        ("@someone noted that the release gate script must run first", "must run first"),
        ("Add the release gate script asked for by a.person@example.invalid", "release gate script"),
    ],
)
def test_nobody_is_named_in_a_pattern(subject: str, title: str) -> None:
    """
    Handles and mail addresses are personal data and never enter a pattern.
    """
    history = History(files={"src/shop.py": "1\n"})
    history.commit(subject, {"scripts/release-gate.sh": GATE}, body="Asked for by @someone, because it broke twice.")

    (pattern,) = harvest_patterns(history.session()).patterns

    assert title in pattern.title
    assert "@" not in pattern.title + " ".join(item.text for item in pattern.evidence)


def test_a_title_fits_its_line() -> None:
    """
    A long subject is cut at a clause, never in the middle of a word.
    """
    history = History(files={"src/shop.py": "1\n"})
    long = "Add a release gate script that runs " + ", ".join(f"the check of part {n}" for n in range(20))
    history.commit(long, {"scripts/gate.sh": GATE})

    (pattern,) = harvest_patterns(history.session()).patterns

    assert 40 < len(pattern.title) <= 120
    assert f"{long} ".startswith(f"{pattern.title.rstrip('…')} ") or pattern.title.endswith("…")


def test_a_fingerprint_outlives_shas_times_and_wording() -> None:
    """
    The same practice seen in another session, told in other words, is the same pattern.
    """
    one, other = History(files={"src/a.py": "1\n"}), History(files={"src/a.py": "1\n"})
    one.commit("Add a release gate script", {"scripts/gate.sh": GATE})
    other.commit("Show totals", {"src/a.py": "2\n"})
    other.commit("gate: check everything before we tag", {"scripts/gate.sh": GATE + "mypy src\n"}, day=300)

    found = [pattern_at(history, "scripts/gate.sh").fingerprint for history in (one, other)]

    assert 1 == len(set(found))


def test_evidence_that_does_not_resolve_is_dropped_and_counted() -> None:
    """
    A pattern without evidence is gone; too few patterns are held.
    """
    harvest = harvest_patterns(three_patterns().session())
    kept_pattern = harvest.patterns[0]
    all_items = sum(len(pattern.evidence) for pattern in harvest.patterns)

    kept = keep_resolved(harvest, frozenset({kept_pattern.evidence[0].pointer}))

    assert [kept_pattern.fingerprint] == [pattern.fingerprint for pattern in kept.patterns]
    assert all_items - len(kept.patterns[0].evidence) == kept.dropped_pointers
    assert kept.held and not harvest.held


def test_recurrence_counts_earlier_sessions() -> None:
    """
    What was seen before weighs more than what is seen once.
    """
    harvest = harvest_patterns(three_patterns().session())
    seen = harvest.patterns[1].fingerprint

    assert [0, 4, 0] == [pattern.recurrence for pattern in with_recurrence(harvest, {seen: 4}).patterns]


def test_the_fate_of_what_was_made_is_told() -> None:
    """
    Lines that still stand survived; other lines in the same file were rewritten; no file at all was taken back.
    """
    history = three_patterns()
    gate = pattern_at(history, "scripts/gate.sh")
    standing = frozenset(("scripts/gate.sh", line) for line in GATE.splitlines())

    assert "survived" == judge_fate(gate, history.session(), standing)
    assert "rewritten" == judge_fate(gate, history.session(), frozenset({("scripts/gate.sh", "exit 0")}))
    assert "unknown" == judge_fate(gate, history.session(), frozenset())

    history.rename("Move the gate", "scripts/gate.sh", "scripts/checks/gate.sh")
    moved = frozenset(("scripts/checks/gate.sh", line) for line in GATE.splitlines())
    assert "survived" == judge_fate(gate, history.session(), moved)

    history.commit("Drop the gate", {"scripts/checks/gate.sh": None})
    assert "reverted" == judge_fate(gate, history.session(), moved)


def test_of_a_change_to_many_files_at_once_only_what_came_to_several_is_told() -> None:
    """
    The line that is the convention, not what each of the files says besides.
    """
    names = [f"check-{name}" for name in ("links", "ledgers", "labels", "loans", "lists")]
    history = History(files={f"skills/{name}/SKILL.md": f"# {name}\n" for name in names})
    rule = "- Never close a loan before a second person has read it.\n"
    texts: dict[str, str | None] = {
        f"skills/{name}/SKILL.md": f"# {name}\n{rule}- Always open {name} first of all.\n" for name in names
    }
    history.commit("Require a second reader in every skill", texts, body="Two loans were closed unread.")

    (pattern,) = harvest_patterns(history.session()).patterns

    assert "across 5 skills" in pattern.title
    assert {"Never close a loan before a second person has read it."} == {
        item.text for item in pattern.evidence if item.role == "rule"
    }


def offering(skills: int, folder: str = "plugins/p/skills") -> History:
    """A repository with so many skills of its own."""
    return History(files={f"{folder}/s{number}/SKILL.md": f"# {number}\n" for number in range(skills)})


SKILL = "---\nname: x\ndescription: Use when a loan is late\n---\n# Late loans\n\nNever call twice a day.\n" * 6


@pytest.mark.parametrize(
    ("history", "path", "home"),
    [
        (offering(25), "plugins/p/skills/late-loans/SKILL.md", "field signal"),
        (offering(25, "skills"), "skills/late-loans/SKILL.md", "field signal"),
        (offering(25), "plugins/p/skills/skill-evals/SKILL.md", "meta"),
        (offering(5), "plugins/p/skills/late-loans/SKILL.md", "meta"),
        (offering(25, ".claude/skills"), ".claude/skills/late-loans/SKILL.md", "meta"),
    ],
)
def test_one_of_the_many_skills_that_a_repository_offers_is_its_product(history: History, path: str, home: str) -> None:
    """
    It is domain work there, unless it is about making skills; a host's own folder holds what one works with.
    """
    history.commit("Add the late loans skill for those who call borrowers", {path: SKILL})

    assert [home] == [one.absorbed_into for one in harvest_patterns(history.session()).patterns if path in one.paths]


def test_the_same_session_gives_the_same_harvest_under_any_hash_seed() -> None:
    """
    Offline, same input means same output, byte for byte.
    """
    code = (
        "from tests.unit.test_patterns_evidence import three_patterns\n"
        "from harvest_loop.domain.patterns import harvest_patterns\n"
        "print(harvest_patterns(three_patterns().session()).model_dump_json())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "77")
    }

    assert 1 == len(runs)
