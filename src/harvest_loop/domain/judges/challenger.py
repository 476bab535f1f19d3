"""The offline challenger: what speaks against each collision, always with a line to look up (SPEC 4.9)."""

from collections.abc import Mapping, Sequence

from harvest_loop.domain.facts import PRACTICAL
from harvest_loop.domain.judges.at_odds_rules import StandingRules
from harvest_loop.domain.judges.crowded import SkillListing, crowds
from harvest_loop.domain.judges.overturned import overturns, regressed
from harvest_loop.domain.judges.rule_sentences import rules_in
from harvest_loop.domain.judges.stances import takes_same_side
from harvest_loop.domain.overlap import NEAR_COPY
from harvest_loop.domain.overlap import covers as is_covering
from harvest_loop.domain.quoting import count_of
from harvest_loop.domain.words import plain_words
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import AssetLine, Attack, Collision, Cover, Severity
from harvest_loop.schemas.patterns import EvidenceItem, Pattern

STATED_S, STATED_A = 0.8, 0.5
FEWEST_STATED_S = 3
SAME_SENTENCE = 0.6
STRONG_COVER = 0.5


def challenge(collisions: Sequence[Collision], hub: Hub, used: Mapping[str, int] | None = None) -> tuple[Attack, ...]:
    """Return the attacks in the collisions' order; without a real line to cite there is no attack (SPEC 4.9).

    `used` tells, by path, how often the session used a skill that no correction followed; None: nobody could see it.
    """
    listing, rules = SkillListing(hub.skills), StandingRules(hub)
    attacks: list[Attack] = []
    for collision in collisions:
        if collision.regression is not None:
            attacks.append(regressed(collision, collision.regression))
            continue
        handled = _handled(collision, hub, used or {})
        attacks += [*overturns(collision, hub), *rules.contradicted(collision)]
        attacks += [handled] if handled is not None else crowds(collision, listing)
    return tuple(attacks)


def _handled(collision: Collision, hub: Hub, used: Mapping[str, int]) -> Attack | None:
    """The gravest attack that an asset handles the pattern already."""
    assets = {asset.path: asset for asset in hub.assets if asset.readable}
    found: list[tuple[str, float, Attack]] = []
    for cover in collision.covers:
        asset = assets.get(cover.path)
        attack = _handled_by(collision, cover, asset) if asset is not None and is_covering(cover) else None
        if attack is not None:
            attack = _supported(attack, used.get(cover.path, 0))
            found.append((attack.severity if attack.severity != "S" else "0", -cover.figure, attack))
    return min(found, key=lambda each: each[:2])[2] if found else None


def _handled_by(collision: Collision, cover: Cover, asset: Asset) -> Attack | None:
    facts = _facts(collision.pattern)
    stated = [(item, line) for item in facts if (line := _line_stating(item, asset)) is not None]
    lines = [line for _, line in stated] or [line for line in cover.lines if _stands_in(line, asset)]
    if not lines or not (stated or cover.figure >= STRONG_COVER or cover.measure == "shingle containment"):
        return None
    share = len(stated) / len(facts) if facts else 0.0
    figure = f"{cover.measure} {cover.figure:.2f}"
    return Attack(
        collision=collision.id,
        kind="handled",
        severity=_gravity(cover, len(stated), share),
        asset=asset.path,
        citation=lines[0],
        reason=f"{cover.name} covers it ({figure}) and states {len(stated)} of its {len(facts)} facts word for word",
    )


def _supported(attack: Attack, uses: int) -> Attack:
    """An asset that was used here, and whose use nobody corrected, handles what little it states with more weight."""
    if not uses:
        return attack
    reason = f"{attack.reason}; used {count_of(uses, 'time')} in this session, and no correction followed"
    return attack.model_copy(update={"severity": "A" if attack.severity == "B" else attack.severity, "reason": reason})


def _gravity(cover: Cover, stated: int, share: float) -> Severity:
    """S for a near copy or an asset that states nearly all; A for half of it; B for less."""
    if cover.measure == "shingle containment" and cover.figure >= NEAR_COPY:
        return "S"
    if stated >= FEWEST_STATED_S and share >= STATED_S:
        return "S"
    return "A" if share >= STATED_A else "B"


def _facts(pattern: Pattern) -> list[EvidenceItem]:
    """What the practice tells one to do, each fact once."""
    facts: dict[str, EvidenceItem] = {}
    for item in pattern.evidence:
        if item.role in PRACTICAL:
            facts.setdefault(" ".join(item.text.split()), item)
    return list(facts.values())


def _line_stating(item: EvidenceItem, asset: Asset) -> AssetLine | None:
    """The asset's first line that holds the fact's words: all of a command or path, most of a sentence."""
    wanted = " ".join(item.text.split())
    for number, text in enumerate(asset.text.split("\n"), start=1):
        if wanted in " ".join(text.split()) or (item.role == "rule" and _is_the_same(wanted, text)):
            return AssetLine(path=asset.path, line=number, text=text.strip())
    return None


def _is_the_same(sentence: str, line: str) -> bool:
    return _same_sentence(sentence, line) or any(takes_same_side(sentence, rule) for rule in rules_in(line))


def _same_sentence(sentence: str, line: str) -> bool:
    said, there = plain_words(sentence), plain_words(line)
    threes = {tuple(said[at : at + 3]) for at in range(len(said) - 2)}
    found = {tuple(there[at : at + 3]) for at in range(len(there) - 2)}
    return len(threes) >= 3 and len(threes & found) >= SAME_SENTENCE * len(threes)


def _stands_in(line: AssetLine, asset: Asset) -> bool:
    lines = asset.text.split("\n")
    return line.path == asset.path and line.line <= len(lines) and lines[line.line - 1].strip().startswith(line.text)
