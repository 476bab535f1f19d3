"""Secrets that are known by the name they are given to: `DB_PASSWORD=…`, `api_key: …` (SPEC 11-4)."""

import re
from collections.abc import Iterator

from harvest_loop.adapters.redaction_marks import Block, Secret
from harvest_loop.adapters.redaction_values import is_example, is_expression, is_mixed, names_another

_STEMS = ("pass", "pwd", "secret", "token", "credential", "key")
_KEYS = re.compile(
    r"(?:api|access|secret|private|auth|encryption|signing|account|master|license|service|client|shared|storage|deploy"
    r"|webhook|app|jwt|cookie|admin|server|rsa|ssh)[ ._-]?\Z"
)
_LONGEST_KEY = 16
_ASSIGNED = re.compile(
    r"""
    (?P<keyword> passw(?:or)?d | passphrase | passwd | pwd | pass | secret | token | credentials? | key)
    (?:[_-]?(?:value|prod|production|dev|staging|test|main|new|old|v?\d{1,2}|base64|b64|plain))?
    (?:\\?["'`])? [\])]?
    (?P<before>[ \t]{0,40}) (?P<sign>=>|:=|={1,3}|!==?|:) (?P<after>[ \t]{0,40})
    (?P<value>
        (?P<quote>\\?["'`]) (?P<quoted>(?:(?!(?P=quote))[^\n]){1,400})
      | (?P<bare>(?P<code>[^\s"'`\\,;<>(){}\[\]|]{0,400})[^\s"'`\\]{0,400})
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LOOKED_AT = 400
_CONNECTION = re.compile(
    r"(?:server|data source|host|user id|uid|endpoint|accountname)=[^;\n]*;[^\n]*\Z", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def find_assigned(block: Block) -> Iterator[Secret]:
    """Yield the secrets that are given to telling names."""
    text, lowered = block
    for stem in _STEMS:
        at = lowered.find(stem)
        while at >= 0:
            found = _ASSIGNED.match(text, at)
            value = _value(text, lowered, found) if found else None
            after = at + len(stem)
            if found and value:
                start, after = _span(text, found, value)
                yield Secret(start, after, _kind(found["keyword"]))
            at = lowered.find(stem, after)


def _value(text: str, lowered: str, found: re.Match[str]) -> str | None:
    if not _tells(lowered, found):
        return None
    return _tight(text, found) or _loose(found)


def _tells(lowered: str, found: re.Match[str]) -> bool:
    """Tell whether the word is a name for secrets, as `api_key` and `DB_PASS` are and `key` and `pass` are not."""
    at = found.start()
    match found["keyword"].lower():
        case "key":
            return bool(_KEYS.search(lowered, max(0, at - _LONGEST_KEY), at))
        case "pass":
            return lowered[at - 1 : at] in ("_", "-") or lowered[found.end("keyword")] == "="
    return True


def _tight(text: str, found: re.Match[str]) -> str | None:
    """Return the value where no code assigns like this: an environment variable, an option, a URL, a connection."""
    if found["sign"] != "=" or found["before"] or found["after"]:
        return None
    name_start = found.start()
    while name_start > 0 and (text[name_start - 1].isalnum() or text[name_start - 1] in "_.-"):
        name_start -= 1
    name, in_url = text[name_start : found.end("keyword")], text[name_start - 1 : name_start] in ("?", "&")
    if not (name.isupper() or name.startswith("-") or in_url or _in_connection(text, name_start)):
        return None
    bare = re.split("[&;]" if in_url else ";", found["bare"] or "", maxsplit=1)[0].rstrip(",)]}>.")
    value = found["quoted"] or bare
    if len(value) < (6 if value.isdigit() else 4) or " " in value or names_another(value):
        return None
    return None if is_example(value) and not value.isdigit() else value


def _loose(found: re.Match[str]) -> str | None:
    """Return the value where code, prose or a configuration may assign; only what can't be a name or a word."""
    value = found["quoted"] or found["code"].rstrip(".:?!")
    if len(value) < 6 or " " in value or not is_mixed(value):
        return None
    if names_another(value) or is_expression(value) or is_example(value):
        return None
    return None if found["bare"] and _is_code(value, found) else value


def _span(text: str, found: re.Match[str], value: str) -> tuple[int, int]:
    """Return where the value stands, to its very end: of a long one only the first part was looked at."""
    quote = found["quote"]
    start = found.start("bare" if quote is None else "quoted")
    end = start + len(value)
    if len(value) < _LOOKED_AT:
        return start, end
    rest = re.compile(r"[^\s\"'`\\;&]*" if quote is None else rf"[^\n\\{quote[-1]}]*")
    return start, rest.match(text, end).end()  # type: ignore[union-attr] # it also matches nothing


def _is_code(value: str, found: re.Match[str]) -> bool:
    """Tell whether a bare value is a call, or a variable such as `token2`."""
    if found["bare"][len(found["code"]) :].startswith(("(", "[")):
        return True
    return bool(_IDENTIFIER.fullmatch(value)) and _kind(found["keyword"]) != "password" and len(value) < 7


def _in_connection(text: str, at: int) -> bool:
    """Tell whether a database's connection string led up to here: `Server=…;Uid=…;Pwd=…`."""
    return text[at - 1 : at] in (";", " ") and bool(_CONNECTION.search(text, max(0, at - 300), at))


def _kind(keyword: str) -> str:
    word = keyword.lower()
    if word.startswith(("pass", "pwd")):
        return "password"
    return "key" if word.endswith("key") else word.removesuffix("s")
