"""Tools and aspects of work, known as data."""

import pytest

from harvest_loop.domain.facets import facets_of
from harvest_loop.domain.tools import TOOLS, tool_of_file, tools_in_prose


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Use ruff and mypy in CI", ["Ruff", "mypy"]),
        ("uvx zizmor --pedantic .github", ["uv", "zizmor"]),
        ("add ty", ["ty"]),
        ("two parties", []),
        ("move docs/ruff/notes.md", []),
        ("make the cursor blink", ["Cursor"]),
    ],
)
def test_tools_are_found_by_name_and_not_inside_words_or_paths(text: str, names: list[str]) -> None:
    """
    `ty` is a type checker and `parties` is none; a name that is also a word is found and judged by the paths.
    """
    assert names == [tool.name for tool in tools_in_prose(text)]


@pytest.mark.parametrize(
    ("path", "name"),
    [(".github/workflows/codeql-analysis.yml", "CodeQL"), ("lefthook.yml", "Lefthook"), ("src/ruff.py", None)],
)
def test_a_configuration_tells_its_tool(path: str, name: str | None) -> None:
    """
    The file's name is enough, wherever it stands.
    """
    tool = tool_of_file(path)

    assert name == (tool.name if tool else None)


def test_every_tool_has_one_name() -> None:
    """
    A practice is keyed by its tool, so that two rows of one name would be one practice.
    """
    assert len(TOOLS) == len({tool.name.lower() for tool in TOOLS})


def test_an_aspect_outlives_its_wording() -> None:
    """
    Fingerprints rest on aspects, so other words for the same concern give the same aspect.
    """
    assert facets_of("read the file as UTF-8") == facets_of("mind the encoding of names")
    assert "strictness" in facets_of("Make CI stricter") and "strictness" in facets_of("enforce the rule")
    assert () == facets_of("show totals")
