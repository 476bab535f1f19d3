"""Whether what a skill cites is there (SPEC 4.1, phantom; 4.11, dangling citation)."""

import pytest

from harvest_loop.domain.judges.dangling import CitedHub, dangling_citations
from harvest_loop.domain.judges.skill_page import page_of
from tests.support.hubs import make_hub
from tests.support.skill_texts import SOUND, skill

CURVES = (
    "# Curves\n\nThe lid stays shut above 200 degrees.\n\n## Glaze\n\nSlow for 4 hours, by a second potter's word.\n"
)
FILES = {
    "rules/curves.md": CURVES,
    "Makefile": "links:\n\ttrue\n",
    "skills/kiln-firing/references/cones.md": "# Cones\n",
    "skills/rack-check/SKILL.md": "---\nname: rack-check\ndescription: d\n---\n",
}


def found(sentence: str) -> list[str]:
    """What is said of a sentence that stands in one of the steps."""
    asset = skill(SOUND.replace("3. Light", f"3. {sentence}\n4. Light"))
    others = [skill(FILES["skills/rack-check/SKILL.md"], "skills/rack-check/SKILL.md")]
    hub = CitedHub(make_hub(asset, *others, files=tuple(FILES)), FILES)
    return [each.reason for each in dangling_citations(asset, page_of(asset.text), hub)]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The form is `rules/night_shift.md`.", "'rules/night_shift.md' does not exist in the hub"),
        ("See [the cones](references/bent_cones.md).", "the link to 'references/bent_cones.md' leads nowhere"),
        (
            "See [a worked one](references/worked_example.md).",
            "the link to 'references/worked_example.md' leads nowhere",
        ),
        ("The limit stands in `rules/curves.md:40`.", "'rules/curves.md' has 7 lines, and line 40 is cited"),
        ("Line 12 of `rules/curves.md` has the limit.", "'rules/curves.md' has 7 lines, and line 12 is cited"),
        ("The rest is in `rules/curves.md#raku`.", "'rules/curves.md' has no heading 'raku'"),
        ('See the section "Raku" of `rules/curves.md`.', "'rules/curves.md' has no section 'Raku'"),
        ("Use the skill `raku-firing` for it.", "the hub has no skill or agent 'raku-firing'"),
        ("Leave it to `raku-firing`.", "the hub has no skill or agent 'raku-firing'"),
        ("Run `make preheat` before.", "the Makefile has no target 'preheat'"),
        (
            '`rules/curves.md` says: "Two potters watch the flame."',
            "'rules/curves.md' doesn't hold the words “Two potters watch the flame.”",
        ),
        ("`rules/curves.md` allows 9 hours for a glaze.", "'rules/curves.md' names no 9 hours"),
    ],
)
def test_what_is_not_there_is_named(sentence: str, said: str) -> None:
    """A file, line, heading, skill, make target, quotation or number."""
    assert [said] == found(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "See `rules/curves.md:3`, and [the cones](references/cones.md).",
        "The rest is in `rules/curves.md#glaze`.",
        "Use the skill `rack-check`, then run `make links`.",
        '`rules/curves.md` says: "The lid stays shut above 200 degrees."',
        "`rules/curves.md` allows four hours for a glaze.",
        "Write the list to `rules/new_list.md`.",
        "Set `dry-run` in `/etc/kiln.conf`, and 9 hours later look at `rules/curves.md` again.",
    ],
)
def test_what_is_there_or_comes_to_be_is_left_alone(sentence: str) -> None:
    """So is what lies outside of the hub, and a number that isn't the file's."""
    assert [] == found(sentence)


def test_what_nobody_read_is_not_missing() -> None:
    """A file whose text is unknown may hold any line and any number."""
    asset = skill(SOUND.replace("3. Light", "3. The limit stands in `rules/curves.md:400`.\n4. Light"))
    hub = CitedHub(make_hub(asset, files=("rules/curves.md",)), {})

    assert [] == list(dangling_citations(asset, page_of(asset.text), hub))
