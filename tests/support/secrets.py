"""Secrets for tests, made while they run, so that none stands in the repository."""

import base64
import random
import string
from collections.abc import Callable
from urllib.parse import quote

_LETTERS = string.ascii_letters + string.digits
_BASE32 = string.ascii_uppercase + "234567"


def planted(seed: int = 7) -> dict[str, str]:
    """Return one secret of each kind that is known by its look."""
    chance = random.Random(seed)  # noqa: S311 -- a test's secret opens nothing

    def some(size: int, marks: str = _LETTERS) -> str:
        return "".join(chance.choice(marks) for _ in range(size))

    return {
        "aws key id": "AKIA" + some(16, _BASE32),
        "aws secret key": some(19) + "/" + some(20, _LETTERS + "+"),
        "github token": "ghp_" + some(36),
        "github fine-grained token": "github_pat_" + some(22) + "_" + some(59),
        "slack token": f"xoxb-{some(12, string.digits)}-{some(12, string.digits)}-{some(24)}",
        "openai key": "sk-proj-" + some(48),
        "anthropic key": "sk-ant-api03-" + some(93, _LETTERS + "-_"),
        "stripe key": "sk_live_" + some(24),
        "google key": "AIza" + some(35),
        "jwt": ".".join([url_safe('{"alg":"HS256"}'), url_safe('{"sub":"1234567890"}'), some(43)]),
        "npm token": "npm_" + some(36),
        "sendgrid key": f"SG.{some(22)}.{some(43)}",
    }


def private_key(seed: int = 7, *, kind: str = "RSA ") -> str:
    """Return a block that looks like a private key, without a line end behind it."""
    chance = random.Random(seed)  # noqa: S311 -- a test's secret opens nothing
    body = ["".join(chance.choice(_LETTERS + "+/") for _ in range(64)) for _ in range(12)]
    return "\n".join(
        [f"-----BEGIN {kind}PRIVATE KEY-----", *body, body[0][:35] + "=", f"-----END {kind}PRIVATE KEY-----"]
    )


def plain_base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def url_safe(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def url_encoded(text: str) -> str:
    return quote(text, safe="")


ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "base64": plain_base64,
    "url-safe base64": url_safe,
    "url-encoded": url_encoded,
}
