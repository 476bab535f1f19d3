"""An innovator's pages as proposals: what they rest on is ours, the words are its, the floor judges (SPEC 4.9)."""

import re
from collections.abc import Mapping, Sequence

from harvest_loop.domain.done_when import reached_by
from harvest_loop.domain.judges.shown import shown_assets, shown_collision
from harvest_loop.domain.naming import LONGEST_NAME
from harvest_loop.domain.proposals import names_in_use, proposal_of
from harvest_loop.domain.quoting import one_line
from harvest_loop.domain.skill_text import frontmatter_of, written_lines
from harvest_loop.schemas.hub import Hub
from harvest_loop.schemas.judgement import Change, Collision, DoneWhenTest, Innovation, Proposal
from harvest_loop.schemas.role_messages import (
    GivenProposal,
    InnovatorAnswer,
    InnovatorInput,
    OfferedTest,
    OpenCollision,
)

Facts = Mapping[str, tuple[DoneWhenTest, ...]]

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def open_collisions(collisions: Sequence[Collision], innovation: Innovation) -> tuple[Collision, ...]:
    """Return the collisions that could be a skill of their own, and for which no text was found by rule."""
    left = {one.collision for one in innovation.declined if not one.suppressed}
    return tuple(one for one in collisions if one.id in left and one.route == "new skill" and one.regression is None)


def innovator_input(asked: Sequence[Collision], hub: Hub, facts: Facts) -> InnovatorInput:
    """Return all that the innovator is given; the challenger's attacks are none of it."""
    return InnovatorInput(
        open=tuple(
            OpenCollision(
                collision=shown_collision(one),
                tests=tuple(
                    OfferedTest(number=number, text=test.text)
                    for number, test in enumerate(_reached(one, facts), start=1)
                ),
            )
            for one in asked
        ),
        assets=shown_assets(asked, hub),
    )


def proposals_of(
    answer: InnovatorAnswer, asked: Sequence[Collision], hub: Hub, facts: Facts, *, taken: Sequence[Proposal], most: int
) -> tuple[Proposal, ...]:
    """Return the proposals that name an open collision, offered tests and free names; the others are dropped."""
    by_id = {one.id: one for one in asked}
    found: list[Proposal] = []
    for given in answer.proposals:
        one = by_id.pop(given.collision, None)
        made = None if one is None else _proposal(given, one, hub, facts, (*taken, *found))
        if made is not None and len(taken) + len(found) < most:
            found.append(made)
    return tuple(found)


def with_given(innovation: Innovation, given: Sequence[Proposal]) -> Innovation:
    """Return the floor's proposals and a model's: what got a text is not among what got none."""
    told = {one.collision for one in given}
    declined = tuple(one for one in innovation.declined if one.collision not in told)
    return Innovation(proposals=(*innovation.proposals, *given), declined=declined)


def _proposal(
    given: GivenProposal, collision: Collision, hub: Hub, facts: Facts, others: Sequence[Proposal]
) -> Proposal | None:
    offered = _reached(collision, facts)
    names = tuple(dict.fromkeys(given.names))
    in_use = names_in_use(hub, others)
    fits = len(names) > 1 and all(map(_is_name, names)) and names[0] not in in_use
    if not fits or not all(1 <= number <= len(offered) for number in given.tests):
        return None
    text = given.text.replace("\r\n", "\n").rstrip("\n") + "\n"
    named = frontmatter_of(written_lines(text)).get("name")
    if named is None or named.text != names[0]:
        return None
    change = Change(kind="new file", path=f"{collision.folder}/{names[0]}/SKILL.md", text=text, shown=text)
    made = proposal_of(collision, change, names, tuple(offered[number - 1] for number in dict.fromkeys(given.tests)))
    triggers = tuple(dict.fromkeys(one_line(word, limit=60) for word in given.triggers if word.strip()))
    if not triggers:
        return None
    return made.model_copy(update={"abstraction": one_line(given.abstraction), "triggers": triggers})


def _reached(collision: Collision, facts: Facts) -> tuple[DoneWhenTest, ...]:
    pattern = collision.pattern
    return reached_by(pattern, facts.get(pattern.fingerprint, ()))


def _is_name(text: str) -> bool:
    return len(text) <= LONGEST_NAME and _NAME.fullmatch(text) is not None
