"""What an asset costs every session (SPEC 4.12)."""

import pytest

from harvest_loop.domain.standing_price import description_of, standing_price
from harvest_loop.schemas.judgement import Change


def new(path: str, text: str) -> Change:
    return Change(kind="new file", path=path, text=text, shown=text)


def edit(path: str, diff: str) -> Change:
    return Change(kind="edit", path=path, text="whole", shown=diff, base_sha256="0" * 64)


SKILL = "---\nname: a\ndescription: {}\n---\n\n" + "body " * 100


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain words", "plain words"),
        ('"quoted: words"', "quoted: words"),
        (">-\n  folded\n  words", "folded words"),
        ("|\n  kept\n  words\nother: x", "kept words"),
        ("first\n  second", "first second"),
        ("", ""),
    ],
)
def test_a_description_is_read_in_every_form(written: str, read: str) -> None:
    """
    What the host lists is the description, however it is folded.
    """
    assert read == description_of(SKILL.format(written))


def test_a_skill_costs_its_description_and_not_its_body() -> None:
    """
    The body is read only when the skill is used.
    """
    price = standing_price(new("skills/a/SKILL.md", SKILL.format("x" * 41)))

    assert "about 11 tokens a session (its description)" == str(price)


def test_what_is_always_read_costs_all_of_its_text() -> None:
    """
    CLAUDE.md is in the context of every session, line by line.
    """
    assert 100 == standing_price(new("CLAUDE.md", "x" * 400)).tokens
    assert 3 == standing_price(edit("CLAUDE.md", "--- a\n+++ b\n@@ -1 +1,2 @@\n-old\n+new and more\n")).tokens


def test_an_edit_of_a_body_costs_nothing_more() -> None:
    """
    Only a longer description makes an existing skill dearer.
    """
    body = edit("skills/a/SKILL.md", "--- a\n+++ b\n+one more step\n")
    longer = edit("skills/a/SKILL.md", "--- a\n+++ b\n-description: short\n+description: short and then some\n")

    assert (0, "its description stays as it is") == (standing_price(body).tokens, standing_price(body).reason)
    assert 4 == standing_price(longer).tokens
    assert 0 == standing_price(new("templates/a.md", "x" * 400)).tokens
