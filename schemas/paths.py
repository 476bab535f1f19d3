"""How a path is written on one line: as it is, or where that could be misread, in quotes in the manner of git."""

import re

# Control and direction marks, what ends a line somewhere, and blanks that would pass for another blank or for none.
_ODD = re.compile(
    r"[\x00-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff"
    r"\U000e0000-\U000e0fff]|(?<= ) | (?= )"
)
_LETTERS = {"\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r"}


def written(path: str) -> str:
    r"""Return the path itself, or `"a\tb"`: what begins with a quote is quoted, so that nothing reads in two ways."""
    if path and not (_ODD.search(path) or path[0] in ' "' or path[-1] == " "):
        return path
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{_ODD.sub(_spelled, escaped)}"'


def _spelled(found: re.Match[str]) -> str:
    mark = found[0]
    if mark in _LETTERS:
        return f"\\{_LETTERS[mark]}"
    return "".join(f"\\{byte:03o}" for byte in mark.encode("utf-8", "surrogatepass"))
