"""A server on this machine that answers in JSON, as the engine's does."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Asked(NamedTuple):
    """One call: its path, the token that it carried, and its message."""

    path: str
    token: str
    message: dict[str, Any]


@contextmanager
def serving(answer: Callable[[Asked], Any]) -> Iterator[int]:
    """Serve on a free port, and yield it; `answer` says what each call gets."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say(Asked(self.path, "", {}))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._say(Asked(self.path, self.headers.get("Prefect-Csrf-Token", ""), json.loads(body)))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name that the library calls
            """Say nothing."""

        def _say(self, asked: Asked) -> None:
            data = json.dumps(answer(asked)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing of callers that did not wait for their answer."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
