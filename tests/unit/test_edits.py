"""A marked block in an existing asset: every other byte kept (SPEC 4.9)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harvest_loop.domain.edits import append_block, split_block, unified_diff, why_not_editable
from tests.support.patterns import make_asset


@settings(deadline=None)  # the machine may be busy
@given(st.text(alphabet="ab\n\r\f\u2028 #-", max_size=60))
def test_an_edit_keeps_every_byte_before_its_block(text: str) -> None:
    """What a person wrote is a prefix of the result, and can be had back."""
    after = append_block(text, "<!-- harvest:begin c-1 -->\nx\n<!-- harvest:end c-1 -->")

    assert after.startswith(text)
    assert (text, True) == (split_block(after)[0], split_block(after)[1].endswith("<!-- harvest:end c-1 -->"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```\nopen\n", "ends inside"),
        ("~~~sh\n```\n", "ends inside"),
        ("<!-- open\n", "ends inside"),
        ("token: «redacted:github»\n", "redacted"),
        ("<!-- harvest:begin c-1 -->\nx\n<!-- harvest:end c-1 -->\n", "already"),
    ],
)
def test_an_asset_that_can_not_take_a_block_whole_is_left_alone(text: str, said: str) -> None:
    """Better no edit than one that vanishes in a fence or writes a redaction over a person's line."""
    assert said in (why_not_editable(make_asset(text), "c-1") or "")


@pytest.mark.parametrize("text", ["# x\n", "", "```\nclosed\n```\n", "```inline``` code\n", "<!-- closed -->\n"])
def test_an_ordinary_asset_takes_a_block(text: str) -> None:
    """A closed fence or comment is no obstacle."""
    assert why_not_editable(make_asset(text), "c-1") is None


def test_a_template_and_an_unreadable_asset_take_no_block() -> None:
    """What stands in a template is copied elsewhere; what can't be read can't be judged."""
    unread = make_asset("x").model_copy(update={"readable": False, "reason": "line 2"})

    assert "template" in (why_not_editable(make_asset("x", "templates/a.md", kind="template"), "c-1") or "")
    assert "line 2" in (why_not_editable(unread, "c-1") or "")


def test_a_diff_tells_of_a_missing_newline() -> None:
    """The last line of a file without one is shown as git shows it."""
    assert unified_diff("a.md", "one", "one\ntwo\n").split("\n") == [
        "--- a/a.md",
        "+++ b/a.md",
        "@@ -1 +1,2 @@",
        "-one",
        "\\ No newline at end of file",
        "+one",
        "+two",
        "",
    ]
