"""What tells a real secret from the example, variable or type that usually stands in its place (SPEC 11-4)."""

import re

_DUMMY_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    a abc abcd access admin aes an and ant any api app auth bar base baz bearer bool bytes change changed
    changeme client consumer correct db default demo dev dummy dws empty encrypted enter env erc example fake
    false fill float foo for from generated get ghp guest hash hashed here hidden hs id in insert int integer
    invalid is jwt key keys live local localhost masked md me minio mock mongo mongodb my mysql name new nil
    none not null number oauth object of old on optional our pass passphrase passwd password path person pk
    placeholder plain postgres private prod proj public put pwd qux rabbitmq random redacted redis replace
    required root rs sample secret secrets secure server set sha signing sk some staging str string strong tbd
    test testing text the to todo tok token tokens true type types uint undefined user username utf valid
    value var variable with wrong your
        """,
    )
)
_LONGEST = max(map(len, _DUMMY_WORDS))
_CONSIDERED = 64  # an example is short; what is longer is no example
_SAYS_SO = re.compile(
    r"(?i)(?:^|[_-])(?:your|my|example|placeholder|changeme|dummy)[_-]|[_-](?:here|example|placeholder)$"
)
_UNLIKE_EXAMPLES = re.compile(r"[!@#$^&*+=]")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_NO_LITERAL = re.compile(r"[$#]\{|\{\{|\$\(|<[\w .:/-]+>|^[A-Za-z_][\w.#]*\(|\.\.\.|…|\*\*\*|«redacted|%s|\(\)")
_NAMED = re.compile(r"[$%@{\[<(].*|(?:https?|file|vault|op|env|arn)[:/].*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_EXPRESSION = re.compile(r"!?[A-Za-z_][\w-]*(?:(?:\?*\.|::|->)\w+)+|~?\.{0,2}(?:/[a-z0-9_.@-]+)+/?")
_SYMBOL = re.compile(r"[!@#$%^&*+=/~?|]")


def names_another(value: str) -> bool:
    """Tell whether the value is no literal but a variable, a template's field, a URL or a blank left by an author."""
    return bool(_NO_LITERAL.search(value) or _NAMED.fullmatch(value))


def is_expression(value: str) -> bool:
    """Tell whether the value reads like code or a path: `config.password`, `/run/secrets/db`."""
    return bool(_EXPRESSION.fullmatch(value))


def is_example(value: str) -> bool:
    """Tell whether the value is put together from words that authors of examples use: `your-api-key`, `testpass123`."""
    if len(value) > _CONSIDERED or _UNLIKE_EXAMPLES.search(value):
        return False
    if _SAYS_SO.search(value):
        return True
    return all(_is_plain_number(part) if part.isdigit() else _made_of_dummies(part) for part in _PARTS.findall(value))


def is_mixed(value: str) -> bool:
    """Tell whether letters stand with digits or signs, as in passwords and tokens and seldom in words."""
    return any(mark.isalpha() for mark in value) and (
        any(mark.isdigit() for mark in value) or bool(_SYMBOL.search(value))
    )


def _is_plain_number(digits: str) -> bool:
    return len(digits) <= 4 or "1234567890".startswith(digits) or len(set(digits)) == 1


def _made_of_dummies(part: str) -> bool:
    word = part.lower()
    if set(word) == {"x"}:
        return True
    reached = {0}
    for at in range(len(word)):
        if at in reached:
            reached |= {end for end in range(at + 1, at + _LONGEST + 1) if word[at:end] in _DUMMY_WORDS}
    return len(word) in reached
