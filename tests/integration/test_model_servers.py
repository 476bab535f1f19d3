"""Every role asked of real servers on loopback, in both wire formats, and what comes of each fault (SPEC 5)."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from harvest_loop.adapters import ports
from harvest_loop.adapters.models import doors
from harvest_loop.domain.judges.role_pages import ROLES
from harvest_loop.errors import JudgeError, JudgeUnavailable, JudgeUnusable
from harvest_loop.schemas.judging import BackEnd, Role
from tests.support.model_calls import call_of, example
from tests.support.waiting import wait_for

FORMATS: tuple[BackEnd, ...] = ("anthropic", "openai")
PASS = '{"word": "PASS", "findings": []}'


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of another make that speaks both formats; the model's name says which role it answers for."""
    folder = tmp_path_factory.mktemp("fake")
    rules = [
        {
            "name": role,
            "when": {"model_matches": role.replace(" ", "-")},
            "respond": {"content": example(role, "output").model_dump_json()},
        }
        for role in ROLES
    ]
    (folder / "fakellm.yaml").write_text(yaml.safe_dump({"version": 1, "rules": rules}))
    port = ports.passing_port()
    command = [str(Path(sys.executable).with_name("fakellm")), "serve", "--port", str(port), "--config", "fakellm.yaml"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            assert wait_for(lambda: not ports.is_free(port), within=60)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def address(url: str, back_end: BackEnd) -> str:
    """Where a back end's API begins on a server."""
    return url if back_end == "anthropic" else f"{url}/v1"


@pytest.mark.parametrize("back_end", FORMATS)
@pytest.mark.parametrize("role", ROLES)
def test_every_role_gives_a_typed_answer(role: Role, back_end: BackEnd, fake: str) -> None:
    """
    What the server says comes back as the role's own message, with the numbers that it told.
    """
    model = role.replace(" ", "-")

    found = doors.ask(call_of(role, back_end, model=model, url=address(fake, back_end)))

    assert example(role, "output") == found.answer
    assert 1 == found.usage.requests
    assert found.usage.tokens_in


def said(path: str, text: str | None, refusal: str | None = None) -> dict[str, Any]:
    """An answer in the format that the path belongs to."""
    if path.endswith("/messages"):
        content = [{"type": "text", "text": text}] if text else []
        reason = "refusal" if refusal else "end_turn"
        usage = {"input_tokens": 10, "output_tokens": 5}
        whole = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": content, "usage": usage}
        return {**whole, "stop_reason": reason, "stop_sequence": None}
    message = {"role": "assistant", "content": text, "refusal": refusal}
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


class Faulty(ThreadingHTTPServer):
    """A server with one fault, which counts what it was asked; `is_over` lets a slow one go."""

    daemon_threads = True

    def __init__(self, fault: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.fault, self.asked, self.is_over = fault, 0, threading.Event()

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of callers that did not wait for their answer."""


class _Handler(BaseHTTPRequestHandler):
    server: Faulty

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        fault, first = self.server.fault, self.server.asked == 1
        if fault in ("500", "400", "401", "529") or (fault == "429" and first):
            self._send(int(fault), b"{}", {"retry-after": "0"})
            return
        if fault == "slow":
            self.server.is_over.wait()
        text: str | None = _TEXTS.get(fault, PASS)
        if fault == "once" and not first:
            text = PASS
        refusal = "I can't help with that" if fault == "refusal" else None
        data = json.dumps(said(self.path, None if refusal else text, refusal)).encode()
        self._send(200, data, {}, sent=len(data) // 2 if fault == "cut" else len(data))

    def _send(self, status: int, data: bytes, headers: dict[str, str], sent: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError):
            self.wfile.write(data[:sent])
        if sent != len(data):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name that the library calls
        """Say nothing."""


_TEXTS = {
    "prose": f"Sure! Here is my verdict: {PASS}",
    "another schema": '{"verdict": "pass "}',
    "almost": '{"word": "pass ", "findings": []}',
    "empty": "",
    "huge": "x" * 10_000_000,
    "once": "let me think",
}


@contextmanager
def faulty(fault: str) -> Iterator[Faulty]:
    server = Faulty(fault)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.is_over.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("back_end", FORMATS)
@pytest.mark.parametrize(
    ("fault", "kind", "why", "asked"),
    [
        ("prose", JudgeUnusable, "two answers that can't be used", 2),
        ("another schema", JudgeUnusable, "two answers that can't be used", 2),
        ("almost", JudgeUnusable, "two answers that can't be used", 2),
        ("empty", JudgeUnusable, "no usable answer", 2),
        ("refusal", JudgeUnusable, "refused", 1),
        ("huge", JudgeUnusable, "longer than 2000000 bytes", None),
        ("400", JudgeUnusable, "answered 400", 1),
        ("401", JudgeUnusable, "answered 401", 1),
        ("500", JudgeUnavailable, "answered 500", 3),
        ("529", JudgeUnavailable, "answered 529", 3),
        ("cut", JudgeUnavailable, "can't be reached", 3),
        ("slow", JudgeUnavailable, "no answer within 1 seconds", None),
    ],
)
def test_a_fault_is_no_answer(
    fault: str, kind: type[JudgeError], why: str, asked: int | None, back_end: BackEnd
) -> None:
    """
    Prose, another schema and nothing are asked for once more; 5xx and broken connections are tried again; refusals and
    requests that are wrong are not. None of it is an answer.
    """
    with faulty(fault) as server:
        url = address(f"http://127.0.0.1:{server.server_port}", back_end)
        seconds = 1 if fault == "slow" else 30

        with pytest.raises(kind, match=why):
            doors.ask(call_of("critic", back_end, url=url, seconds=seconds))

        assert asked in (None, server.asked)


@pytest.mark.parametrize("back_end", FORMATS)
@pytest.mark.parametrize("fault", ["429", "once", "none"])
def test_what_may_pass_is_tried_again(fault: str, back_end: BackEnd) -> None:
    """
    After a 429 the server is asked again, and after an answer that can't be used the judge is, once.
    """
    with faulty(fault) as server:
        url = address(f"http://127.0.0.1:{server.server_port}", back_end)

        found = doors.ask(call_of("critic", back_end, url=url))

        assert "PASS" == found.answer.word
        assert server.asked == (1 if fault == "none" else 2)


@pytest.mark.parametrize("back_end", FORMATS)
def test_a_server_that_is_not_there_is_said(back_end: BackEnd) -> None:
    """
    It is worth a try another time, and no traceback.
    """
    url = address(f"http://127.0.0.1:{ports.passing_port()}", back_end)

    with pytest.raises(JudgeUnavailable, match="can't be reached"):
        doors.ask(call_of("critic", back_end, url=url, seconds=5))


@pytest.mark.parametrize("back_end", FORMATS)
def test_without_a_key_nobody_else_is_asked(back_end: BackEnd, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A judge that is not on this machine needs one: where to put it is said, and nothing is sent.
    """
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with faulty("none") as server:
        call = call_of("critic", back_end, url=address(f"http://127.0.0.1:{server.server_port}", back_end))
        judge = call.judge.model_copy(update={"vendor": "elsewhere.example"})

        with pytest.raises(JudgeUnavailable, match="no key: set "):
            doors.ask(type(call)(**{**vars(call), "judge": judge}))

        assert 0 == server.asked
