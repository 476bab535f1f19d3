"""Finds new skills that would stand where many share the subject already (SPEC 4.9)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from harvest_loop.domain.naming import is_generic
from harvest_loop.domain.regressed import is_matter
from harvest_loop.domain.standing_price import LISTING_TOKENS, listing_tokens
from harvest_loop.domain.words import words_of
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.judgement import AssetLine, Attack, Collision

CROWD_B, CROWD_A = 3, 6
COMMON_SKILLS, COMMON_SHARE = 6, 0.15


class SkillListing:
    """The skills of a hub by the words of their names and descriptions; read once, asked for each collision."""

    def __init__(self, skills: Sequence[Asset]) -> None:
        self._skills = skills
        self._named = [frozenset(words_of(f"{skill.name} {skill.description}")) for skill in skills]
        self._holders = Counter(word for words in self._named for word in words)
        self._most = max(COMMON_SKILLS, int(COMMON_SHARE * len(skills)))

    @property
    def tokens(self) -> int:
        """About how many tokens the list takes in every session."""
        return listing_tokens(self._skills)

    def neighbours(self, topic: Sequence[str]) -> list[AssetLine]:
        """The line of each skill that names half of a subject's telling words, two at least; most words first.

        A word that many skills of this hub name tells none of them apart.
        """
        words = {stem for word in topic if not is_generic(word) for stem in words_of(word)}
        subject = {word for word in words if self._holders[word] <= self._most}
        found: list[tuple[int, AssetLine]] = []
        for skill, named in zip(self._skills, self._named, strict=True):
            common = subject & named
            enough = len(common) >= max(2, (len(words) + 1) // 2)
            line = _line_naming(common, skill) if enough and skill.readable else None
            if line is not None:
                found.append((-len(common), line))
        return [line for _, line in sorted(found, key=lambda each: (each[0], each[1].path))]


def crowds(collision: Collision, listing: SkillListing) -> Iterator[Attack]:
    """Yield an attack for one more skill where several have its subject; graver where the list is over its limit.

    The price alone is no attack: it is the same for every new skill, and step 4 shows it.
    """
    is_new = collision.route == "new skill" and not is_matter(collision.pattern)
    neighbours = listing.neighbours(collision.pattern.topic) if is_new else []
    if len(neighbours) < CROWD_B:
        return
    is_over = listing.tokens > LISTING_TOKENS
    price = f"; the list of skills takes about {listing.tokens} tokens of {LISTING_TOKENS}" if is_over else ""
    yield Attack(
        collision=collision.id,
        kind="complicates",
        severity="A" if is_over or len(neighbours) >= CROWD_A else "B",
        asset=neighbours[0].path,
        citation=neighbours[0],
        reason=f"{len(neighbours)} skills name the same subject in their descriptions{price}",
    )


def _line_naming(words: set[str], skill: Asset) -> AssetLine | None:
    """The line of the frontmatter that names most of the words."""
    head = skill.text.split("\n")[: max(0, skill.first_body_line - 1)]
    named = [(-len(words.intersection(words_of(text))), number) for number, text in enumerate(head, start=1)]
    if not named or min(named)[0] == 0:
        return None
    number = min(named)[1]
    return AssetLine(path=skill.path, line=number, text=head[number - 1].strip())
