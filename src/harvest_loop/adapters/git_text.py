"""Turns what git prints into text that is safe to keep: decoded, without control characters, redacted."""

import re

from harvest_loop.adapters.redaction import redact, redact_lines

# What a terminal would obey, what hides or turns round other text, and what some readers take for the end of a line.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_ESCAPE = re.compile(rb'\\([abfnrtv"\\]|[0-7]{3})')
_LETTERS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}
_FOREIGN = re.compile(r"\\x([0-9a-f]{2})")


def read_text(data: bytes) -> str:
    """Return a message or a name as text; what is not UTF-8 becomes U+FFFD."""
    return redact(_seen(data))


def read_lines(lines: list[bytes]) -> list[str]:
    """Return lines one for one; a private key that spans several is known as one."""
    return redact_lines(_seen(b"\n".join(lines)).split("\n")) if lines else []


def read_file_lines(data: bytes) -> list[str]:
    """Return the lines of a whole file; a last line without an end is one too."""
    return read_lines(data.removesuffix(b"\n").split(b"\n")) if data else []


def name_of(path: bytes) -> str:
    r"""Return a path for people and records: exact, but a byte that is not UTF-8 shows as \xNN."""
    return redact(path.decode("utf-8", "backslashreplace"))


def paths_of(name: str) -> tuple[bytes, ...]:
    """Return the paths that `name_of` may have read as this name, the likeliest first."""
    plain = name.encode("utf-8", "replace")
    foreign = _FOREIGN.sub(lambda found: chr(0xDC00 + int(found[1], 16)), name)
    if foreign == name or re.search("[\udc00-\udc7f]", foreign):
        return (plain,)
    return plain, foreign.encode("utf-8", "surrogateescape")


def unquoted(name: bytes) -> bytes:
    """Return the path behind a name that git quoted in the manner of C, or the name itself."""
    if not (name.startswith(b'"') and name.endswith(b'"') and len(name) > 1):
        return name
    return _ESCAPE.sub(_byte, name[1:-1])


def _byte(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([_LETTERS[code] if code in _LETTERS else int(code, 8)])


def _seen(data: bytes) -> str:
    return _UNSEEN.sub("\ufffd", (data + b"\n").replace(b"\r\n", b"\n")[:-1].decode("utf-8", "replace"))
