"""Splits and merges of skills: nothing that stood is lost, and what steers stays where it is (SPEC 4.13)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.merge_skills import merge_line
from harvest_loop.domain.preserved import preserved
from harvest_loop.domain.split_skill import split_line
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.examination import Reference
from harvest_loop.schemas.hub import Asset, NearCopy
from tests.support.hubs import make_asset

HEAD = "---\nname: press\ndescription: Use press to print\n---\n\n# Press\n\n## When to use\n\nFor print.\n\n"
STEPS = "## Steps\n\n1. Ink.\n2. Press.\n\n"
DONE = "## Done When\n\n- [ ] A page is printed.\n"
REFERENCE = "## Reference\n\n" + "".join(f"- Code {number}: message {number}\n" for number in range(320)) + "\n"


def skill(text: str, *, path: str = "skills/press/SKILL.md", name: str = "press", **more: Any) -> Asset:
    first = text.split("\n").index("---", 1) + 2
    return make_asset(path, text, "skill").model_copy(update={"name": name, "first_body_line": first, **more})


def split(text: str, *others: Asset) -> CurationLine:
    """The line that asks for the split."""
    line = split_line(skill(text), others)
    assert isinstance(line, CurationLine), line
    return line


def test_reference_material_moves_and_what_steers_stays() -> None:
    """
    When to use it, steps and Done When stay; the section is in the detail file word for word, a link in its place.
    """
    line = split(HEAD + STEPS + REFERENCE + DONE)
    assert line.draft is not None
    (detail,) = line.draft.also

    assert HEAD + STEPS + "See [Reference](SKILL_detail.md#reference).\n\n" + DONE == line.draft.text
    assert "skills/press/SKILL_detail.md" == detail.path and REFERENCE.strip() in detail.text
    count = sum(bool(text.strip()) for text in (HEAD + STEPS + REFERENCE + DONE).split("\n"))
    assert ("check", f"every line of before stands in after: {count} of {count}") in line.grounds
    assert "+- Code 7: message 7" in line.shown and "--- /dev/null" in line.shown
    assert ("friction", "press") == (line.check.kind, line.check.target) if line.check else False


def test_only_as_much_moves_as_makes_it_short_the_longest_first() -> None:
    """
    A short appendix stays, as the long one alone is enough.
    """
    appendix = "## Appendix\n\nOne line.\nAnother one.\nA third.\n\n"

    line = split(HEAD + STEPS + appendix + REFERENCE + DONE)

    assert line.draft is not None and appendix in line.draft.text


@pytest.mark.parametrize(
    ("section", "others"),
    [
        (REFERENCE.replace("## Reference", "## Done When, in detail"), ()),
        (REFERENCE.replace("- Code 3:", "3. Do:").replace("- Code 4:", "4. Do:"), ()),  # it holds steps
        (REFERENCE.replace("- Code 3:", "### When to use it\n- Code 3:"), ()),  # a part of it says when
        (REFERENCE.replace("## Reference", "## Rules"), ()),
        (REFERENCE.replace("## Reference", "## Approval gates"), ()),
        ("## Shapes\n\nNever print it by hand.\n\n```\n" + "x\n" * 320 + "```\n\n", ()),
        ("## Background\n\nOnce.\n\nLong ago.\n\n" + "## Rules\n\n" + "- Do so.\n" * 320 + "\n", ()),  # little of it
        (REFERENCE, ("See [it](../skills/press/SKILL.md#reference).\n",)),
        (REFERENCE, ("See [it](/skills/press/SKILL.md#Reference).\n",)),
        (REFERENCE.replace("- Code 3:", "### Part\n- Code 3:"), ("[it](../skills/press/SKILL.md#part)\n",)),
        (REFERENCE + "## Other\n\n[above](#reference)\n\n", ()),
        (REFERENCE.replace("- Code 3:", "- [3](#steps):"), ()),
        (REFERENCE.replace("- Code 3:", "- [3][three]:"), ()),
        (REFERENCE.replace("- Code 3:", "<!-- harvest:begin x -->\n- Code 3:"), ()),
    ],
)
def test_what_steers_or_is_linked_by_anchor_is_not_moved(section: str, others: tuple[str, ...]) -> None:
    """
    Steps, rules, what says when, the Done When; a section that others lead into, or that needs the rest of the text.
    """
    assets = [make_asset("rules/a.md", text) for text in others]

    assert isinstance(split_line(skill(HEAD + STEPS + section + DONE), assets), str)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"frontmatter": {"pinned": True}}, "pinned"),
        ({"exact": False}, "written back"),
        ({"readable": False}, "written back"),
    ],
)
def test_what_can_t_be_rewritten_is_told(more: dict[str, Any], said: str) -> None:
    """
    A pinned skill is never touched, nor one whose bytes would not come back.
    """
    line = split_line(skill(HEAD + REFERENCE + DONE, **more), ())

    assert isinstance(line, str) and said in line


def test_a_heading_in_a_code_block_begins_no_section() -> None:
    """
    The block moves as a whole.
    """
    block = "```\n## Done When\n```\n"

    line = split(HEAD + STEPS + REFERENCE + block + DONE)

    assert line.draft is not None and block in line.draft.also[0].text


PIECES = st.lists(
    st.sampled_from(
        [REFERENCE, STEPS, "## Examples\n\n```\n# no\n```\n\n", "## Notes\n\na\na\n\nb  \n", "# One\n", "~~~\nx\n"]
    ),
    min_size=1,
    max_size=7,
)


@settings(deadline=None)  # the machine may be busy
@given(PIECES)
def test_no_split_loses_a_line(pieces: list[str]) -> None:
    """
    Whatever the sections: each line stands as often as before, but for the links in place.
    """
    text = HEAD + "".join(pieces) + DONE
    line = split_line(skill(text), ())
    if isinstance(line, str) or line.draft is None:
        return

    after = Counter(f"{line.draft.text}\n{line.draft.also[0].text}".split("\n"))
    before = Counter(one for one in text.split("\n") if one.strip())
    assert not before - after


FIRST = "---\nname: press\ndescription: d\n---\n\n# Press\n\nShared line.\n\n## Done When\n\n- [ ] done\n"
BLOCK = "```\nShared line.\nrun it\n```\n"
SECOND = f"---\nname: print\ndescription: other\n---\n\n# Press\n\nShared line.\nOnly here.\n\n{BLOCK}"


def merged(first: str = FIRST, second: str = SECOND, **more: Any) -> CurationLine | str:
    """The line that asks for the merge of the second into the first."""
    other = skill(second, path="skills/print/SKILL.md", name="print", **more)
    copy = NearCopy(a="skills/press/SKILL.md", b="skills/print/SKILL.md", containment=0.61, shared=40)
    inbound = Reference(path="rules/a.md", line=3, text="use print", target="skills/print/SKILL.md", by="name")
    return merge_line(skill(first), other, copy, [inbound])


def test_what_only_the_second_says_joins_the_first_and_the_second_stays() -> None:
    """
    A block of code joins as a whole; the second loses nothing and gets one line that leads to the first.
    """
    line = merged()
    assert isinstance(line, CurationLine) and line.draft is not None
    (grown,) = line.draft.also

    assert f"{FIRST}\n## Merged from print\n\nOnly here.\n\n```\nShared line.\nrun it\n```\n" == grown.text
    mark = "merged_into: skills/press/SKILL.md\n"
    assert SECOND.replace("description: other\n", f"description: other\n{mark}") == line.draft.text
    assert ("referred to by", "rules/a.md:3; these go on leading to it") in line.grounds
    assert ("check", "every line of before stands in after: 15 of 15") in line.grounds
    assert line.check is not None and ("skill_uses", "print") == (line.check.kind, line.check.target)


def test_a_copy_that_says_nothing_of_its_own_only_gets_its_mark() -> None:
    """
    The first is not written then.
    """
    line = merged(second=FIRST.replace("name: press", "name: print"))

    assert isinstance(line, CurationLine) and line.draft is not None and () == line.draft.also


@pytest.mark.parametrize("more", [{"frontmatter": {"pinned": "yes"}}, {"frontmatter": {"merged_into": "x"}}])
def test_a_pinned_or_merged_skill_is_left_alone(more: dict[str, Any]) -> None:
    """
    Whichever of the two it is.
    """
    assert isinstance(merged(**more), str)


def test_a_block_that_does_not_end_is_no_merge() -> None:
    """
    It would swallow what stands behind it in the first.
    """
    assert "does not end" in str(merged(second=SECOND.removesuffix("```\n")))
    assert "does not end" in str(merged(first=FIRST + "<!-- a note\n"))


def test_a_lost_line_is_counted() -> None:
    """
    A line that stood twice and stands once is one lost.
    """
    assert "every line of before stands in after: 2 of 3" == str(preserved(["a\na\nb"], ["a\n\nb"]))
    assert not preserved(["a\na"], ["a"]).whole and preserved(["a\na"], ["a"], once=True).whole
