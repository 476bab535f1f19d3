"""Put one flaw at a time into sound skills, so that a judge can be measured against what is known (SPEC 4.11, 5)."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from evals.skills.planting.citations import cites_what_is_not_in_the_copy, with_dangling_citation
from evals.skills.planting.contradictions import contradicting
from evals.skills.planting.copies import reworded_copy
from evals.skills.planting.dice import Dice
from evals.skills.planting.ends import with_vague_done_when, without_done_when
from evals.skills.planting.frontmatter import description_of, name_of
from evals.skills.planting.hub import HOME, Hub, own_hub, read_hub, related
from evals.skills.planting.page import Page
from evals.skills.planting.planted import FLAWS, HALVES, Bed, Flaw, Half, Planted, Wording, read_words
from evals.skills.planting.promises import with_unkept_promise
from evals.skills.planting.scope import bound_to_one_case, claiming_everything, subjects_of

SEED = "harvest-loop skills 1"
SHARED = 30

_PLANTERS: Mapping[Flaw, Callable[[Bed, Wording], Planted | None]] = {
    "no_done_when": without_done_when,
    "vague_done_when": with_vague_done_when,
    "already_covered": reworded_copy,
    "contradicts": contradicting,
    "too_narrow": bound_to_one_case,
    "too_broad": claiming_everything,
    "unkept_promise": with_unkept_promise,
    "dangling_citation": with_dangling_citation,
}


class Labelled(NamedTuple):
    """One text with what is known of it.

    `corpus` names the skills that count as the hub beside it, `place` is the path where it would stand,
    `expected_line` (from 1) the line where the flaw shows, `against` the skill that it copies or contradicts, `wording`
    its place in the half's wordings. Of `unsure` flaws the label says nothing: whether the text has one can't be known.
    """

    id: str
    base: str
    flaw: Flaw | None
    half: Half
    text: str
    corpus: tuple[str, ...]
    place: str
    expected_line: int | None
    against: str | None
    wording: int | None
    unsure: tuple[Flaw, ...] = ()


def own_set(seed: str = SEED) -> Iterator[Labelled]:
    """Yield our own skills, sound and with each flaw.

    Skills that name one another stay in one half, and those of the tuning half see only their own half as the hub: who
    tunes on it sees nothing of the other.
    """
    hub = own_hub()
    halves = split(related(hub), len(hub.skills) // 2, seed)
    corpora: dict[Half, Sequence[str]] = {"tuning": halves["tuning"], "heldout": sorted(hub.skills)}
    for half in HALVES:
        yield from _half(hub, half, halves, corpora[half], seed)


def shared_set(folder: Path, seed: str = SEED, count: int = SHARED) -> Iterator[Labelled]:
    """Yield skills of a hub read in place, sound and with each flaw; nothing of them is stored.

    A copy of a hub may lack files that its skills cite: whether those citations dangle is then left open.

    Raises:
        NotADirectoryError: there is no such folder.
        ValueError: too few of its skills have what a flaw can be planted in.
    """
    hub = read_hub(folder)
    fit = Dice(seed).shuffled([name for name in sorted(hub.skills) if _is_fit(hub.skills[name])], "shared")
    if len(fit) < 2:
        raise ValueError(f"'{folder}' has {len(fit)} skills with description, steps and Done When; 2 are needed")
    partial = {name for name in fit if cites_what_is_not_in_the_copy(hub, name)}
    chosen = sorted(fit, key=partial.__contains__)[:count]
    halves = _halved(
        [name for name in chosen if name not in partial], [name for name in chosen if name in partial], seed=seed
    )
    for half in HALVES:
        for labelled in _half(hub, half, halves, sorted(hub.skills), seed):
            unsure = labelled.base in partial
            if not (unsure and labelled.flaw == "dangling_citation"):
                yield labelled._replace(unsure=("dangling_citation",)) if unsure else labelled


def _halved(*kinds: Sequence[str], seed: str) -> Mapping[Half, Sequence[str]]:
    """Halve each kind by itself, so that both halves have as many of it."""
    parts = [split([frozenset([name]) for name in kind], len(kind) // 2, seed) for kind in kinds]
    return {half: sorted(name for part in parts for name in part[half]) for half in HALVES}


def split(groups: Iterable[frozenset[str]], size: int, seed: str) -> Mapping[Half, Sequence[str]]:
    """Return two halves of whole groups, the first of a size as near as the groups allow, drawn by the seed."""
    groups = list(groups)
    best: list[str] = []
    for draw in range(1000):
        chosen: list[str] = []
        for group in Dice(seed).shuffled(groups, "split", draw):
            if len(chosen) + len(group) <= size:
                chosen += group
        best = max(best, chosen, key=len)
        if len(best) == size:
            break
    everyone = {name for group in groups for name in group}
    return {"tuning": sorted(everyone - set(best)), "heldout": sorted(best)}


def line_of(labelled: Labelled) -> str:
    """Return the JSON line of a labelled text, without line end."""
    return json.dumps(labelled._asdict(), ensure_ascii=False)


def read_labelled(path: Path) -> tuple[Labelled, ...]:
    """Return the labelled texts of a file.

    Raises:
        FileNotFoundError: the file is not there.
        TypeError: a line lacks a field or has an unknown one.
    """
    return tuple(_labelled(json.loads(line)) for line in path.read_text(encoding="utf-8").split("\n") if line)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the two halves of our own set, or print a shared one; 2 where a folder can't be used."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, metavar="DIR", help="print the set of this hub; nothing is written")
    parser.add_argument("--seed", default=SEED)
    chosen = parser.parse_args(arguments)
    if chosen.shared is None:
        _write(own_set(chosen.seed))
        return 0
    try:
        for labelled in shared_set(chosen.shared, chosen.seed):
            sys.stdout.write(line_of(labelled) + "\n")
    except (NotADirectoryError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _write(labelled: Iterable[Labelled]) -> None:
    everything = list(labelled)
    for half in HALVES:
        lines = [line_of(one) + "\n" for one in everything if one.half == half]
        (HOME / f"{half}.jsonl").write_text("".join(lines), encoding="utf-8", newline="\n")


def _half(
    hub: Hub, half: Half, halves: Mapping[Half, Sequence[str]], corpus: Sequence[str], seed: str
) -> Iterator[Labelled]:
    words, bases = read_words(half), halves[half]
    near = tuple(name for name in corpus if all(name not in halves[other] for other in HALVES if other != half))
    taken: set[tuple[str, str]] = set()
    for base in bases:
        others = tuple(name for name in corpus if name != base)
        yield Labelled(f"{base}:sound", base, None, half, hub.skills[base], others, hub.places[base], None, None, None)
    for flaw in FLAWS:
        order = Dice(seed).shuffled(range(len(words[flaw])), half, flaw)
        for turn, base in enumerate(bases):
            bed = Bed(base, hub, near, words, Dice(seed), taken)
            yield from _planted(bed, flaw, half, order[turn % len(order) :] + order[: turn % len(order)], corpus)


def _planted(bed: Bed, flaw: Flaw, half: Half, order: Sequence[int], corpus: Sequence[str]) -> Iterator[Labelled]:
    """The first wording that fits the base; a flaw that can't be put into a base is left out."""
    subject = next(iter(subjects_of(Page(bed.text))), "result")
    for number in order:
        wording = _about(bed.words[flaw][number], subject)
        planted = _PLANTERS[flaw](bed, wording)
        if planted is None or planted.text == bed.text:
            continue
        hidden = None if flaw == "already_covered" else bed.base
        yield Labelled(
            id=f"{bed.base}:{flaw}",
            base=bed.base,
            flaw=flaw,
            half=half,
            text=planted.text,
            corpus=tuple(name for name in corpus if name != hidden),
            place=planted.place or bed.hub.places[bed.base],
            expected_line=planted.line,
            against=planted.against,
            wording=number,
        )
        return


def _about(wording: Wording, subject: str) -> Wording:
    """A wording of the Done When may speak of the skill's subject."""
    if "items" not in wording:
        return wording
    return {**wording, "items": [item.replace("{n}", subject) for item in wording["items"]]}


def _is_fit(text: str) -> bool:
    page = Page(text)
    done = page.section("done")
    return bool(name_of(page) and description_of(page) and done and len(page.content(done)) > 1 and "\r" not in text)


def _labelled(row: dict[str, Any]) -> Labelled:
    return Labelled(**{**row, "corpus": tuple(row["corpus"]), "unsure": tuple(row["unsure"])})


if __name__ == "__main__":
    sys.exit(main())
