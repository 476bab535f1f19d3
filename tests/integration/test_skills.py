"""The hub's assets as they are read from disk."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from harvest_loop.adapters.skills import SIZE_LIMIT, asset_of, read_hub
from harvest_loop.domain.health import check_health
from harvest_loop.domain.overlap import covers, near_copies, rank_covers
from harvest_loop.errors import HubError
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.settings import HubSettings, PathSettings
from tests.support.repositories import Repository

WHOLE = "---\nname: {name}\ndescription: Use it to check a thing\n{extra}---\n\n# {name}\n\nSteps\n1. look\n2. act\n"


def skill(
    hub: Repository, name: str, text: str | bytes | None = None, *, extra: str = "", root: str = "skills"
) -> Path:
    """Write a skill's file."""
    return hub.write(f"{root}/{name}/SKILL.md", WHOLE.format(name=name, extra=extra) if text is None else text)


def read(hub: Repository, *globs: str) -> Hub:
    settings = HubSettings(paths=PathSettings(skills=globs)) if globs else HubSettings()
    return read_hub(hub.path, settings)


def only(hub: Repository) -> Asset:
    """The one skill of the hub."""
    (found,) = read(hub).skills
    return found


# ---- frontmatter that can't be parsed


def test_a_skill_with_an_unquoted_colon_is_kept_and_named(hub: Repository) -> None:
    """
    Two skills on disk are two skills, one of them unreadable with path and line (case A01).
    """
    skill(hub, "good")
    skill(hub, "colon", "---\nname: colon\ndescription: Use when: a build breaks\n---\n\n# colon\n")

    found = read(hub)

    assert ["colon", "good"] == [each.name for each in found.skills]
    (broken,) = found.unreadable
    assert ("skills/colon/SKILL.md", 3) == (broken.path, broken.reason_line)
    assert "(line 3)" in (broken.reason or "")


def test_brackets_that_are_no_list_are_named(hub: Repository) -> None:
    """
    Both hints are refused by every loader, and the run goes on (case A02).
    """
    skill(hub, "hint", extra='argument-hint: [path] - e.g. "src"\n')
    skill(hub, "nest", extra="deps: [tool[extra], other]\n")

    assert ["hint", "nest"] == [each.name for each in read(hub).unreadable]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("---\nname: x\n\n# never closed\n", "never closed"),
        ("---\nname: x\n\tdescription: tab\n---\n", ""),
        ("---\nname: x\nname: y\ndescription: z\n---\n", "twice"),
        ("---\n- a\n- b\n---\n", "list"),
        ("---\nname: *gone\n---\n", "alias"),
        ("---\nname: x\nbad: \x00\n---\n", ""),
    ],
)
def test_every_kind_of_broken_frontmatter_keeps_its_skill(hub: Repository, text: str, word: str) -> None:
    """
    The directory names it, the text stays for whoever wants to look (SPEC 2).
    """
    skill(hub, "folder-name", text)

    found = only(hub)

    assert not found.readable and "folder-name" == found.name
    assert word in (found.reason or "") and found.reason_line is not None
    assert text == found.text


def test_a_name_that_is_a_list_is_no_name(hub: Repository) -> None:
    """
    The file parses, so it is readable; the directory gives the name and doctor the finding.
    """
    skill(hub, "folder-name", "---\nname: [a, b]\ndescription: x\n---\n")

    found = only(hub)

    assert found.readable and "folder-name" == found.name and ["a", "b"] == found.frontmatter["name"]


def test_without_frontmatter_the_directory_names_the_skill(hub: Repository) -> None:
    """
    There is nothing to parse, so nothing failed.
    """
    skill(hub, "bare", "# Bare\n\nDo it.\n")

    found = only(hub)

    assert found.readable and ("bare", "", 1) == (found.name, found.description, found.first_body_line)


@pytest.mark.parametrize(
    "block", [">\n  Use it\n  to check", "|\n  Use it\n  to check", '"Use it\n  to check"', "Use it\n  to check"]
)
def test_a_description_over_several_lines_is_one_text(hub: Repository, block: str) -> None:
    """
    Where the lines break is layout.
    """
    skill(hub, "x", f"---\nname: x\ndescription: {block}\n---\n")

    assert "Use it to check" == only(hub).description


def test_an_empty_description_is_empty(hub: Repository) -> None:
    """
    Nothing is invented from the body.
    """
    skill(hub, "x", "---\nname: x\ndescription:\n---\n# X\n")

    assert "" == only(hub).description


# ---- bytes


def test_marks_and_line_ends_of_an_editor_are_no_fault(hub: Repository) -> None:
    """
    BOM and CRLF are read; UTF-16 is reported and no crash (case A03).
    """
    text = WHOLE.format(name="bom", extra="")
    skill(hub, "bom", b"\xef\xbb\xbf" + text.encode())
    skill(hub, "crlf", text.replace("bom", "crlf").replace("\n", "\r\n"))
    skill(hub, "u16", "---\nname: u16\ndescription: saved by a shell\n---\nbody\n".encode("utf-16"))

    bom, crlf, u16 = read(hub).skills

    assert ("bom", "crlf") == (bom.name, crlf.name) and bom.description == crlf.description
    assert "\r" not in crlf.text and text == bom.text
    assert not u16.readable and "UTF-16" in (u16.reason or "")


def test_a_stray_byte_is_named_with_its_line(hub: Repository) -> None:
    """
    Latin-1 text can't be guessed at.
    """
    skill(hub, "x", b"---\nname: x\ndescription: gr\xfcn\n---\n")

    found = only(hub)

    assert not found.readable and 3 == found.reason_line and "0xfc" in (found.reason or "")


def test_names_that_look_like_other_types_stay_text_in_json(hub: Repository) -> None:
    """
    The report serialises, and `2026-05-06` and `on` are names (case A04).
    """
    skill(hub, "dated", extra="updated: 2026-05-06\nversion: 1.10\nmetadata:\n  released: 2026-05-06T10:00:00Z\n")
    skill(hub, "2026-05-06", "---\nname: 2026-05-06\ndescription: 12:30:45\n---\nb\n")
    skill(hub, "on", "---\nname: on\ndescription: no\n---\nb\n")

    found = read(hub)

    assert {"dated", "2026-05-06", "on"} == {each.name for each in found.skills}
    assert {"12:30:45", "no"} < {each.description for each in found.skills}
    dated = next(each for each in found.skills if each.name == "dated")
    assert ("1.10", "2026-05-06T10:00:00Z") == (dated.frontmatter["version"], dated.frontmatter["metadata.released"])
    assert found == Hub.model_validate_json(found.model_dump_json())


def test_the_hash_is_of_the_bytes_on_disk(hub: Repository) -> None:
    """
    An edit is made against bytes, so CRLF and LF are two hashes of one text.
    """
    skill(hub, "lf", "# Same\n")
    skill(hub, "crlf", "# Same\r\n")

    crlf, lf = read(hub).skills

    assert crlf.text == lf.text and crlf.sha256 != lf.sha256


def test_a_large_skill_is_read_and_a_huge_one_is_named(hub: Repository) -> None:
    """
    Two megabytes are unwise and still a skill; more than the limit is not read into memory.
    """
    skill(hub, "large", WHOLE.format(name="large", extra="") + "words and words\n" * 130_000)
    skill(hub, "huge", b"x" * (SIZE_LIMIT + 1))

    huge, large = read(hub).skills

    assert large.readable and len(large.text) > 2_000_000
    assert not huge.readable and "larger" in (huge.reason or "")


# ---- what is no file


@pytest.fixture
def open_hub() -> Iterator[Repository]:
    """A hub in a folder that other users may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Repository.create(Path(folder) / "hub")


@pytest.mark.parametrize("closed", ["skills/closed/SKILL.md", "skills/closed"])
def test_a_file_that_may_not_be_read_is_named(open_hub: Repository, closed: str) -> None:
    """
    Somebody else's rights, on the file or its folder, are no reason to drop a skill.
    """
    skill(open_hub, "closed")
    (open_hub.path / closed).chmod(0)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)  # root may read everything
    try:
        found = only(open_hub)
    finally:
        os.seteuid(user)
        (open_hub.path / closed).chmod(0o755)

    assert not found.readable and "closed" == found.name and "denied" in (found.reason or "").lower()


def test_a_folder_by_the_file_s_name_is_named(hub: Repository) -> None:
    """
    It can't be opened as a file, and nothing below it is taken for the skill.
    """
    hub.write("skills/odd/SKILL.md/SKILL.md", "# Inner\n")

    found = only(hub)

    assert not found.readable and "folder" in (found.reason or "")


def test_a_pipe_by_the_file_s_name_does_not_hold_the_run(hub: Repository) -> None:
    """
    Opening it would wait for a writer for ever.
    """
    (hub.path / "skills/pipe").mkdir(parents=True)
    os.mkfifo(hub.path / "skills/pipe/SKILL.md")

    assert "pipe" in (only(hub).reason or "")


@pytest.mark.parametrize(("target", "word"), [("gone.md", "does not exist"), ("SKILL.md", "back to itself")])
def test_a_link_that_leads_nowhere_is_named(hub: Repository, target: str, word: str) -> None:
    """
    A dangling link is a skill that somebody meant to have.
    """
    (hub.path / "skills/x").mkdir(parents=True)
    (hub.path / "skills/x/SKILL.md").symlink_to(target)

    found = only(hub)

    assert not found.readable and "x" == found.name and word in (found.reason or "")


@pytest.mark.parametrize("target", ["../../../outside.md", "../../.git/config"])
def test_a_link_that_leaves_the_hub_is_named_and_not_read(hub: Repository, tmp_path: Path, target: str) -> None:
    """
    A cloned hub must not make us read the rest of the machine, or what git keeps to itself.
    """
    (tmp_path / "outside.md").write_text("---\nname: outside\ndescription: secret\n---\n")
    hub.git("config", "user.secret", "secret")
    (hub.path / "skills/x").mkdir(parents=True)
    (hub.path / "skills/x/SKILL.md").symlink_to(target)

    found = only(hub)

    assert not found.readable and "leaves the hub" in (found.reason or "") and "secret" not in found.model_dump_json()


def test_a_name_that_is_no_utf8_is_written_with_escapes(hub: Repository) -> None:
    """
    The file is read, and the report serialises.
    """
    folder = os.fsencode(hub.path / "skills") + b"/odd\xff"
    os.makedirs(folder)  # noqa: PTH103 -- a name in bytes
    Path(os.fsdecode(folder), "SKILL.md").write_text("# Odd\n")

    found = read(hub)

    assert "odd\\xff" == found.skills[0].name
    assert found.model_dump_json()


# ---- one file, once


def test_one_file_by_two_paths_is_one_skill(hub: Repository) -> None:
    """
    A linked folder and a cycle inside end in one skill at its real place, no copy of itself (case A07).
    """
    skill(hub, "real", root=".agents/skills")
    (hub.path / ".claude").mkdir()
    (hub.path / ".claude/skills").symlink_to("../.agents/skills")
    (hub.path / ".agents/skills/real/real").symlink_to(".")

    found = read(hub)

    (real,) = found.skills
    assert (".agents/skills/real/SKILL.md", (".claude/skills/real/SKILL.md",)) == (real.path, real.mirrors)
    assert () == near_copies(found.skills)
    assert [] == [each.kind for each in check_health(found, HubSettings()) if each.kind == "same name"]


def test_mirrors_with_the_same_bytes_are_one_skill(hub: Repository) -> None:
    """
    Copies for several hosts stand under several roots; an edited one is a skill of its own.
    """
    for root in ("skills", ".claude/skills", "plugins/p/skills", "plugins/q/skills"):
        skill(hub, "same", root=root)
    skill(hub, "same", WHOLE.format(name="same", extra="") + "edited\n", root="plugins/r/skills")

    first, second = read(hub).skills

    assert "plugins/p/skills/same/SKILL.md" == first.path
    assert (".claude/skills/same/SKILL.md", "plugins/q/skills/same/SKILL.md", "skills/same/SKILL.md") == first.mirrors
    assert ("plugins/r/skills/same/SKILL.md", ()) == (second.path, second.mirrors)


def test_two_broken_skills_with_the_same_bytes_stay_two(hub: Repository) -> None:
    """
    Their directories are all that tells them apart, and neither may vanish.
    """
    for name in ("one", "two"):
        skill(hub, name, "---\nname: x\n")

    assert ["one", "two"] == [each.name for each in read(hub).unreadable]


def test_two_files_that_nobody_could_read_are_not_called_mirrors(hub: Repository) -> None:
    """
    Having no bytes in common is not having the same.
    """
    for root in ("skills", ".claude/skills"):
        (hub.path / root / "x").mkdir(parents=True)
        os.mkfifo(hub.path / root / "x/SKILL.md")

    assert [".claude/skills/x/SKILL.md", "skills/x/SKILL.md"] == [each.path for each in read(hub).unreadable]


def test_agents_and_claude_files_that_are_one_are_one(hub: Repository) -> None:
    """
    Many hubs link AGENTS.md to CLAUDE.md.
    """
    hub.write("CLAUDE.md", "# Rules\n")
    (hub.path / "AGENTS.md").symlink_to("CLAUDE.md")

    (found,) = read(hub).assets

    assert ("CLAUDE.md", ("AGENTS.md",)) == (found.path, found.mirrors)


def test_a_near_copy_among_others_is_found(hub: Repository) -> None:
    """
    From disk to pair: the copy with one word changed, not the excerpt, not the template (case A08).
    """
    body = "".join(f"Step {at}: check item {at} and note the outcome in the log.\n" for at in range(40))
    for name, text in (
        ("check-items", body),
        ("check-items-v2", body.replace("outcome", "result")),
        ("tiny", "Step 1: check item 1 and note the outcome in the log.\n"),
        ("other-topic", "## Steps\n" + "".join(f"{at}. write section {at}\n" for at in range(40))),
    ):
        skill(hub, name, f"---\nname: {name}\ndescription: Use it to check a thing\n---\n\n# {name}\n\n{text}")

    (pair,) = near_copies(read(hub).skills)

    assert {"skills/check-items/SKILL.md", "skills/check-items-v2/SKILL.md"} == {pair.a, pair.b}


# ---- which files


def test_every_kind_of_asset_is_found_at_its_place(hub: Repository) -> None:
    """
    SPEC 1 and 4.1 say which files steer agents.
    """
    for path in (
        "CLAUDE.md",
        "AGENTS.md",
        ".claude/rules/deep/naming.md",
        ".claude/agents/critic.md",
        "plugins/p/agents/fact-checker.md",
        "knowledge/shared/rules/sync.md",
        "templates/page.md",
        "templates/.claude/rules/session.md",
        "plugins/p/skills/one/SKILL.md",
        "plugins/p/skills/one/SKILL_detail.md",
        ".claude/skills/two/SKILL.md",
        "skills/three/SKILL.md",
        # and what is none:
        ".claude/agents/README.md",
        ".claude/rules/picture.png",
        "skills/group/four/SKILL.md",
        "docs/CLAUDE.md",
        "README.md",
    ):
        hub.write(path, "# Text\n")

    kinds = {asset.path: asset.kind for asset in read(hub).assets}

    assert {
        "CLAUDE.md": "CLAUDE.md",
        "AGENTS.md": "AGENTS.md",
        ".claude/rules/deep/naming.md": "rule",
        ".claude/agents/critic.md": "agent",
        "plugins/p/agents/fact-checker.md": "agent",
        "knowledge/shared/rules/sync.md": "rule",
        "templates/page.md": "template",
        "templates/.claude/rules/session.md": "template",
        "plugins/p/skills/one/SKILL.md": "skill",
        "plugins/p/skills/one/SKILL_detail.md": "skill detail",
        ".claude/skills/two/SKILL.md": "skill",
        "skills/three/SKILL.md": "skill",
    } == kinds


def test_free_text_may_begin_with_a_ruler(hub: Repository) -> None:
    """
    In a template `---` and `{name}` are layout and gaps, no broken frontmatter.
    """
    hub.write("templates/page.md", "---\nname: {title: of}: the page\n---\n")
    hub.write("CLAUDE.md", "---\n\n# Rules\n")

    assert () == read(hub).unreadable


def test_a_rule_with_broken_frontmatter_is_named(hub: Repository) -> None:
    """
    An unquoted glob is no YAML, and the host will not load the rule as meant.
    """
    hub.write(".claude/rules/types.md", "---\npaths: **/*.ts\n---\n# Types\n")

    (found,) = read(hub).unreadable

    assert (".claude/rules/types.md", 2) == (found.path, found.reason_line)


def test_globs_of_the_hub_decide_where_skills_are(hub: Repository) -> None:
    """
    `[paths] skills` may go deeper, with `**` too, and ends at linked cycles.
    """
    skill(hub, "one", root="packs/a/b/skills")
    (hub.path / "packs/a/loop").symlink_to("..")

    assert ["one"] == [each.name for each in read(hub, "packs/**/skills/*/").skills]
    assert () == read(hub, "skills/*/").skills


def test_a_linked_folder_outside_of_the_hub_is_named_and_not_read(hub: Repository, tmp_path: Path) -> None:
    """
    Skills that live elsewhere on this machine are no part of the hub, and no secret of it either.
    """
    outside = Repository(tmp_path / "elsewhere")
    skill(outside, "away", root="skills")
    (hub.path / "skills").symlink_to(outside.path / "skills")

    found = only(hub)

    assert not found.readable and "away" == found.name and "leaves the hub" in (found.reason or "")


def test_spaces_quotes_and_any_script_are_ordinary_names(hub: Repository) -> None:
    """
    Paths are never parsed or quoted on the way (SPEC 11-8).
    """
    names = ["two words", "it's", "메모", "new\nline", "-rf", "[x]"]
    for name in names:
        skill(hub, name, "# Text\n")

    assert sorted(names) == sorted(each.name for each in read(hub).skills)


# ---- the hub itself


def test_a_hub_tells_its_commit(hub: Repository) -> None:
    """
    Drafts and records say what they were made against.
    """
    assert (True, None) == (read(hub).is_git, read(hub).head_sha)

    sha = hub.commit("one", {"CLAUDE.md": "# Rules\n"})

    assert (True, sha) == (read(hub).is_git, read(hub).head_sha)


def test_a_hub_need_not_be_a_repository(tmp_path: Path) -> None:
    """
    Its files are read all the same.
    """
    plain = Repository(tmp_path / "plain")
    skill(plain, "one")

    found = read(plain)

    assert (False, None) == (found.is_git, found.head_sha) and 1 == len(found.skills)


def test_a_missing_hub_is_an_error_of_the_hub(tmp_path: Path) -> None:
    """
    It says which folder and what to pass.
    """
    with pytest.raises(HubError, match="--hub"):
        read_hub(tmp_path / "gone", HubSettings())


def test_an_empty_hub_is_an_ordinary_hub(hub: Repository) -> None:
    """
    No asset is a result, not an error.
    """
    assert () == read(hub).assets


def test_paths_tell_what_a_reference_may_point_at(hub: Repository) -> None:
    """
    Files and folders are listed; what git ignores, links and packages are named as not walked.
    """
    hub.write(".gitignore", "/build/\n")
    for name in ("docs/guide.md", "build/out.txt", "node_modules/x/y.js", "real/z.md"):
        hub.write(name, "x")
    (hub.path / "link").symlink_to("real")

    found = read(hub)

    assert {"docs/", "docs/guide.md", "build/", "real/z.md", "link/"} < set(found.paths)
    assert (".git/", "build/", "link/", "node_modules/") == found.unlisted
    assert list(found.paths) == sorted(found.paths)


def test_the_answer_does_not_depend_on_the_order_of_the_disk(tmp_path: Path) -> None:
    """
    The same files written in another order are the same hub (SPEC 11-6).
    """
    names = [f"s{at}" for at in range(20)]
    hubs = []
    for folder, order in (("a", names), ("b", names[::-1])):
        made = Repository(tmp_path / folder)
        for name in order:
            skill(made, name)
        hubs.append(read(made).model_copy(update={"root": ""}))

    assert hubs[0] == hubs[1]


def test_a_secret_in_an_asset_is_taken_out_as_it_is_read(hub: Repository) -> None:
    """
    What is read from outside passes redaction before anybody sees it (SPEC 11-4).
    """
    secret = "ghp_" + "a1B2" * 9
    skill(hub, "x", f"---\nname: x\ndescription: uses {secret}\n---\n\nexport TOKEN={secret}\n")

    assert secret not in read(hub).model_dump_json()


def test_a_draft_becomes_the_asset_that_it_would_be(hub: Repository) -> None:
    """
    The same text on disk and in hand is judged as the same asset.
    """
    text = WHOLE.format(name="x", extra="")
    skill(hub, "x", text)

    assert only(hub) == asset_of("skills/x/SKILL.md", text)


def test_five_skills_are_enough_to_find_a_cover(hub: Repository) -> None:
    """
    How common a word is comes from a background, not from so few files.
    """
    for name, sentence in (
        ("changelog-writer", "Group merged pull requests since the last tag and write the changelog section."),
        ("breaker", "Stop calling a remote tool that failed three times."),
        ("gardener", "Archive notes past their age."),
        ("splitter", "Move rarely needed parts of a long skill to a second file."),
        ("greeter", "Welcome a newcomer and show the map."),
    ):
        skill(hub, name, f"---\nname: {name}\ndescription: {sentence}\n---\n\n# {name}\n\n{sentence}\n")

    query = "the changelog of a release is written from merged pull requests since the tag"

    assert ["changelog-writer"] == [cover.name for cover in rank_covers(query, read(hub).assets) if covers(cover)]
