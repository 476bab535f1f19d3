"""Find what was learnt about asking a model, wherever in a repository the words stand (SPEC 4.7)."""

import re
from collections.abc import Sequence

from harvest_loop.domain.artefacts import HARNESS_ROLES
from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.practice import Practice, speaks
from harvest_loop.domain.works import Work

_MODEL = re.compile(r"\b(?:llms?|hallucinat\w+|the model|haiku|sonnet|opus|gpt[-\w]*|few-shot)\b", re.IGNORECASE)
_ASKING = re.compile(r"(?<![A-Za-z])(?:prompts?|llms?|hallucinat\w+|the model)\b", re.IGNORECASE)


def find_model_prompts(works: Sequence[Work]) -> tuple[Practice, ...]:
    """Return one practice for each work that changes what a model is asked and argues for it in its message."""
    return tuple(_practice(work) for work in works if _argues_about_a_model(work))


def _practice(work: Work) -> Practice:
    main = max(work.changes, key=lambda change: (change.added or 0, change.path)).path
    key = f"prompt:{main.rpartition('/')[2]}+{'+'.join(facets_of(work.wording.said))}"
    return Practice(key, "change", "prompt", "model prompts", (work,), work.touches, work)


def _argues_about_a_model(work: Work) -> bool:
    wording = work.wording
    if not speaks(work) or not work.changes or not wording.reasons or len(wording.body) < 160:
        return False
    if any(touch.artefact.role in HARNESS_ROLES for touch in work.touches):
        return False
    text = f"{wording.said} {wording.body}"
    enough = 2 if _ASKING.search(wording.said) else 4
    return bool(_MODEL.search(text)) and len(_ASKING.findall(text)) >= enough
