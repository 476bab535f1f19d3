"""Fits the weights by which two skills count as doing the same job, and tells how well they do (SPEC 4.12)."""

import argparse
import itertools
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evals.score_skills import Share
from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.same_function import (
    FEWER_FOUND,
    INTERCEPT,
    MORE_FOUND,
    NAME_MISSING,
    SAME_FUNCTION,
    SIMILARITY,
    description_similarity,
    name_missing,
    same_function,
    words_found,
)
from harvest_loop.schemas.hub import Asset

LINEAGE = "OpenSpace"  # a skill's folder names the one that it was made from
ONE_AUTHOR = "agents"  # many skills, no two of which do the same job
HARD, EASY = 300, 600
WEIGHT_OF_EASY = 0.25
TOLD_AGAIN = Path(__file__).parent / "skills" / "tuning.jsonl"

_OFFSPRING = re.compile(r"(-(enhanced|merged|[0-9a-f]{6}|v\d+))+$")
_ROUNDS, _RIDGE = 60, 0.5

Floats = NDArray[np.float64]
Pair = tuple[Asset, Asset]


class Pairs(NamedTuple):
    """Skills of one job, siblings by one author that have most words in common, and any two."""

    same: Sequence[Pair]
    siblings: Sequence[Pair]
    any_two: Sequence[Pair]


def read_skills(folder: Path) -> tuple[Asset, ...]:
    """Return the readable skills below a folder that have a description, each text once."""
    found: dict[str, Asset] = {}
    for path in sorted(folder.rglob("SKILL.md")):
        text = path.read_text("utf-8", errors="replace")
        found.setdefault(text, asset_of(str(path.relative_to(folder.parent)), text))
    return tuple(skill for skill in found.values() if skill.readable and skill.description)


def pairs_of(folder: Path) -> Pairs:
    """Return what is known of the skills below `folder`, read in place."""
    repositories = {each.name: read_skills(each) for each in sorted(folder.iterdir()) if each.is_dir()}
    dice = random.Random(1)  # noqa: S311 -- a sample, the same each time
    alike = sorted(itertools.combinations(repositories[ONE_AUTHOR], 2), key=lambda pair: -description_similarity(*pair))
    skills = [skill for each in repositories.values() for skill in each]
    drawn = [dice.sample(skills, 2) for _ in range(2 * EASY)]
    apart = [(one, other) for one, other in drawn if one.path.split("/")[0] != other.path.split("/")[0]]
    any_two = (*dice.sample(alike[HARD:], EASY), *apart[:EASY])
    return Pairs(tuple(_families(repositories[LINEAGE])), tuple(alike[:HARD]), any_two)


def _families(skills: Sequence[Asset]) -> Iterator[Pair]:
    """Pairs of one descent; where their names tell it, both are without, so that the job has to tell it."""
    families: dict[str, list[Asset]] = {}
    for skill in skills:
        families.setdefault(_OFFSPRING.sub("", skill.path.split("/")[-2]), []).append(skill)
    for family in families.values():
        for one, other in itertools.combinations(family, 2):
            common = set(one.name.split("-")) & set(other.name.split("-"))
            tells = len(common) * 2 >= min(len(one.name.split("-")), len(other.name.split("-")))
            yield (_nameless(one), _nameless(other)) if tells else (one, other)


def _nameless(skill: Asset) -> Asset:
    return skill.model_copy(update={"name": "x"})


def features(pair: Pair) -> tuple[float, ...]:
    """Return what the logistic weighs, in the order of its weights."""
    one, other = pair
    fewer, more = sorted((words_found(one, other), words_found(other, one)))
    return description_similarity(one, other), fewer, more, name_missing(one, other)


def fit(pairs: Pairs) -> Floats:
    """Return the intercept and the weights of a ridge logistic."""
    groups = ((pairs.same, 1.0, 1.0), (pairs.siblings, 0.0, 1.0), (pairs.any_two, 0.0, WEIGHT_OF_EASY))
    rows = np.array([(1.0, *features(pair)) for group, _, _ in groups for pair in group])
    wanted = np.array([label for group, label, _ in groups for _ in group])
    counts = np.array([weight for group, _, weight in groups for _ in group])
    ridge = _RIDGE * np.diag([0.0, 1.0, 1.0, 1.0, 1.0])
    weights: Floats = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        told = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (told - wanted)) + ridge @ weights
        bend = (rows * (counts * told * (1.0 - told))[:, None]).T @ rows + ridge
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def told_again() -> Iterator[Pair]:
    """Yield our own skills, each with a text that tells it again in other words under another name."""
    lines = [json.loads(line) for line in TOLD_AGAIN.read_text("utf-8").splitlines()]
    sound = {line["base"]: asset_of(f"a/{line['base']}/SKILL.md", line["text"]) for line in lines if not line["flaw"]}
    for line in lines:
        if line["flaw"] == "already_covered":
            yield asset_of("b/copy/SKILL.md", line["text"]), sound[line["against"]]


def main(words: Sequence[str] | None = None) -> int:
    """Print the fit beside the weights that are built in, and the share at the threshold for each kind of pair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, metavar="DIR", help="folders of public skills, one a repository")
    chosen = parser.parse_args(words)
    groups: list[tuple[str, Sequence[Pair]]] = [("ours, told again in other words", tuple(told_again()))]
    if chosen.shared is not None:
        pairs = pairs_of(chosen.shared)
        built_in = (INTERCEPT, SIMILARITY, FEWER_FOUND, MORE_FOUND, NAME_MISSING)
        for label, weights in (("fitted", fit(pairs)), ("built in", built_in)):
            sys.stdout.write(f"{label:<10}{' '.join(f'{weight:.2f}' for weight in weights)}\n")
        named = ("of one descent", "siblings by one author", "any two")
        groups += [(name, group) for name, group in zip(named, pairs, strict=True)]
    for name, group in groups:
        share = Share(sum(same_function(*pair) >= SAME_FUNCTION for pair in group), len(group))
        within = "unknown" if share.interval is None else "{:.2f} to {:.2f}".format(*share.interval)
        said = f"{name}: {share.hits} of {share.of} at or over {SAME_FUNCTION:.2f} ({within})"
        sys.stdout.write(f"{said}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
