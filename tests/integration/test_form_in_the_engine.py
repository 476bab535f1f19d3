"""A deployed run at its form: suspended, answered through the API, and what may happen in between (SPEC 10.2)."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harvest_loop.adapters import ports
from harvest_loop.schemas.inbox import ExpiredForm
from harvest_loop.schemas.suspended import Suspension
from harvest_loop.tasks.find_expired import is_gone_on_with, still_waits
from tests.flows.test_shown_again import PLACE, TEXT
from tests.packaging.project import build_wheel, copy_project, install
from tests.support.example import make_field
from tests.support.local_service import LocalService
from tests.support.secrets import ENCODINGS, planted
from tests.support.suspended import SuspendedRun, literal_text, small_hub, target

KILL = """#!/bin/sh
# The first commit here ends the process that asked for it.
[ -e "$(git rev-parse --git-common-dir)/was-killed" ] && exit 0
: > "$(git rev-parse --git-common-dir)/was-killed"
run=$PPID
until ps -ww -o command= -p "$run" | grep -q prefect; do run=$(ps -o ppid= -p "$run" | tr -d ' '); done
kill -9 "$run"
"""
PERSON = "[user]\n\tname = A Person\n\temail = person@example.invalid\n"
PLAIN = (
    "answered",
    "wrong",
    "twice",
    "unanswered",
    "upgraded",
    "reviewed",
    "retried",
    "finished",
    "overnight",
    "cut",
    "expired",
)
SECRET = planted()["github token"]
WITH_AN_EDIT = ("changed", "overtaken")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """A service of the built wheel, so that a test can upgrade it."""
    place = tmp_path_factory.mktemp("engine")
    installed = install(build_wheel(copy_project(tmp_path_factory.mktemp("project"), links=True)), place / "installed")
    (place / ".gitconfig").write_text(PERSON)
    up = LocalService(installed / "bin" / "python", place)
    try:
        done = up.harvest("up", "--port", str(ports.passing_port()))
        assert 0 == done.returncode, done.stderr
        yield up
    finally:
        up.harvest("down")


@pytest.fixture(scope="module")
def suspended(service: LocalService, tmp_path_factory: pytest.TempPathFactory) -> dict[str, SuspendedRun]:
    """A run a test, each with a hub of its own, all of them suspended at their form."""
    place = tmp_path_factory.mktemp("hubs")
    lendlog = make_field(place / "lendlog")
    hubs = {name: small_hub(place / name) for name in PLAIN} | {
        name: small_hub(place / name, {PLACE: TEXT}) for name in WITH_AN_EDIT
    }
    for name in ("retried", "finished"):
        hook = hubs[name].write(".git/hooks/pre-commit", KILL)
        hook.chmod(0o755)
    runs = {name: SuspendedRun.begin(service, hub, lendlog) for name, hub in hubs.items()}
    for run in runs.values():
        run.wait_until_suspended()
    return runs


def review(run: SuspendedRun, answers: dict[str, str]) -> str:
    """Answer the hub's form by file, and return the last line that was printed."""
    place = run.hub.path / "tracks" / "answers.json"
    place.write_text(json.dumps(answers))
    done = run.service.harvest("review", "--hub", str(run.hub.path), "--answers", str(place))
    assert 0 == done.returncode, done.stderr
    return done.stdout.splitlines()[-1]


def holding_the_secret(service: LocalService) -> list[Path]:
    """Every file of the service, its database and the database's log among them, that holds the secret in any form."""
    forms = [encode(SECRET).encode() for encode in ENCODINGS.values()]
    files = [path for path in service.state.rglob("*") if path.is_file()]
    assert service.state / "prefect" / "prefect.db" in files
    return [path for path in files if any(form in path.read_bytes() for form in forms)]


def word_on(run: SuspendedRun, path: str, word: str) -> dict[str, str]:
    """A word on the line that would change this path, and none on the others."""
    (line,) = [line for line in run.lines() if target(line) == path]
    return {f"answer_{line['hash']}": word}


def assert_first_line_drafted_once(run: SuspendedRun) -> None:
    """One branch with one commit, which holds the text of the form's first line, and one manifest entry."""
    first = run.lines()[0]
    (branch,) = run.branches()
    assert [target(first)] == run.drafted()
    assert literal_text(first) == run.hub.git("show", f"{branch}:{target(first)}") + "\n"
    assert [first["manifest_id"]] == run.manifest_ids()
    assert 1 == len(run.hub.git("worktree", "list").splitlines())


def test_words_through_the_api_are_carried_out(suspended: dict[str, SuspendedRun]) -> None:
    """
    Y writes the text of its line, N with a reason rejects, and the state carries the name of the final verdict.
    The reason is kept as typed by nobody: a secret in it is in no file of the hub, the engine or its database.
    """
    run = suspended["answered"]
    second = target(run.lines()[1])
    waiting = run.record().splitlines()[-1]
    assert waiting.startswith(f"Verdict: CONDITIONAL_PASS — {len(run.lines())} proposals wait")

    said = run.answer(run.words("Y", ("N", f"not while {SECRET} is in it")))

    assert "ACCEPT" == said["status"]
    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    final = run.record().splitlines()[-1]
    assert final == ended["state"]["message"]
    assert final.startswith(f"Verdict: {ended['state']['name']} — {len(run.lines()) - 2} held")
    assert_first_line_drafted_once(run)
    assert [second] == run.rejected()
    assert run.form()["answer"]["answered_at"] > run.form()["form"]["asked_at"]
    assert {"ui", "none"} == {word["channel"] for word in run.form()["answer"]["lines"]}
    assert "not while «redacted:github-token» is in it" in (run.meta / "tombstones.jsonl").read_text()
    assert [] == holding_the_secret(run.service)
    assert not any(SECRET.encode() in path.read_bytes() for path in run.meta.iterdir())


WRONG: dict[str, dict[str, object]] = {
    "a word that is none": {"first": "maybe"},
    "a type that is none": {"first": ["Y"]},
    "a line of another form": {"answer_" + "0" * 64: "Y"},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_answer_of_the_wrong_type_is_refused(wrong: str, suspended: dict[str, SuspendedRun]) -> None:
    """
    The server says why with HTTP 200; the run goes on waiting and nothing of the hub changes.
    """
    run = suspended["wrong"]
    before = {path: path.read_bytes() for path in run.meta.iterdir()}
    first = f"answer_{run.lines()[0]['hash']}"

    said = run.answer({first if name == "first" else name: word for name, word in WRONG[wrong].items()})

    assert "REJECT" == said["status"]
    assert "Validation failed" in said["details"]["reason"]
    assert "PAUSED" == run.now_in()
    assert before == {path: path.read_bytes() for path in run.meta.iterdir()}


def test_of_two_answers_at_once_the_first_counts(suspended: dict[str, SuspendedRun]) -> None:
    """
    The server takes one, whole; the other is told that the run doesn't wait any more, and so is a later one.
    """
    run = suspended["twice"]
    two = (run.words("Y"), run.words(("N", "not here"), ("N", "nor there")))

    with ThreadPoolExecutor() as both:
        said = [answer["status"] for answer in both.map(run.answer, two)]
    run.state("COMPLETED", "FAILED", "CRASHED")
    late = run.answer(run.words(*["Y"] * 9))

    assert ["ABORT", "ACCEPT"] == sorted(said)
    assert "ABORT" == late["status"]
    drafted = [target(line) for line in run.lines()[:1]]
    rejected = [target(line) for line in run.lines()[:2]]
    assert (run.drafted(), run.rejected()) == ((drafted, []) if said[0] == "ACCEPT" else ([], rejected))


def test_resumed_without_words_every_line_is_held(suspended: dict[str, SuspendedRun]) -> None:
    """
    Silence is no failure and no refusal: each line is kept on hold, and the run ends with its own verdict.
    """
    run = suspended["unanswered"]

    run.answer({})

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert "CONDITIONAL_PASS" == ended["state"]["name"]
    assert f"{len(run.lines())} held" in run.record().splitlines()[-1]
    assert ([], [], []) == (run.branches(), run.rejected(), run.manifest_ids())
    assert "status: on-hold" in (run.meta / "fh_signal_2026-03-20_lendlog.md").read_text()


def test_an_expired_form_lets_its_suspended_run_go_on(
    suspended: dict[str, SuspendedRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Resumed with no answer every line is held; a person who answers a moment later is told that the run doesn't wait.
    """
    run = suspended["expired"]
    monkeypatch.setenv("HARVEST_STATE", str(run.service.state))
    flow_run = Suspension.model_validate(run.form()["suspension"])
    form = ExpiredForm(hub=str(run.hub.path), run=run.form()["form"]["run"], suspension=flow_run)

    goes_on = [is_gone_on_with(form) for _ in range(2)]
    late = run.answer(run.words("Y"))

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert ([True, True], "ABORT") == (goes_on, late["status"])
    assert "CONDITIONAL_PASS" == ended["state"]["name"]
    assert f"{len(run.lines())} held" in run.record().splitlines()[-1]
    assert ([], [], []) == (run.branches(), run.rejected(), run.manifest_ids())
    assert not is_gone_on_with(form)  # it has ended: there is nothing to go on with
    assert not still_waits(form)


def test_review_lets_the_suspended_run_end(suspended: dict[str, SuspendedRun]) -> None:
    """
    Answered in a terminal, the form needs nobody in the UI: the run ends with what the record says.
    """
    run = suspended["reviewed"]

    printed = review(run, {target(run.lines()[0]): "Y"})

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert printed == ended["state"]["message"] == run.record().splitlines()[-1]
    assert_first_line_drafted_once(run)


def test_a_base_that_changed_in_between_is_shown_again(suspended: dict[str, SuspendedRun]) -> None:
    """
    The Y in the UI was for another text: nothing is written, the new text waits, and a Y on it is carried out.
    """
    run = suspended["changed"]
    run.hub.commit("More words", {PLACE: f"{TEXT}\nMore words.\n"})

    run.answer(word_on(run, PLACE, "Y"))

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert "1 proposal waits" in ended["state"]["message"]
    assert ([], [PLACE]) == (run.branches(), [target(line) for line in run.lines()])
    shown = literal_text(run.lines()[0])
    review(run, {PLACE: "Y"})
    (branch,) = run.branches()
    assert shown == run.hub.git("show", f"{branch}:{PLACE}") + "\n"
    assert shown.startswith(f"{TEXT}\nMore words.\n")


def test_what_review_shows_again_is_not_settled_by_the_run_that_ends(suspended: dict[str, SuspendedRun]) -> None:
    """
    The run asked about another text: when it ends, the new line is neither held nor written, and waits for a word.
    """
    run = suspended["overtaken"]
    run.hub.commit("More words", {PLACE: f"{TEXT}\nMore words.\n"})
    asked = word_on(run, PLACE, "Y")

    printed = review(run, {PLACE: "Y"})

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert "1 proposal waits" in printed
    assert printed == ended["state"]["message"]
    assert "ABORT" == run.answer(asked)["status"]
    assert ([], [PLACE]) == (run.branches(), [target(line) for line in run.lines()])
    assert not run.form()["settled"]


def test_a_run_killed_while_it_writes_is_taken_up_again(suspended: dict[str, SuspendedRun]) -> None:
    """
    Started again in the UI, it goes on with the words that were given, and each is carried out once.
    """
    run = suspended["retried"]
    second = target(run.lines()[1])
    run.answer(run.words("Y", ("N", "not here")))
    run.state("CRASHED")

    ended = run.retried()

    assert run.record().splitlines()[-1] == ended["state"]["message"]
    assert_first_line_drafted_once(run)
    assert [second] == run.rejected()
    assert 1 == run.record().count("### Answer\n")


def test_review_goes_on_where_a_run_was_killed(suspended: dict[str, SuspendedRun]) -> None:
    """
    The words that were given in the UI are carried out once; nobody is asked for others.
    """
    run = suspended["finished"]
    second = target(run.lines()[1])
    run.answer(run.words("Y", ("N", "not here")))
    run.state("CRASHED")

    done = run.service.harvest("review", "--hub", str(run.hub.path))

    assert 0 == done.returncode, done.stderr
    assert "going on with those words" in done.stderr
    assert_first_line_drafted_once(run)
    assert [second] == run.rejected()
    assert 1 == run.record().count("### Answer\n")


def test_an_upgrade_in_between_changes_nothing_that_was_asked(
    service: LocalService, suspended: dict[str, SuspendedRun]
) -> None:
    """
    With another innovator and no stored results, the words apply to the texts that were shown: no step is run anew.
    """
    run = suspended["upgraded"]
    innovator = Path(version_and_place(service)[1])
    before = version_and_place(service)[0]
    innovator.write_text(innovator.read_text() + "\n\ndel propose  # what an upgrade may do\n")
    subprocess.run(["rm", "-rf", str(service.state / "results")], check=True)
    assert before != version_and_place(service)[0]

    run.answer(run.words("Y"))

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert "CONDITIONAL_PASS" == ended["state"]["name"]
    assert_first_line_drafted_once(run)
    tasks = service.api.post("/task_runs/filter", {"flow_runs": {"id": {"any_": [ended["id"]]}}})
    ran = Counter(task["name"] for task in tasks)
    assert {"3b innovator": 1, "form": 1, "evidence": 1} == {
        name: ran[name] for name in ("3b innovator", "form", "evidence")
    }


def version_and_place(service: LocalService) -> list[str]:
    """The engine's version, and the file of its innovator."""
    ask = """
from importlib.util import find_spec
from harvest_loop.tasks.run_token import engine_version
print(engine_version(), find_spec("harvest_loop.domain.judges.innovator").origin, sep="\\n")
"""
    command = [str(service.python), "-c", ask]
    done = subprocess.run(command, env=service.environment(), cwd=service.folder, check=True, capture_output=True)
    return done.stdout.decode().splitlines()


def test_the_server_was_down_overnight(service: LocalService, suspended: dict[str, SuspendedRun]) -> None:
    """
    A form that was answered while no server was up is said to be answered when its run is resumed; nothing is redone.
    """
    run = suspended["overnight"]
    words = run.words(("N", f"not here: {SECRET}"), ("N", "nor there"))
    assert 0 == service.harvest("down").returncode
    printed = review(run, {target(run.lines()[0]): "Y"})
    assert 0 == service.harvest("up").returncode
    assert "PAUSED" == run.now_in()

    run.answer(words)

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert printed == ended["state"]["message"] == run.record().splitlines()[-1]
    assert_first_line_drafted_once(run)
    assert [] == run.rejected()
    assert [] == holding_the_secret(service)
    assert "PAUSED" == suspended["wrong"].now_in()


def test_a_form_that_was_cut_off_meanwhile_is_not_taken_for_none(suspended: dict[str, SuspendedRun]) -> None:
    """
    The run that asked about it fails and says so; it doesn't harvest anew, nor is any other run's form in its way.
    """
    run = suspended["cut"]
    words = run.words("Y")
    (place,) = run.meta.glob("pending_*.json")
    place.write_bytes(place.read_bytes()[:1000])
    before = {path: path.read_bytes() for path in run.meta.iterdir()}

    run.answer(words)

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    assert "FAILED" == ended["state"]["type"]
    assert "the form that this run asked about is gone or can't be read" in ended["state"]["message"]
    assert before == {path: path.read_bytes() for path in run.meta.iterdir()}
    assert [] == run.branches()
