"""The server's API by plain HTTP: the only door that asks it without loading the engine (SPEC 3.1, 10.1)."""

import http.client
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlencode
from uuid import uuid4

from harvest_loop.errors import HarvestError

HOST = "127.0.0.1"

_BUSY = 503
_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)  # seconds

Health = Literal["up", "down", "silent"]


class ServerError(HarvestError):
    """The server did not do as it was asked."""


def api_url(port: int) -> str:
    """Return the API's address, as Prefect's own commands take it."""
    return f"http://{HOST}:{port}/api"


def health_of(port: int, *, timeout: float) -> Health:
    """Ask once whether a server answers; `silent` is one that takes the call and says nothing useful in time."""
    try:
        status, said = _exchange(port, "GET", "/health", None, {}, timeout)
    except ConnectionRefusedError:
        return "down"
    except (OSError, http.client.HTTPException):
        return "silent"
    return "up" if status == 200 and said == b"true" else "silent"


class PrefectApi:
    """Questions and orders to one server on this machine."""

    def __init__(self, port: int, *, timeout: float = 10.0) -> None:
        self._port = port
        self._timeout = timeout
        self._client = str(uuid4())
        self._token: str | None = None

    def get(self, path: str) -> Any:
        """Return the JSON that a path holds.

        Raises: ServerError when the server doesn't answer, or refuses.
        """
        return self._call("GET", path, None, {})

    def post(self, path: str, message: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Any:
        """Send a message and return the answer; the server takes it only with a token that it gave out before.

        Raises: ServerError when the server doesn't answer, or refuses.
        """
        if self._token is None:
            self._token = self.get(f"/csrf-token?{urlencode({'client': self._client})}")["token"]
        headers = {"Prefect-Csrf-Token": str(self._token), "Prefect-Csrf-Client": self._client}
        return self._call("POST", path, json.dumps(message).encode(), headers)

    def _call(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Any:
        where = f"{api_url(self._port)}{path.partition('?')[0]}"
        try:
            status, said = _exchange_patiently(self._port, method, path, body, headers, self._timeout)
            answer = json.loads(said) if said else None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ServerError(f"the server gave no answer ({error})", where=where, remedy="`harvest status`") from error
        if not 200 <= status < 300:
            raise ServerError(f"the server refused with {status}: {said[:200].decode(errors='replace')}", where=where)
        return answer


def _exchange_patiently(
    port: int, method: str, path: str, body: bytes | None, headers: dict[str, str], timeout: float
) -> tuple[int, bytes]:
    """Ask again where the server did nothing because its database was locked by another call."""
    for pause in _PAUSES:
        status, said = _exchange(port, method, path, body, headers, timeout)
        if status != _BUSY:
            return status, said
        time.sleep(pause)
    return _exchange(port, method, path, body, headers, timeout)


def _exchange(
    port: int, method: str, path: str, body: bytes | None, headers: dict[str, str], timeout: float
) -> tuple[int, bytes]:
    call = http.client.HTTPConnection(HOST, port, timeout=timeout)
    try:
        call.request(method, f"/api{path}", body=body, headers={"Content-Type": "application/json", **headers})
        answer = call.getresponse()
        return answer.status, answer.read()
    finally:
        call.close()
