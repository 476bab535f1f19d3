"""A skill that is sound in every respect, and the same with one part changed."""

from harvest_loop.adapters.skills import asset_of
from harvest_loop.domain.judges.skill_page import SkillPage, page_of
from harvest_loop.schemas.hub import Asset

PLACE = "skills/kiln-firing/SKILL.md"
SOUND = """---
name: kiln-firing
description: Fires a kiln load by the cone chart and writes down what came out. Use when a kiln load is packed, on \
"fire the kiln", "glaze firing".
---

# Firing a kiln

## When to use

- A kiln load is packed and dry.
- Somebody asks for a second glaze firing.

## Steps

1. Weigh three pots of the load; a wet pot goes back to the rack.
2. Set the controller to the curve in `rules/curves.md`. Never open the lid above 200 degrees.
3. Light the burner, and note the time in `firings.csv`.
4. When the witness cone has bent, close the gas and let the kiln cool overnight.

## Done When

- `firings.csv` has a row with both times.
- The witness cone lies beside the row's photograph.
"""


def page_with(old: str = "", new: str = "") -> SkillPage:
    """The sound skill with one part replaced."""
    assert old in SOUND
    return page_of(SOUND.replace(old, new) if old else SOUND)


def described(triggers: str, *occasions: str) -> SkillPage:
    """The sound skill with other triggers, in the description and in its list of occasions."""
    page = SOUND.replace('Use when a kiln load is packed, on "fire the kiln", "glaze firing".', triggers)
    listed = "\n".join(f"- {occasion}" for occasion in occasions)
    old = "- A kiln load is packed and dry.\n- Somebody asks for a second glaze firing."
    assert old in page
    return page_of(page.replace(old, listed) if occasions else page)


def skill(text: str, path: str = PLACE) -> Asset:
    return asset_of(path, text)
