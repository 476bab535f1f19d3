"""What a practice is known by: what it says, the same for a while, never another project's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.fingerprints import CODE_WORDS, PROSE_WORDS, telling_words
from harvest_loop.domain.patterns import harvest_patterns
from tests.support.histories import History

TEA = "# Working on the tea shop\n\n- Never change a tin's price by hand.\n- Ask before you add a supplier.\n"
MAPS = "# Rules for maps\n\n- Always render tiles in Mercator.\n- Never commit a raster above ten megabytes.\n"
SAIL = "#!/bin/sh\n# Hoists the jib before the regatta starts.\nset -e\nmake hoist\n"
BAKE = "#!/bin/sh\n# Weighs flour and yeast for the dough.\nset -e\nmake dough\n"


def fingerprint(path: str, text: str, subject: str = "", *, later: str = "") -> str:
    history = History(files={"src/shop.py": "1\n"})
    history.commit("Show totals", {"src/shop.py": "2\n"}, day=3.0 if later else None)
    said = subject or f"Add {path.rpartition('/')[2]} for every release review"
    history.commit(said, {path: text + later}, body="Nobody knew what to do, because nothing was written down.")
    (found,) = (p.fingerprint for p in harvest_patterns(history.session()).patterns if path in p.paths)
    return found


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("AGENTS.md", TEA, MAPS),
        ("CLAUDE.md", TEA, MAPS),
        ("prompts/report.md", TEA, MAPS),
        (".github/pull_request_template.md", TEA, MAPS),
        (".cursor/rules/style.md", TEA, MAPS),
        (".claude/agents/reviewer.md", TEA, MAPS),
        ("skills/release/SKILL.md", TEA, MAPS),
        ("scripts/release.sh", SAIL, BAKE),
        (".githooks/pre-commit", SAIL, BAKE),
        ("Makefile", "hoist:\n\t./jib --up\n\nregatta:\n\t./sail\n", "dough:\n\t./knead\n\noven:\n\t./bake\n"),
    ],
)  # fmt: skip
def test_files_of_one_name_that_say_other_things_are_other_practices(path: str, one: str, other: str) -> None:
    """
    One project's N must not silence another project.
    """
    assert fingerprint(path, one) != fingerprint(path, other)
    assert fingerprint(path, one) == fingerprint(path, one, f"Introduce {path} so that each workflow step is checked")


@pytest.mark.parametrize("path", ["AGENTS.md", "prompts/report.md", "skills/release/SKILL.md"])
def test_a_small_later_edit_leaves_the_practice_the_same(path: str) -> None:
    """
    A rule more is no other practice.
    """
    assert fingerprint(path, MAPS) == fingerprint(path, MAPS, later="- Never print a shapefile without its legend.\n")


def test_a_tool_taken_up_is_the_same_everywhere() -> None:
    """
    Two repositories that adopt one linter meet the same practice.
    """
    one = fingerprint("ruff.toml", 'line-length = 100\nselect = ["E", "F"]\n', "Adopt ruff for linting")
    other = fingerprint(
        "ruff.toml", 'target-version = "py311"\npreview = true\n', "Lint everything with ruff from now on"
    )

    assert one == other


@given(
    st.lists(st.sampled_from(["tin", "kettle", "saucer", "ladle", "jug"]), min_size=6), st.text(alphabet="abcxyz \n")
)
def test_words_that_come_once_at_the_end_displace_none(words: list[str], tail: str) -> None:
    """
    What a text repeats, or says first, it is known by.
    """
    text = [" ".join(words), " ".join(words)]
    new = " ".join(dict.fromkeys(tail.split()))
    for most in (PROSE_WORDS, CODE_WORDS):
        known = telling_words(text, most)
        assert len(known) < most or known == telling_words([*text, new], most)
