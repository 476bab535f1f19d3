"""How well a judge of skills finds planted flaws and leaves sound skills alone (SPEC 4.11, 4.12, 5)."""

import argparse
import importlib
import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from evals.skills.plant_flaws import Labelled, read_labelled, shared_set
from evals.skills.planting.hub import HOME, Corpus, Hub, corpus_for, own_hub, read_hub
from evals.skills.planting.planted import FLAWS, HALVES

# Given a text and what the hub holds beside it, the names of the flaws that it finds (`FLAWS`).
Judge = Callable[[str, Corpus], Collection[str]]


class Share(NamedTuple):
    """So many of so many, with the interval in which the true share lies with 95 %."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float] | None:
        return wilson(self.hits, self.of) if self.of else None


class Judged(NamedTuple):
    """One labelled text and the flaws that the judge named."""

    labelled: Labelled
    named: frozenset[str]


def wilson(hits: int, of: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the Wilson interval of a share."""
    share, spread = hits / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def judge_all(judge: Judge, hub: Hub, labelled: Iterable[Labelled]) -> Iterator[Judged]:
    """Yield what the judge says of each text, which it sees with its corpus and nothing else.

    Raises:
        ValueError: the judge names a flaw that there is none of; a misspelt one would read as silence.
    """
    for one in labelled:
        named = frozenset(judge(one.text, corpus_for(hub, one.corpus, one.place)))
        if unknown := sorted(named - set(FLAWS)):
            raise ValueError(f"the judge named '{unknown[0]}'; flaws are: {', '.join(FLAWS)}")
        yield Judged(one, named - set(one.unsure))


def recall(judged: Iterable[Judged], flaw: str) -> Share:
    """Return on how many of the texts with a flaw it was named."""
    with_it = [one for one in judged if one.labelled.flaw == flaw]
    return Share(sum(flaw in one.named for one in with_it), len(with_it))


def false_alarms(judged: Iterable[Judged], flaw: str) -> Share:
    """Return on how many of the sound texts a flaw was named; those of which the label says nothing are left out."""
    sound = [one for one in judged if one.labelled.flaw is None and flaw not in one.labelled.unsure]
    return Share(sum(flaw in one.named for one in sound), len(sound))


def elsewhere(judged: Iterable[Judged], flaw: str) -> Share:
    """Return on how many of the texts with another flaw this one was named too; some may deserve both."""
    others = [one for one in judged if one.labelled.flaw not in (None, flaw) and flaw not in one.labelled.unsure]
    return Share(sum(flaw in one.named for one in others), len(others))


def passed(judged: Iterable[Judged]) -> Share:
    """Return how many of the sound texts the judge let pass."""
    sound = [one for one in judged if one.labelled.flaw is None]
    return Share(sum(not one.named for one in sound), len(sound))


def table(name: str, judged: Sequence[Judged]) -> str:
    """Return the result as text: a line per half and flaw, then one for the sound ones."""
    lines = [f"{'set':8} {'half':8} {'flaw':18} {'recall':>25} {'false alarms':>25} {'beside another flaw':>25}"]
    for half in HALVES:
        own = [one for one in judged if one.labelled.half == half]
        for flaw in FLAWS:
            figures = (recall(own, flaw), false_alarms(own, flaw), elsewhere(own, flaw))
            lines.append(f"{name:8} {half:8} {flaw:18} {' '.join(f'{_figure(figure):>25}' for figure in figures)}")
        lines.append(f"{name:8} {half:8} {'sound passed':18} {_figure(passed(own)):>25}")
    return "\n".join(lines)


def missed(judged: Iterable[Judged]) -> Iterator[str]:
    """Yield a line for each text of the tuning half that was judged wrongly; of the other half nothing is shown."""
    for one in judged:
        wanted = {one.labelled.flaw} - {None}
        if one.labelled.half == "tuning" and (not wanted <= one.named or (not wanted and one.named)):
            yield f"{one.labelled.id}: named {', '.join(sorted(one.named)) or 'nothing'}"


def own_judged(judge: Judge) -> list[Judged]:
    """Return what the judge says of our own skills.

    Raises:
        FileNotFoundError: a half is missing.
    """
    labelled = [one for half in HALVES for one in read_labelled(HOME / f"{half}.jsonl")]
    return list(judge_all(judge, own_hub(), labelled))


def shared_judged(judge: Judge, folder: Path) -> list[Judged]:
    """Return what the judge says of the skills of a hub read in place.

    Raises:
        NotADirectoryError: there is no such folder.
        ValueError: too few of its skills can be used.
    """
    return list(judge_all(judge, read_hub(folder), shared_set(folder)))


def load_judge(name: str) -> Judge:
    """Return the function that `package.module:function` names.

    Raises:
        ValueError: it isn't written so.
        ImportError: there is no such module.
        AttributeError: the module has no such function.
    """
    module, colon, function = name.partition(":")
    if not (module and colon and function):
        raise ValueError(f"'{name}' names no judge; write package.module:function")
    judge: Judge = getattr(importlib.import_module(module), function)
    return judge


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 2 where the judge or a set can't be had."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", required=True, metavar="MODULE:FUNCTION", help="(text, corpus) -> names of flaws")
    parser.add_argument("--shared", type=Path, metavar="DIR", help="also the skills of this hub, read in place")
    parser.add_argument("--missed", action="store_true", help="list what was judged wrongly in the tuning half")
    chosen = parser.parse_args(arguments)
    try:
        judge = load_judge(chosen.judge)
        sets: Mapping[str, list[Judged]] = {"own": own_judged(judge)} | (
            {"shared": shared_judged(judge, chosen.shared)} if chosen.shared else {}
        )
    except (ImportError, AttributeError, ValueError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for name, judged in sets.items():
        lines = [table(name, judged), *(missed(judged) if chosen.missed else ())]
        sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _figure(share: Share) -> str:
    if share.interval is None:
        return "n/a (n=0)"
    low, high = share.interval
    return f"{share.hits}/{share.of} {share.hits / share.of:.2f} [{low:.2f}-{high:.2f}]"


if __name__ == "__main__":
    sys.exit(main())
