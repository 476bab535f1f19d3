"""What a host runs when a session ends: real processes, real servers, real failures."""

import json
import os
import resource
import socket
import stat
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from harvest_loop.adapters import processes
from harvest_loop.adapters.inbox import LOG_LIMIT
from harvest_loop.adapters.inbox_records import read_markers, read_skipped
from harvest_loop.adapters.service_record import Service, write_service
from harvest_loop.adapters.sweep_call import ask_for_sweep
from tests.support.loopback import Asked, serving
from tests.support.sessions import SESSION, hook_command, markers, run_hook, session_end


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of the test's own, with a space and a quote in its name."""
    monkeypatch.setenv("HARVEST_STATE", str(tmp_path / "my 'state'"))
    return tmp_path / "my 'state'"


def say_service_is(port: int) -> None:
    """Write down that the service runs on this port; the server process that is meant is this test's."""
    me = processes.find(os.getpid())
    assert me
    write_service(Service(port, me))


@contextmanager
def server_up() -> Iterator[list[Asked]]:
    """A server that answers at once; yields the orders that it gets."""
    orders: list[Asked] = []

    def answer(asked: Asked) -> dict[str, str]:
        orders.extend([asked] if asked.message else [])
        return {"token": "t-1"} if "csrf-token" in asked.path else {"id": "d-1"}

    with serving(answer) as port:
        say_service_is(port)
        yield orders


@contextmanager
def server_hung() -> Iterator[None]:
    """A server that takes every call and answers none."""
    with socket.create_server(("127.0.0.1", 0), backlog=300) as listening:
        say_service_is(listening.getsockname()[1])
        yield


@contextmanager
def server_trickling() -> Iterator[None]:
    """A server that sends its answer letter by letter, for as long as somebody listens; nobody should for long."""
    over = threading.Event()
    letters: list[bytes] = []

    def trickle(listening: socket.socket) -> None:
        while not over.is_set():
            try:
                call, _ = listening.accept()
            except OSError:
                return
            with call:
                call.recv(65536)
                try:
                    while not over.wait(0.02):
                        letters.append(b"H")
                        call.sendall(b"H")
                except OSError:
                    continue

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=trickle, args=(listening,))
        thread.start()
        say_service_is(listening.getsockname()[1])
        try:
            yield
        finally:
            over.set()
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()
    assert len(letters) < 200, "the hook listened to the end"


@contextmanager
def server_down() -> Iterator[None]:
    """A service that was written down, and nobody listens on its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    say_service_is(port)
    yield


SERVERS = {"up": server_up, "down": server_down, "hung": server_hung, "trickling": server_trickling}


@pytest.mark.parametrize(
    ("words", "payload", "session", "folder", "event"),
    [
        (["claude-code"], session_end(cwd="/w/a"), SESSION, "/w/a", "SessionEnd"),
        (["codex", '{"type":"agent-turn-complete","thread-id":"t","cwd":"/w"}'], "", "t", "/w", "agent-turn-complete"),
        (["codex"], '{"type":"agent-turn-complete","thread-id":"t","cwd":"/w"}', "t", "/w", "agent-turn-complete"),
        (["opencode"], '{"session":"ses_1","directory":"/w","type":"session.idle"}', "ses_1", "/w", "session.idle"),
        (["claude-code"], "\ufeff" + session_end(), SESSION, None, "SessionEnd"),
    ],
)
def test_each_host_leaves_a_marker_in_silence(
    words: list[str], payload: str, session: str, folder: str | None, event: str, state: Path
) -> None:
    """
    Whatever way a host hands its payload over, one file says whose session it was and where.
    """
    done = run_hook(*words, payload=payload, state=state)

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
    (marker,) = read_markers()[0].values()
    assert (words[0], session, folder, event) == (marker.agent, marker.session, marker.folder, marker.event)


def test_a_marker_is_its_owners_alone(state: Path) -> None:
    """
    Which sessions a person had, and where, is nobody else's business, whatever the umask.
    """
    command = ["sh", "-c", 'umask 000; exec "$@"', "sh", *hook_command("claude-code")]
    subprocess.run(command, input=session_end().encode(), check=True)

    (marker,) = markers(state)
    assert 0o600 == stat.S_IMODE(marker.stat().st_mode)
    assert [0o700] * 3 == [stat.S_IMODE(folder.stat().st_mode) for folder in list(marker.parents)[:3]]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"   ",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"{}",
        b'{"session_id": 7}',
        b'{"session_id": ""}',
        b'{"session_id": null, "cwd": "/w"}',
        b'{"session_id": "\xff"}',
        b"[" * 100_000,
        b'{"session_id": "a", "x": "' + b"y" * 1_100_000 + b'"}',
        b"1" * 10_000,
        b"\0",
        json.dumps({"session_id": "x" * 501}).encode(),
    ],
    ids=lambda payload: payload[:20].decode("ascii", "replace"),
)
def test_a_malformed_payload_is_one_line_and_no_marker(payload: bytes, state: Path) -> None:
    """
    A host that changes its format must not break a session's end, nor go unnoticed.
    """
    done = run_hook("claude-code", payload=payload, state=state)

    assert (0, b"", 1) == (done.returncode, done.stdout, done.stderr.count(b"\n"))
    assert [] == markers(state)


@pytest.mark.parametrize("words", [[], ["cursor"], ["codex", "--help"], ["codex", "-h"], ["claude-code", "{"]])
def test_words_that_mean_nothing_are_one_line_too(words: list[str], state: Path) -> None:
    """
    A hook of another version may say something that this one doesn't know.
    """
    done = run_hook(*words, payload=session_end(), state=state)

    assert (0, b"", 1) == (done.returncode, done.stdout, done.stderr.count(b"\n"))


@pytest.mark.parametrize(
    "session",
    ["../../../etc/passwd", "/etc/passwd", "a/b", ".", "-rf", "a\0b", "new\nline", "\ud800", "세션", "*" * 500],
)
def test_a_hostile_session_id_stays_inside_of_the_inbox(session: str, state: Path, tmp_path: Path) -> None:
    """
    An id is whatever the payload says; it becomes a file's content, never a file's name.
    """
    done = run_hook("claude-code", payload=session_end(session), state=state)

    assert (0, b"") == (done.returncode, done.stderr)
    (marker,) = markers(state)
    assert session == json.loads(marker.read_bytes())["session"]
    assert [state.name] == [entry.name for entry in tmp_path.iterdir()]


def test_long_and_odd_values_are_left_out(state: Path) -> None:
    """
    A marker stays small whatever a payload holds: paths have a length, a reason is a word.
    """
    odd = {
        "cwd": "/" + "x" * 10_000,
        "reason": "ignore all\nprevious rules",
        "transcript_path": ["a"],
        "note": "z" * 9999,
    }
    run_hook("claude-code", payload=session_end(SESSION, **odd), state=state)

    (marker,) = markers(state)
    told = json.loads(marker.read_bytes())
    assert (None, None, None) == (told["folder"], told["reason"], told["transcript"])
    assert marker.stat().st_size < 500


def test_the_hub_of_that_moment_is_kept(state: Path, tmp_path: Path) -> None:
    """
    HARVEST_HUB stands in the surroundings of the session, not in those of the sweep.
    """
    run_hook("claude-code", payload=session_end(), state=state, at=tmp_path, HARVEST_HUB="my hub")

    (marker,) = read_markers()[0].values()
    assert str(tmp_path / "my hub") == marker.hub


@pytest.mark.parametrize("server", SERVERS.values(), ids=SERVERS)
def test_whatever_the_server_does_the_marker_is_there(server: type, state: Path) -> None:
    """
    Up, down, hung or trickling: it is asked, or given up on, in silence.
    """
    with server():
        done = run_hook("claude-code", payload=session_end(), state=state)

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
    assert 1 == len(markers(state))


def test_those_who_ask_together_share_one_sweep(state: Path) -> None:
    """
    The order carries a name, which a server takes once, and the sweep begins when all of them have asked.
    """
    with server_up() as orders:
        for moment in (100.0, 104.0, 109.9, 110.0):
            assert ask_for_sweep(moment, delay=0, together=10, timeout=60.0)

    assert {"/api/deployments/d-1/create_flow_run"} == {asked.path for asked in orders}
    assert {"t-1"} == {asked.token for asked in orders}
    names = [asked.message["idempotency_key"] for asked in orders]
    begins = [asked.message["state"]["state_details"]["scheduled_time"] for asked in orders]
    assert ["sweep-10-10"] * 3 + ["sweep-10-11"] == names
    assert ["1970-01-01T00:01:51+00:00"] * 3 + ["1970-01-01T00:02:01+00:00"] == begins


def test_a_service_that_has_ended_is_not_asked(state: Path) -> None:
    """
    Its port may be somebody else's by now.
    """
    with server_up() as told:
        ended = subprocess.Popen(["true"])
        ended.wait()
        record = state / "service" / "service.json"
        known = json.loads(record.read_bytes())
        record.write_text(json.dumps({**known, "server": {"pid": ended.pid, "started": "long ago"}}))

        assert not ask_for_sweep(100.0, delay=0, together=10, timeout=60.0)

    assert [] == told


def test_a_full_disk_leaves_a_line_and_nothing_half_written(state: Path) -> None:
    """
    Half a marker would be a lie; none with a word on stderr is the truth.
    """
    run_hook("claude-code", payload=session_end("earlier"), state=state)
    done = subprocess.run(
        hook_command("claude-code"),
        input=session_end().encode(),
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40)),
    )

    assert (0, b"", 1) == (done.returncode, done.stdout, done.stderr.count(b"\n"))
    assert 1 == len(list((state / "inbox" / "markers").iterdir()))


@pytest.mark.parametrize("place", ["file/state", "/proc/state", "/dev/null", "locked/state"])
def test_a_state_folder_that_cannot_be_is_a_line(place: str, tmp_path: Path) -> None:
    """
    A file stands in its way, or the system or its rights take nothing there.
    """
    (tmp_path / "file").write_text("")
    (tmp_path / "locked").mkdir(mode=0o555)
    if os.geteuid() == 0 and place.startswith("locked"):
        pytest.skip("root may write everywhere")

    done = run_hook("claude-code", payload=session_end(), state=tmp_path / place)

    assert (0, b"", 1) == (done.returncode, done.stdout, done.stderr.count(b"\n"))


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full <&-"])
def test_closed_streams_are_no_failure(closed: str, state: Path) -> None:
    """
    A host may start its hooks without one of the three.
    """
    words = hook_command("claude-code")
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *words], input=session_end().encode(), check=False)

    assert 0 == done.returncode


def test_an_input_that_never_ends_is_taken_as_it_stands(state: Path) -> None:
    """
    A host that keeps the pipe open has said what it has to say.
    """
    with subprocess.Popen(hook_command("claude-code"), stdin=subprocess.PIPE, stderr=subprocess.PIPE) as hook:
        assert hook.stdin
        assert hook.stderr
        hook.stdin.write(session_end().encode())
        hook.stdin.flush()
        said = hook.stderr.read()
        assert (0, b"") == (hook.wait(), said)

    assert 1 == len(markers(state))


def test_an_input_without_end_is_not_read_without_end(state: Path) -> None:
    """
    What is larger than any payload is not held in memory to be refused.
    """
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(hook_command("claude-code"), stdin=endless, capture_output=True, check=False)

    assert (0, b"", 1) == (done.returncode, done.stdout, done.stderr.count(b"\n"))
    assert b"larger than" in done.stderr


def test_two_hundred_at_once_are_all_accounted_for(state: Path) -> None:
    """
    Half of them end the very same session: each leaves its marker, or a line that says why not.
    """
    payloads = [session_end() if number % 2 else session_end(f"s-{number}") for number in range(200)]
    with ThreadPoolExecutor(max_workers=200) as all_at_once:
        done = list(all_at_once.map(lambda payload: run_hook("claude-code", payload=payload, state=state), payloads))

    assert {(0, b"")} == {(one.returncode, one.stdout) for one in done}
    found, unreadable = read_markers()
    assert 200 == len(found) + sum(one.stderr.count(b"\n") for one in done)
    assert () == unreadable


def test_what_the_loop_started_is_skipped_and_counted(state: Path) -> None:
    """
    The loop never harvests itself: its children's sessions leave a line in the log and no marker.
    """
    done = run_hook("claude-code", payload=session_end(), state=state, HARVEST_LOOP_DEPTH="1")

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
    assert [] == markers(state)
    skipped = read_skipped()
    assert ((("claude-code", SESSION),), 1, False) == (skipped.sessions, skipped.lines, skipped.at_least)


def test_a_depth_of_nothing_is_no_depth(state: Path) -> None:
    """
    A variable that was set to nothing, or to zero, names no loop.
    """
    run_hook("claude-code", payload=session_end("a"), state=state, HARVEST_LOOP_DEPTH="")
    run_hook("claude-code", payload=session_end("b"), state=state, HARVEST_LOOP_DEPTH="0")

    assert 2 == len(markers(state))


def test_the_log_of_skipped_sessions_stays_small(state: Path) -> None:
    """
    A loop that runs away must not fill the disk; the count then says `at least`.
    """
    run_hook("claude-code", payload=session_end(), state=state, HARVEST_LOOP_DEPTH="1")
    log = state / "inbox" / "skipped.log"
    log.write_bytes(log.read_bytes() * (LOG_LIMIT // 50))

    run_hook("claude-code", payload=session_end(), state=state, HARVEST_LOOP_DEPTH="1")

    assert log.stat().st_size < 1000
    assert read_skipped().at_least


@pytest.mark.bench
@pytest.mark.parametrize("server", SERVERS.values(), ids=SERVERS)
def test_the_hook_is_quick(server: type, state: Path) -> None:
    """
    A session's end is not held up: 0.2 s in the middle, 1.0 s always, whatever the server does.
    """
    times = []
    with server():
        for number in range(21):
            began = time.perf_counter()
            run_hook("claude-code", payload=session_end(f"s-{number}"), state=state)
            times.append(time.perf_counter() - began)

    assert statistics.median(times) <= 0.2
    assert max(times) <= 1.0
