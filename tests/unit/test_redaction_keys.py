"""Private keys in all the shapes that they come in."""

from collections.abc import Callable

import pytest

from harvest_loop.adapters.redaction import redact
from tests.support.secrets import plain_base64, private_key, url_encoded

KEY = private_key()
BODY = [line for line in KEY.split("\n") if " " not in line]
SHAPES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "added in a diff": lambda key: "+" + key.replace("\n", "\n+"),
    "quoted in a mail": lambda key: "> " + key.replace("\n", "\n> "),
    "in a YAML block": lambda key: "key: |\n  " + key.replace("\n", "\n  "),
    "with CRLF": lambda key: key.replace("\n", "\r\n"),
    "in a JSON string": lambda key: '{"private_key": "' + key.replace("\n", "\\n") + '"}',
    "line ends made blanks": lambda key: "KEY='" + key.replace("\n", " ") + "'",
    "a string a line": lambda key: "KEY = (\n    '" + key.replace("\n", "\\n'\n    '") + "'\n)",
    "with PEM headers": lambda key: key.replace(
        "KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n", 1
    ),
    "base64": plain_base64,
    "url-encoded": url_encoded,
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["RSA ", "", "EC ", "OPENSSH ", "ENCRYPTED "])
def test_a_private_key_is_taken_out_in_every_shape(shape: str, kind: str) -> None:
    """No line of the body is left, and no more of the text than the key is gone."""
    text = "before\n" + SHAPES[shape](private_key(kind=kind)) + "\nafter\n"

    redacted = redact(text)

    assert not [line for line in BODY if line[:24] in redacted]
    assert redacted.startswith("before\n")
    assert redacted.endswith("\nafter\n")


@pytest.mark.parametrize("cut", [slice(0, 400), slice(300, None), slice(97, 97 + 65 * 5)])
def test_a_key_that_was_cut_is_taken_out_as_far_as_it_goes(cut: slice) -> None:
    """A diff shows the middle of a key as well as its ends."""
    shown = KEY[cut]

    redacted = redact(f"@@ -1 +1 @@\n{shown}\n")

    assert not [line for line in BODY if len(line) == 64 and line in shown and line[:24] in redacted]


def test_a_mention_of_a_key_is_no_key() -> None:
    """A rule that says what to look for must stay readable."""
    text = "Look for `-----BEGIN RSA PRIVATE KEY-----`.\nThen stop.\n\nThe mark -----END RSA PRIVATE KEY----- too.\n"

    assert text == redact(text)


def test_the_lines_below_a_key_stay() -> None:
    """A key that was cut ends where its lines stop to look like it."""
    text = "\n".join([*KEY.split("\n")[:5], "plain words that follow", "done"])

    assert redact(text).endswith("\nplain words that follow\ndone")


def test_a_putty_key_is_taken_out() -> None:
    """The other common container has headers where PEM has dashes."""
    text = "\n".join(
        [
            "PuTTY-User-Key-File-2: ssh-rsa",
            "Encryption: none",
            "Comment: me",
            "Private-Lines: 4",
            *BODY[:4],
            "Private-MAC: 0a1b",
        ]
    )

    redacted = redact(text)

    assert not [line for line in BODY[:4] if line in redacted]
    assert "0a1b" not in redacted


def test_a_public_key_and_a_certificate_stay_named() -> None:
    """What is public is no private key; its random body may go, its kind is still told."""
    text = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"

    assert text == redact(text)


def test_a_word_below_the_last_line_of_a_cut_key_stays() -> None:
    """A key's last line is shorter than the others, and what follows is text again."""
    text = "\n".join([*KEY.split("\n")[:-1], "done", "", "next"])

    assert redact(text).endswith("»\ndone\n\nnext")
