"""Chromium, driven by what its page shows, over the WebDriver protocol."""

import json
import shutil
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from harvest_loop.adapters import ports
from tests.support.waiting import wait_for

T = TypeVar("T")

PROGRAMS = ("chromium", "chromedriver")
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1600",
)
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's name for a reference to an element
_PATIENCE = 30.0  # seconds


def missing_programs() -> list[str]:
    """Which of the two programs are not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


class Browser:
    """One window."""

    def __init__(self, session: str) -> None:
        self._session = session

    def open(self, url: str) -> None:
        self._call("POST", "/url", {"url": url})

    def find_all(self, xpath: str) -> list[str]:
        """References to all elements that the path finds now."""
        found = self._call("POST", "/elements", {"using": "xpath", "value": xpath})
        return [one[_ELEMENT] for one in found]

    def find(self, xpath: str) -> str:
        """A reference to the first element that the path finds, once there is one."""
        return self.wait(lambda: self.find_all(xpath), f"nothing on the page is {xpath}")[0]

    def click(self, element: str) -> None:
        self._call("POST", f"/element/{element}/click", {})

    def type(self, element: str, text: str) -> None:
        self._call("POST", f"/element/{element}/value", {"text": text})

    def text(self, element: str) -> str:
        """The element's text as the page shows it."""
        return str(self._call("GET", f"/element/{element}/text", None))

    def content(self, element: str) -> str:
        """The element's text with its white space."""
        script = {"script": "return arguments[0].textContent", "args": [{_ELEMENT: element}]}
        return str(self._call("POST", "/execute/sync", script))

    def attribute(self, element: str, name: str) -> str | None:
        found: str | None = self._call("GET", f"/element/{element}/attribute/{name}", None)
        return found

    def wait(self, look: Callable[[], T], otherwise: str) -> T:
        """What `look` finds, once it finds something: a page is drawn by and by."""
        found = wait_for(look, within=_PATIENCE)
        if found:
            return found
        raise AssertionError(f"{otherwise}; the page says: {self.text(self.find_all('//body')[0])}")

    def _call(self, method: str, path: str, message: object) -> Any:
        return _call(method, f"{self._session}{path}", message)


@contextmanager
def browsing(profile: Path) -> Iterator[Browser]:
    """A browser of the test's own, with an empty profile; it and its driver end with the block."""
    port = ports.passing_port()
    at = f"http://127.0.0.1:{port}"
    wanted = {"goog:chromeOptions": {"args": [*_FLAGS, f"--user-data-dir={profile}"]}}
    with subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL) as driver:
        try:
            if not wait_for(lambda: _is_ready(at), within=_PATIENCE):
                raise AssertionError(f"chromedriver did not answer within {_PATIENCE:.0f} s")
            made = _call("POST", f"{at}/session", {"capabilities": {"alwaysMatch": wanted}})
            session = f"{at}/session/{made['sessionId']}"
            try:
                yield Browser(session)
            finally:
                _call("DELETE", session, None)
        finally:
            driver.terminate()


def _is_ready(at: str) -> bool:
    try:
        return bool(_call("GET", f"{at}/status", None)["ready"])
    except OSError:
        return False


def _call(method: str, url: str, message: object) -> Any:
    body = None if message is None else json.dumps(message).encode()
    asked = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": "application/json"})  # noqa: S310 -- the driver's address
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 -- as above
        return json.load(answer)["value"]
