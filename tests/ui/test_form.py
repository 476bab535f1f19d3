"""The form in the engine's own pages, answered in a real browser by what the page shows (SPEC 10.2)."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvest_loop.adapters import ports
from tests.support.browser import Browser, browsing, missing_programs
from tests.support.example import make_field
from tests.support.local_service import LocalService
from tests.support.suspended import SuspendedRun, small_hub, target
from tests.support.waiting import wait_for

pytestmark = [
    pytest.mark.ui,
    pytest.mark.skipif(
        bool(missing_programs()), reason=f"needs a browser; not installed: {', '.join(missing_programs())}"
    ),
]

PERSON = "[user]\n\tname = A Person\n\temail = person@example.invalid\n"
BODY = "//*[contains(@class, 'p-modal__body')]"
WORDS, REASONS = f"{BODY}//select[option[@value='Y']]", f"{BODY}//textarea"
TITLE = "ancestor::*[contains(concat(' ', @class, ' '), ' schema-form-property ')][1]//label//span"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SuspendedRun]:
    """A run that is suspended at its form, on a server of the test's own."""
    place = tmp_path_factory.mktemp("ui")
    (place / ".gitconfig").write_text(PERSON)
    service = LocalService(Path(sys.executable), place)
    try:
        done = service.harvest("up", "--port", str(ports.passing_port()))
        assert 0 == done.returncode, done.stderr
        suspended = SuspendedRun.begin(service, small_hub(place / "hub"), make_field(place / "lendlog"))
        suspended.wait_until_suspended()
        yield suspended
    finally:
        service.harvest("down")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A browser with an empty profile."""
    with browsing(tmp_path / "profile") as window:
        yield window


def test_the_form_is_read_and_answered_in_the_browser(run: SuspendedRun, browser: Browser) -> None:
    """
    A Y, an N with a reason, and silence, line by line; what was read behind the link is what stands in the commit.
    """
    titles = proposals_in(run.record())
    pages = f"http://127.0.0.1:{run.service.port}"
    browser.open(f"{pages}/runs/flow-run/{run.state('PAUSED')['id']}")
    browser.click(browser.find("//button[contains(., 'Resume')]"))

    browser.find(WORDS)
    links = {browser.text(link): browser.attribute(link, "href") for link in browser.find_all(f"{BODY}//table//a")}
    assert [f"{number}. {title}" for number, title in enumerate(titles, start=1)] == titles_over(browser, WORDS)
    assert [f"{number}. Reason, if N" for number, _ in enumerate(titles, start=1)] == titles_over(browser, REASONS)
    assert [target(line) for line in run.lines()] == list(links)
    browser.click(browser.find(f"({WORDS})[1]/option[@value='Y']"))
    browser.click(browser.find(f"({WORDS})[2]/option[@value='N']"))
    browser.type(browser.find(f"({REASONS})[2]"), "not in this house")
    first, second = list(links)[:2]
    submit(browser)

    ended = run.state("COMPLETED", "FAILED", "CRASHED")
    final = run.record().splitlines()[-1]
    assert final == ended["state"]["message"]
    assert final.startswith(f"Verdict: {ended['state']['name']} — {len(titles) - 2} held")
    (branch,) = run.branches()
    assert [first] == run.drafted()
    assert [second] == run.rejected()
    assert "N (ui): not in this house" in run.record()
    browser.open(f"{pages}{links[first]}")
    read = browser.content(browser.find("//pre/code"))
    show = ["git", "-C", str(run.hub.path), "show", f"{branch}:{first}"]
    written = subprocess.run(show, check=True, capture_output=True).stdout
    assert hashlib.sha256(f"{read}\n".encode()).hexdigest() == hashlib.sha256(written).hexdigest()


def proposals_in(record: str) -> list[str]:
    """The lines of the record's table, called as the form calls them."""
    table = record.partition("### Final Proposals\n")[2].partition("\n\n**")[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| ") and not row.startswith("| #")]
    return [f"{grade} {kind} → {place.strip('`')}" for _, kind, place, grade, *_ in rows]


def submit(browser: Browser) -> None:
    """Press the button, and again while the form stays: the engine turns an answer away while its database is busy."""
    for _ in range(5):
        browser.click(browser.find("//button[normalize-space()='Submit']"))
        if wait_for(lambda: not browser.find_all(BODY), within=5):
            return
    raise AssertionError(f"the form stays; the page says: {browser.text(browser.find('//body'))}")


def titles_over(browser: Browser, fields: str) -> list[str]:
    """What stands over each of the fields that the path finds, without the mark that it may stay as it is."""
    return [
        browser.text(browser.find(f"({fields})[{number}]/{TITLE}")).removesuffix(" (Optional)")
        for number, _ in enumerate(browser.find_all(fields), start=1)
    ]
