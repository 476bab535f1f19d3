"""Ask a person about a form in a terminal: all, none, or line by line, a reason for each N (SPEC 4.15)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from harvest_loop.adapters.redaction import redact
from harvest_loop.schemas.form import Answer, AnyLine, Form, FormAnswer, FormPage, LineAnswer

_PAIR = re.compile(r"(\d{1,4})\s*([yn])(?![^\s,;])[\s,]*", re.IGNORECASE)
_WORDS: Mapping[str, Answer] = {"y": "Y", "yes": "Y", "n": "N", "no": "N", "": "none"}
_HELP = (
    "a: all Y    n: all N    l: one by one    Enter: no answer, all are held\nor each by its number: 1y 3y; 2n reason"
)
_ONE_HELP = "y, n, or Enter for no answer"


@dataclass(frozen=True)
class Streams:
    """Where a person reads and types."""

    reads: TextIO
    writes: TextIO

    def say(self, text: str) -> None:
        self.writes.write(text)
        self.writes.flush()

    def ask(self, question: str) -> str | None:
        """Return what was typed, redacted and stripped; None when the input has ended."""
        self.say(question)
        typed = self.reads.readline()
        if not typed:
            self.say("\n")
            return None
        return redact(typed).strip()


@contextmanager
def open_terminal(path: Path = Path("/dev/tty")) -> Iterator[Streams | None]:
    """Give the process's terminal, apart from its stdout; None where there is none."""
    try:
        reads = path.open(encoding="utf-8", errors="replace")
    except OSError:
        yield None
        return
    with reads, path.open("w", encoding="utf-8", errors="replace") as writes:
        yield Streams(reads, writes)


def ask_form(form: Form, page: FormPage, streams: Streams) -> FormAnswer:
    """Show every line of the form, ask, and return the words on each; the end of the input leaves the rest open."""
    streams.say(page.head + "".join(f"\n{line}" for line in page.lines))
    said = _ask_all(streams, page.recap) if form.lines else {}
    answers = [said.get(number, _NONE) for number in range(1, len(form.lines) + 1)]
    streams.say("\n" + "".join(_echo(number, one) for number, one in enumerate(answers, start=1)))
    return FormAnswer(
        run=form.run, lines=tuple(_line(line, one) for line, one in zip(form.lines, answers, strict=True))
    )


@dataclass(frozen=True)
class _Said:
    answer: Answer
    reason: str | None = None


_NONE = _Said("none")


def _ask_all(streams: Streams, recap: Sequence[str]) -> dict[int, _Said]:
    total = len(recap)
    streams.say("".join(f"\n{line}" for line in ("═" * 40, *recap)) + f"\n\n{_HELP}\n")
    while True:
        typed = streams.ask("> ")
        if not typed:
            return {}
        word, _, rest = typed.partition(" ")
        if word.casefold() in ("l", "line", "lines") and not rest:
            return _ask_each(streams, recap)
        if word.casefold() in ("y", "yes") and not rest and total > 1:  # said of which? perhaps of the first alone
            streams.say(f"Y to all {total}? Say a for all, or which: 1y\n")
            continue
        if word.casefold() in ("a", "all", "y", "yes") and not rest:
            return {number: _Said("Y") for number in range(1, total + 1)}
        if word.casefold() in ("n", "none", "no"):
            reason = rest.strip() or streams.ask("Why not? One reason for all; Enter = no reason, held\n> ") or None
            return {number: _Said("N", reason) for number in range(1, total + 1)}
        said, problem = read_pairs(typed, total)
        if problem is None:
            return _with_reasons(streams, said)
        streams.say(f"{problem}\n{_HELP}\n")


def _ask_each(streams: Streams, recap: Sequence[str]) -> dict[int, _Said]:
    said: dict[int, _Said] = {}
    for number, line in enumerate(recap, start=1):
        streams.say(f"\n{line}\n")
        answer = _ask_one(streams, number)
        if answer is None:
            break
        said[number] = answer
    return said


def _ask_one(streams: Streams, number: int) -> _Said | None:
    while True:
        typed = streams.ask(f"{number} ({_ONE_HELP})> ")
        if typed is None:
            return None
        word, _, reason = typed.partition(" ")
        if word.casefold() in _WORDS:
            answer = _WORDS[word.casefold()]
            return _with_reason(streams, number, _Said(answer, reason.strip() or None if answer == "N" else None))
        streams.say(f"'{word[:20]}' is no answer: {_ONE_HELP}\n")


def _with_reasons(streams: Streams, said: Mapping[int, _Said]) -> dict[int, _Said]:
    return {number: _with_reason(streams, number, one) for number, one in said.items()}


def _with_reason(streams: Streams, number: int, one: _Said) -> _Said:
    """A refusal counts only with its reason, so it is asked for once."""
    if one.answer != "N" or one.reason:
        return one
    return _Said("N", streams.ask(f"Why not {number}? Enter = no reason, it is held\n> ") or None)


def read_pairs(typed: str, total: int) -> tuple[dict[int, _Said], str | None]:
    """Return what `1y 3y; 2n reason` says, or what is wrong with it.

    A reason reaches to the next `;` or the end, so that nothing in it can be taken for a Y.
    """
    said: dict[int, _Said] = {}
    for part in filter(None, (part.strip() for part in typed.split(";"))):
        at = 0
        while at < len(part):
            found = _PAIR.match(part, at)
            if found is None:
                return {}, f"'{part[at : at + 20]}' is no answer"
            number, answer = int(found[1]), _WORDS[found[2].casefold()]
            if not 1 <= number <= total:
                return {}, f"there is no line {number}"
            if number in said:
                return {}, f"line {number} is answered twice"
            at = found.end()
            reason = None if answer == "Y" or _PAIR.match(part, at) else part[at:].strip() or None
            at = len(part) if reason else at
            said[number] = _Said(answer, reason)
    return said, None if said else "nothing is answered"


def _echo(number: int, one: _Said) -> str:
    if one.answer == "Y":
        return f"{number}: Y\n"
    if one.answer == "N":
        return f"{number}: N, {one.reason}\n" if one.reason else f"{number}: N without a reason, held\n"
    return f"{number}: no answer, held\n"


def _line(line: AnyLine, one: _Said) -> LineAnswer:
    channel = "none" if one.answer == "none" else "terminal"
    return LineAnswer.model_validate(
        {"hash": line.hash, "answer": one.answer, "reason": one.reason, "channel": channel}
    )
