"""What redaction takes out of a text by its look, and what it leaves alone."""

import hashlib
import logging
import time
import uuid
from base64 import b64encode
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters.redaction import (
    RedactingFilter,
    count_redactions,
    redact,
    redact_lines,
    redact_model,
    redacted_error,
)
from harvest_loop.errors import HubError
from harvest_loop.schemas.evidence import AddedLine, FileChange
from harvest_loop.schemas.records import ManifestEntry
from tests.support.secrets import ENCODINGS, planted, private_key

PLACES = {
    "message": "feat: call the service\n\nuse {} for it\n",
    "diff": "+++ b/client.py\n+    call({})\n",
    "file name": "src/{}/main.py",
    "branch": "feature/{}",
    "yaml key": "{}: value\nother: 1\n",
    "yaml value": "- item: {}\n",
    "card": "### 1. rotate {} soon\n",
    "exception": "ValueError: can't use '{}'",
    "json": '{{"a": "{}"}}',
    "escaped line end": '"line\\n{}\\nmore"',
    "query": "https://service.invalid/x?y={}&z=1",
    "markdown": "see `{}`.",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", planted())
def test_a_known_kind_of_secret_is_taken_out_wherever_and_however_it_stands(
    kind: str, place: str, encoding: str
) -> None:
    """A token with a look of its own needs no telling name beside it, also in base64 and URL encoding."""
    secret = ENCODINGS[encoding](planted()[kind])

    redacted = redact(PLACES[place].format(secret))

    assert secret.rstrip("=") not in redacted
    assert "«redacted:" in redacted


@pytest.mark.parametrize(
    "text",
    [
        hashlib.sha1(b"a commit", usedforsecurity=False).hexdigest(),
        f"commit {hashlib.sha256(b'a commit').hexdigest()} (HEAD -> main)",
        f"sha256:{hashlib.sha256(b'a file').hexdigest()}",
        f"sha512-{b64encode(hashlib.sha512(b'a package').digest()).decode()}",
        f"SHA256:{b64encode(hashlib.sha256(b'a host').digest()).decode()}",
        "0x7a250D5630b4Cf539739Df2c5dAcB4c659F2488d",
        "toolu_01D7FLrfh4GYq7yT1ULFeyMV and session_01UTew2H4chi1c9GwAqM5jKQ",
        f"projects/{b64encode(b'/home/somebody/src/a project of 2026').decode()}/notes.md",
        str(uuid.UUID(int=2**127 + 12345)),
        str(uuid.UUID(int=2**127 + 12345)).upper(),
        "plugins/tools/skills/check-links/scripts/resolve_every_anchor_of_a_page.py",
        "renamed getUserPreferencesFromLocalStorage2 to readPreferences",
        "The token budget is 4096; a secret review needs the key points and a password policy.",
        "password: ${DB_PASSWORD}",
        "export API_TOKEN=<your-token>",
        'api_key = os.environ["SERVICE_API_KEY"]',
        "postgres://user:password@localhost:5432/app",
        "SECRET_KEY: ${{ secrets.SECRET_KEY }}",
        "curl -H 'Authorization: Bearer $TOKEN' https://service.invalid",
        "max_tokens: 4096, tokenizer = load(path2)",
        "grep -rn 'BEGIN RSA PRIVATE KEY' src",
        "Verdict: CONDITIONAL_PASS — 2 proposals wait",
        "docker run -u 1000:1000 -p 8080:80 image",
        "password = 'testpass123'",
    ],
)
def test_what_only_looks_like_a_secret_comes_through_unchanged(text: str) -> None:
    """Hashes, identifiers, placeholders and prose about secrets are evidence, and redaction leaves them alone."""
    assert text == redact(text)


_PIECES = [
    *(
        "password",
        "DB_PASSWORD",
        "api_key",
        "token",
        "Authorization: Bearer ",
        "=",
        ": ",
        " ",
        '"',
        "'",
        "\\n",
        "\n",
        "://",
    ),
    *(
        "@",
        "/",
        "--",
        "-p",
        "curl -u ",
        "%3D",
        "«",
        "»",
        "«redacted:password»",
        "hunter2",
        "a.b",
        "name",
        "value",
        "İ",
        "é",
    ),
    *(private_key()[:90], private_key()[-90:], *planted().values()),
]
_TEXTS = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=4)), max_size=20).map("".join)


@given(_TEXTS)
def test_redacting_twice_is_redacting_once(text: str) -> None:
    """A text passes several doors on its way; none of them may find anything that the one before left."""
    once = redact(text)

    assert once == redact(once)


@given(_TEXTS)
def test_line_numbers_survive_redaction(text: str) -> None:
    """A pointer to a line still points at that line."""
    assert text.count("\n") == redact(text).count("\n")


@given(st.lists(_TEXTS, max_size=5))
def test_lines_are_redacted_one_for_one(lines: list[str]) -> None:
    """A caller that hands in lines with numbers gets each back at its place, even one that holds a line end."""
    redacted = redact_lines(lines)

    assert [line.count("\n") for line in lines] == [line.count("\n") for line in redacted]


def test_a_long_text_is_redacted_to_its_end() -> None:
    """The text is looked through in parts, and a secret in the last one is found as in the first."""
    secret = planted()["github token"]
    text = f"{secret}\n" + "one ordinary line of prose\n" * 20_000 + secret

    assert secret not in redact(text)


@pytest.mark.bench
@pytest.mark.parametrize(
    "piece", ["api_key=", 'password="', "curl -u a:", "Ab1/", "://a:", "-----BEGIN PRIVATE KEY-----"]
)
def test_a_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    """Ten times the text may take about ten times as long, never a hundred times."""

    def spent(size: int) -> float:
        start = time.process_time()
        redact(piece * (size // len(piece)))
        return time.process_time() - start

    spent(1_000)
    assert spent(200_000) < 40 * max(spent(20_000), 0.002)


def test_redactions_are_counted_by_kind_and_a_key_of_many_lines_once() -> None:
    """The ledger of what left says how many secrets were taken out, not how many lines they had."""
    text = f"{planted()['github token']} {planted(8)['github token']}\n{private_key()}\n"

    assert Counter({"github-token": 2, "private-key": 1}) == count_redactions(text)
    assert count_redactions(text) == count_redactions(redact(text))


def test_every_text_of_a_model_is_redacted_and_nothing_else() -> None:
    """A model is safe to persist after one call, however deep the text lies."""
    key = private_key().split("\n")
    lines = tuple(AddedLine(number=at, text=line) for at, line in enumerate(key, start=1))
    change = FileChange(path="deploy.sh", status="added", added=len(key), deleted=None, added_lines=lines)

    redacted = redact_model(change)

    assert {"«redacted:private-key»"} == {line.text for line in redacted.added_lines}
    assert ("deploy.sh", "added", len(key)) == (redacted.path, redacted.status, redacted.added)


def test_keys_that_people_added_to_a_record_are_redacted_too() -> None:
    """An unknown key is kept, and so is the promise that no secret stays in it."""
    secret = planted()["stripe key"]
    entry = ManifestEntry.model_validate(
        {
            "id": "em-2026-03-10-a",
            "date": "2026-03-10",
            "file": "skills/a/SKILL.md",
            "edit_summary": "s",
            "predicted_impact": "p",
            "predicted_measurable_by": "m",
            "note of ours": {"who": [f"used {secret}"]},
        }
    )

    redacted = redact_model(entry)

    assert secret not in redacted.model_dump_json()
    assert {"note of ours": {"who": ["used «redacted:stripe-key»"]}} == redacted.model_extra


def _logged(log: logging.Logger, record: logging.LogRecord) -> str:
    assert RedactingFilter().filter(record)
    return logging.Formatter("%(message)s").format(record)


def test_a_log_record_is_redacted_with_its_arguments_traceback_and_extras() -> None:
    """Whatever a handler prints of the record later, the secret is no longer in it."""
    secret = planted()["anthropic key"]
    log = logging.getLogger("a test")
    try:
        raise ValueError(f"refused {secret}")
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    record = log.makeRecord(log.name, logging.ERROR, __file__, 1, "used %s", (secret,), told, extra={"run": secret})

    shown = _logged(log, record)

    assert "ValueError" in shown
    assert secret not in shown
    assert secret not in repr(vars(record))


def test_a_log_record_whose_arguments_do_not_fit_is_still_redacted() -> None:
    """Logging would print such a record raw, arguments and all."""
    secret = planted()["openai key"]
    log = logging.getLogger("a test")

    shown = _logged(log, log.makeRecord(log.name, logging.ERROR, __file__, 1, "used %d", (secret,), None))

    assert "used %d" in shown
    assert secret not in shown


def test_an_error_is_shown_redacted_ours_in_its_own_words_and_others_with_their_kind() -> None:
    """An exception's text often quotes what it choked on."""
    secret = planted()["google key"]

    assert "card.md: has «redacted:google-key»; mend it" == redacted_error(
        HubError(f"has {secret}", where="card.md", remedy="mend it")
    )
    assert "KeyError: '«redacted:google-key»'" == redacted_error(KeyError(secret))


LIBRARY = {
    "AccountName=x;AccountKey={};": b64encode(bytes(range(64))).decode(),
    'x: "{}"\nnext': "AKC" + "p8budTFpbypBqQbGJPz3pGCi28pPivfW",
    "bot({})": "M" + "z" * 22 + "a1.Xk9_aB." + "q7Fk29LmPz" * 2 + "Zt4wNb1",
    "mail {}\nnext": "0123456789abcdef" * 2 + "-us12",
}


@pytest.mark.parametrize("place", LIBRARY)
def test_what_the_library_knows_is_taken_out_too(place: str) -> None:
    """Its plugins are asked as well, though they are loaded only when a text bears their sign."""
    before, after = place.split("{}")

    redacted = redact(place.format(LIBRARY[place]))

    assert redacted.startswith(f"{before}«redacted:")
    assert redacted.endswith(f"»{after}")
