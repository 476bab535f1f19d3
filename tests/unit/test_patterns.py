"""Field-harvest: which work becomes a pattern, and which is left out."""

import re
import time

import pytest

from harvest_loop.domain.patterns import harvest_patterns
from harvest_loop.domain.tools_taken_up import find_tools_taken_up
from harvest_loop.domain.works import paths_before, read_works
from harvest_loop.schemas.evidence import AddedLine, SessionEvidence, UncommittedChange
from tests.support.histories import History, rewording

SKILL = "---\nname: check-links\ndescription: Use when a page gains links\n---\n# Check links\nRun `make links`.\n"
GATE = "#!/bin/sh\n# Run every check before a release.\nset -e\nruff check .\npytest -q\n"


def titles(session: SessionEvidence) -> list[str]:
    return [pattern.title for pattern in harvest_patterns(session).patterns]


def left_out(session: SessionEvidence) -> dict[str, int]:
    return dict(harvest_patterns(session).left_out)


def shop() -> History:
    """An ordinary application that exists already."""
    history = History()
    history.files = {"src/shop.py": "total = 0\n", "README.md": "# Shop\n", "tests/test_shop.py": "pass\n"}
    return history


def test_a_script_that_came_to_be_is_a_pattern() -> None:
    """
    A new script says how work is done from now on.
    """
    history = shop()
    sha = history.commit("Add a release gate script", {"scripts/gate.sh": GATE})

    (pattern,) = harvest_patterns(history.session()).patterns

    assert "script" in pattern.title.lower() and "gate" in pattern.title
    assert (sha,) == pattern.commits
    assert ("scripts/gate.sh",) == pattern.paths


@pytest.mark.parametrize(
    ("subject", "path"),
    [
        ("add coupon codes", "src/coupons.py"),
        ("fix: totals are rounded twice", "src/shop.py"),
        ("Explain coupons", "docs/coupons.md"),
        ("Bump ruff from 0.9 to 0.10", "pyproject.toml"),
        ("Fix typo", "CONTRIBUTING.md"),
        ("chore: release v1.2.0", "package.json"),
        ("Add the coupon library", "package.json"),
        ("add strict mode", "tsconfig.json"),
    ],
)
def test_field_only_work_is_left_out_and_counted(subject: str, path: str) -> None:
    """
    Domain code, settings, one-off fixes, plain documents, bumps, typos and releases are no patterns.
    """
    history = shop()
    history.files[path] = "one\n"
    history.commit(subject, {path: "one\ntwo\nthree\n"})

    assert [] == titles(history.session())
    assert 1 == sum(left_out(history.session()).values())


def test_a_skill_refined_over_ten_commits_is_one_pattern() -> None:
    """
    What a colleague would tell as one practice is told once, with all its commits.
    """
    history = shop()
    history.commit("Add a skill for checking links", {"skills/check-links/SKILL.md": SKILL})
    for step in range(9):
        text = SKILL + "".join(f"- Never skip check {n}.\n" for n in range(step + 1))
        history.commit(f"Say what to do about case {step}", {"skills/check-links/SKILL.md": text})

    (pattern,) = harvest_patterns(history.session()).patterns

    assert 10 == len(pattern.commits)


def test_a_bulk_commit_gives_at_most_one_pattern() -> None:
    """
    A hundred agents brought in at once are content that was moved in, not a hundred practices.
    """
    history = shop()
    history.commit(
        "Import the agents of the other repository",
        {f"agents/expert-{n}.md": f"---\nname: expert-{n}\n---\nKnow {n}.\n" for n in range(100)},
    )

    assert len(titles(history.session())) <= 1


def test_the_first_commit_of_a_project_is_no_practice_by_itself() -> None:
    """
    What stands in the root commit was copied from a template more often than not; later work on it counts.
    """
    history = History()
    history.commit("First version", {".github/workflows/ci.yml": "on: push\n", "tox.ini": "[tox]\n", "src/a.py": "1\n"})
    history.commits[0] = history.commits[0].model_copy(update={"parents": ()})
    history.commit("Run CI for pull requests from forks", {".github/workflows/ci.yml": "on: [push, pull_request]\n"})

    assert ["Run CI for pull requests from forks"] == titles(history.session())


def test_a_change_of_a_shared_file_counts_by_what_is_said_of_it() -> None:
    """
    A workflow holds many practices: pinning its actions is one, tidying it is none.
    """
    history = shop()
    history.files[".github/workflows/ci.yml"] = "a\n"
    history.commit("Pin all actions by hash", {".github/workflows/ci.yml": "b\n"})
    history.commit("Simplify", {".github/workflows/ci.yml": "c\n"})
    history.commit("ci: readability", {".github/workflows/ci.yml": "d\n"})
    history.commit("ci: add forgotten step", {".github/workflows/ci.yml": "e\n"})

    assert ["Pin all actions by hash (CI workflow ci)"] == titles(history.session())


def test_a_new_ci_step_counts_even_when_the_message_says_little() -> None:
    """
    Where lines can be read, the step itself is the evidence.
    """
    history = shop()
    history.files[".github/workflows/ci.yml"] = "jobs:\n"
    history.commit("ci", {".github/workflows/ci.yml": "jobs:\n      - run: uv run mypy --strict src\n"})

    assert ["CI workflow ci: runs uv run mypy --strict src"] == titles(history.session())


def test_a_tool_taken_into_use_is_one_pattern_over_all_its_commits() -> None:
    """
    Adopting a linter over six commits is one practice.
    """
    history = shop()
    history.files["pyproject.toml"] = "[project]\n"
    history.commit("Add ruff", {"ruff.toml": "line-length = 100\n"})
    for step in range(5):
        history.commit(
            f"Let ruff check folder {step}", {"ruff.toml": "line-length = 100\n" + "x\n" * (step + 1)}, day=9 + step
        )

    (pattern,) = harvest_patterns(history.session()).patterns

    assert "ruff" in pattern.title.lower()
    assert 6 == len(pattern.commits)


def test_a_rule_spread_over_many_skills_is_one_pattern() -> None:
    """
    One change made to every skill is a convention, however many files it touches.
    """
    history = shop()
    history.files |= {f"skills/s{n}/SKILL.md": "old\n" for n in range(6)}
    history.commit(
        "Require a trigger phrase in every skill description",
        {f"skills/s{n}/SKILL.md": "old\nUse when it fits.\n" for n in range(6)},
    )

    assert ["Require a trigger phrase in every skill description (across 6 skills)"] == titles(history.session())


def test_the_same_kind_of_fix_three_times_is_a_pattern() -> None:
    """
    Product code is left out, but what it suffers from again and again is worth knowing.
    """
    history = shop()
    for place in ("import", "export", "labels"):
        history.commit(
            f"Fix the {place}: open the file as UTF-8",
            {f"src/{place}.py": f"{place}\n"},
            body="The machine's own encoding was used, which differs between the desks, so that names broke.",
        )
    history.commit("Fix the colour of a button", {"src/button.py": "blue\n"})

    (pattern,) = harvest_patterns(history.session()).patterns

    assert pattern.title.startswith("Fixed 3 times")
    assert "error → solution" == pattern.kind
    assert 3 == len(pattern.commits)


def test_a_guard_takes_in_the_fixes_that_it_keeps_fixed() -> None:
    """
    Error and solution are one pattern when a check came that outlives the bugs.
    """
    history = shop()
    reason = "The machine's own encoding was used, which differs between the desks, so that names broke."
    for place in ("import", "export", "labels"):
        history.commit(f"Fix the {place}: open the file as UTF-8", {f"src/{place}.py": f"{place}\n"}, body=reason)
    sha = history.commit(
        "Fail the build when a file is opened without an encoding",
        {"scripts/check_encoding.py": "import ast\n", "tests/test_check_encoding.py": "pass\n"},
    )

    (pattern,) = harvest_patterns(history.session()).patterns

    assert "error → solution" == pattern.kind
    assert sha == pattern.commits[0] and 4 == len(pattern.commits)
    assert {"reason", "guard", "file"} <= {item.role for item in pattern.evidence}


def test_what_was_taken_back_is_no_pattern() -> None:
    """
    A reverted trial taught that it does not work; what was put back again stays.
    """
    history = shop()
    history.files[".github/workflows/ci.yml"] = "a\n"
    history.commit("Run CI in parallel", {".github/workflows/ci.yml": "b\n"})
    history.commit('Revert "Run CI in parallel"', {".github/workflows/ci.yml": "a\n"})

    assert [] == titles(history.session())

    history.commit('Reapply "Run CI in parallel"', {".github/workflows/ci.yml": "b\n"})

    assert ["Run CI in parallel"] == titles(history.session())


def test_work_that_is_not_committed_counts_too() -> None:
    """
    A session that ends before its commit has done its work all the same.
    """
    history = shop()
    lines = tuple(AddedLine(number=n, text=text) for n, text in enumerate(SKILL.splitlines(), 1))
    history.uncommitted = (
        UncommittedChange(path="skills/check-links/SKILL.md", state="untracked", added_lines=lines, text_read=True),
        UncommittedChange(path="src/shop.py", state="unstaged"),
    )

    (pattern,) = harvest_patterns(history.session()).patterns

    assert ("worktree",) == pattern.commits
    assert "Skill check-links: for use when a page gains links" == pattern.title
    assert all("worktree" == item.pointer.sha and item.pointer.line for item in pattern.evidence)


def test_prefixes_may_go_and_the_patterns_stay() -> None:
    """
    Judging by `fix:` and `ci:` would work in one house and fail in the next.
    """
    history = shop()
    history.files[".github/workflows/ci.yml"] = "a\n"
    history.commit("ci: pin all actions by hash", {".github/workflows/ci.yml": "b\n"})
    history.commit("feat(scripts): add a release gate script", {"scripts/gate.sh": GATE})
    history.commit("docs: add a skill for checking links", {"skills/check-links/SKILL.md": SKILL})
    session = history.session()
    bare = rewording(session, {c.subject: re.sub(r"^[\w()]+: ", "", c.subject) for c in session.git.commits})

    assert 3 == len(titles(session))
    assert titles(session) == titles(bare)


def test_an_empty_session_and_a_small_one_are_ordinary() -> None:
    """
    Nothing found is a result; fewer than three patterns are held for next time.
    """
    assert () == harvest_patterns(History().session()).patterns
    assert harvest_patterns(History().session()).held

    history = shop()
    history.commit("Show totals", {"src/shop.py": "total = 1\n"})

    assert [] == titles(history.session())
    assert {"domain code": 1} == left_out(history.session())


@pytest.mark.bench
def test_a_thousand_commits_take_less_than_a_second() -> None:
    """
    The harvest may not be what a close waits for (SPEC 12).
    """
    history = shop()
    for n in range(250):
        history.commit(f"Show part {n}", {f"src/part{n % 40}.py": f"{n}\n"})
        history.commit(f"Fix part {n}: handle a missing file", {f"src/part{n % 40}.py": f"{n} {n}\n"}, body="It broke.")
        history.commit(f"Say how to check case {n}", {f"skills/s{n % 25}/SKILL.md": f"- Never skip {n}.\n" * 20})
        history.commit(f"Let CI check part {n}", {".github/workflows/ci.yml": f"  - run: pytest part{n}\n"})
    session = history.session()

    begun = time.perf_counter()
    harvest = harvest_patterns(session)

    assert time.perf_counter() - begun < 1.0
    assert 3 <= len(harvest.patterns) <= 45


def test_what_was_left_out_is_named_by_commit() -> None:
    """
    A number that nobody can trace can't be appealed.
    """
    history = shop()
    first = history.commit("add coupon codes", {"src/coupons.py": "1\n"})
    typo = history.commit("Fix typo", {"README.md": "# The shop\n"})
    second = history.commit("add vouchers", {"src/vouchers.py": "1\n"})

    harvest = harvest_patterns(history.session())

    named = dict(harvest.left_out_commits)
    assert (first, second) == named["domain code"]
    assert {reason: len(shas) for reason, shas in named.items()} == dict(harvest.left_out)
    assert typo in {sha for shas in named.values() for sha in shas}


BACKUP = """#!/bin/sh
# Copies with the database's own backup, because cp of a live file gave a torn copy.
set -e
sqlite3 a .backup
sqlite3 a.bak check | grep -qx ok
"""


def test_a_script_that_argues_for_itself_needs_no_telling_message() -> None:
    """
    The reason stands at the head of the file.
    """
    history = shop()
    history.commit("Back up the till with sqlite's own backup", {"scripts/backup.sh": BACKUP})

    assert ["scripts/backup.sh"] == [path for p in harvest_patterns(history.session()).patterns for path in p.paths]


@pytest.mark.parametrize(
    ("rules", "home"),
    [
        ("- Never delete a line of the ledger.\n- Always ask the tellers first.\n", "field signal"),
        ("- Never run `src/ledger.py` by hand.\n- Always add a test.\n", "field signal"),
        ("- Never push to main without a review.\n- Always add a test for a fix.\n", "meta"),
    ],
)
def test_rules_about_the_product_itself_stay_with_it(rules: str, home: str) -> None:
    """
    What one project's instructions say of its own things holds nowhere else.
    """
    history = History(files={"src/ledger.py": "1\n", "src/tellers.py": "1\n"})
    history.commit("Write down the rules for agents, so that none forgets them", {"AGENTS.md": f"# Rules\n\n{rules}"})

    assert [home] == [pattern.absorbed_into for pattern in harvest_patterns(history.session()).patterns]


def test_a_check_is_told_with_the_line_of_ci_that_calls_it() -> None:
    """
    A script that nothing calls checks nothing.
    """
    history = shop()
    history.files[".gitlab-ci.yml"] = "t:\n  script:\n    - make test\n"
    history.commit(
        "Fail the build when a price is kept as a float",
        {
            "scripts/check_prices.py": '"""Fails when a price is a float."""\n' * 30,
            ".gitlab-ci.yml": "t:\n  script:\n    - make test\n    - python scripts/check_prices.py prices.json\n",
        },
    )

    (pattern,) = (p for p in harvest_patterns(history.session()).patterns if "scripts/check_prices.py" in p.paths)

    assert "python scripts/check_prices.py prices.json" in {i.text for i in pattern.evidence if i.role == "command"}


DASHBOARD = '{"title": "Tills", "panels": ["sales", "returns", "errors"]}\n' * 40


@pytest.mark.parametrize(("before", "new"), [(True, 0), (False, 1)])
def test_another_part_of_what_was_there_before_did_not_come_to_be_now(*, before: bool, new: int) -> None:
    """
    A second dashboard is no set-up of dashboards, and a tool that was configured already is not taken into use.
    """
    history = shop()
    history.files |= {"deploy/dashboards/tills.json": DASHBOARD, ".readthedocs.yaml": "version: 2\n"} if before else {}
    history.commit("Add a dashboard for returns", {"deploy/dashboards/returns.json": DASHBOARD})
    history.commit("Use a social card on Read the Docs", {".readthedocs.yaml": "version: 2\nbuild:\n  os: ubuntu\n"})
    git = history.session().git

    dashboard, card = read_works(git)

    assert new == sum(touch.births for touch in dashboard.touches)
    assert new == len(find_tools_taken_up((dashboard, card), paths_before(git)))
