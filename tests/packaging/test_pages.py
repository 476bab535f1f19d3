"""What the pages promise is there: commands, flags, targets, files."""

import re
from pathlib import Path

import pytest

from tests.packaging.project import ROOT, harvest, listed_files, run

# What lies in these folders speaks of made-up repositories.
ELSEWHERE = ("examples/", "evals/", "agents_prompts/")
PAGES = tuple(name for name in listed_files() if name.endswith(".md") and not name.startswith(ELSEWHERE))
COMMAND_LINE = re.compile(r"harvest ([a-z]+)((?: (?:--[a-z-]+|[^\s`#|]+))*)")


def code_in(page: str) -> list[str]:
    """Fenced blocks and inline code of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    fenced = re.findall(r"^```.*?\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
    return [line for block in fenced for line in block.splitlines()] + inline


@pytest.mark.parametrize("page", PAGES)
def test_every_harvest_command_on_a_page_exists(page: str, tmp_path: Path) -> None:
    """
    A reader can type what a page shows: the command is in the help, and so is each of its flags.
    """
    known = harvest("--help", at=tmp_path) + harvest("help", at=tmp_path)
    for line in code_in(page):
        for command, rest in COMMAND_LINE.findall(line):
            assert re.search(rf"^ +{command} ", known, flags=re.MULTILINE), f"{page}: harvest {command}"
            usage = harvest(command, "--help", at=tmp_path) if "--" in rest else ""
            for flag in re.findall(r"--[a-z-]+", rest):
                assert flag in usage, f"{page}: harvest {command} {flag}"


def test_the_readme_names_every_command_of_the_first_help_page(tmp_path: Path) -> None:
    """
    What a person needs is on the README, so that help holds no surprise.
    """
    commands = re.findall(r"^ {4}([a-z]+) {2,}", harvest("--help", at=tmp_path), flags=re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert commands
    assert [] == [command for command in commands if f"harvest {command}" not in readme]


def test_every_other_command_is_on_a_page_that_a_person_follows(tmp_path: Path) -> None:
    """
    The second page of help gives a command one line; what it is for stands on the README or on a page in docs.
    """
    commands = re.findall(r"^ {4}([a-z]+) {2,}", harvest("help", at=tmp_path), flags=re.MULTILINE)
    pages = [name for name in PAGES if name == "README.md" or re.fullmatch(r"docs/[a-z-]+\.md", name)]
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in pages)

    assert commands
    assert [] == [command for command in commands if f"harvest {command}" not in text]


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_on_a_page_exists(page: str) -> None:
    """
    The pages name only targets that `make help` lists.
    """
    targets = set(re.findall(r"^ +make ([a-z]+)", run(["make", "help"], at=ROOT), flags=re.MULTILINE))
    named = {target for line in code_in(page) for target in re.findall(r"\bmake ([a-z]+)", line)}

    assert {"demo", "test", "lint"} <= targets
    assert named <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_exists(page: str) -> None:
    """
    A link leads somewhere, and a path in code that begins with a folder of ours is a path of ours.
    """
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:|#", link)]
    folders = {name.partition("/")[0] for name in listed_files() if "/" in name}
    paths = [
        code for code in code_in(page) if code.partition("/")[0] in folders and re.fullmatch(r"[\w./-]+/[\w./-]*", code)
    ]

    missing = [link for link in links if not (ROOT / page).parent.joinpath(link.partition("#")[0]).exists()]
    missing += [path for path in paths if not (ROOT / path).exists()]

    assert [] == missing
