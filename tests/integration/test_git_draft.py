"""A Y becomes a commit on a branch of the hub, and nothing else of the hub changes (SPEC 4.15)."""

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from harvest_loop.adapters.git_draft import draft_commits, require_identity
from harvest_loop.errors import UsageError
from harvest_loop.schemas.drafts import DraftCommit, DraftOutcome
from tests.support.asked import drafts
from tests.support.repositories import Repository

BRANCH = "harvest/field-2026-03-10"
SKILL = "plugins/p/skills/x/SKILL.md"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def new(path: str = SKILL, text: str = "# X\n", **more: object) -> DraftCommit:
    """A draft of a file that is not there yet."""
    given = {"hash": f"h-{path}", "path": path, "text": text, "subject": f"skill: {path}", **more}
    return DraftCommit.model_validate(given)


def edit(hub: Repository, path: str, text: str, **more: object) -> DraftCommit:
    """A draft of a change to a file as it lies in the hub."""
    return new(path, text, base_sha256=sha256((hub.path / path).read_bytes()), **more)


def draft(hub: Repository, *commits: DraftCommit, branch: str = BRANCH) -> DraftOutcome:
    return draft_commits(hub.path, branch=branch, commits=commits, leave=drafts(branch))


def outcomes(outcome: DraftOutcome) -> list[str]:
    return [commit.outcome for commit in outcome.commits]


def hook(hub: Repository, name: str, script: str) -> None:
    place = hub.write(f".git/hooks/{name}", f"#!/bin/sh\n{script}\n")
    place.chmod(0o755)


def snapshot(hub: Repository) -> dict[str, object]:
    """What a person would notice: HEAD, index, files, worktrees."""
    files = {
        str(path.relative_to(hub.path)): path.read_bytes()
        for path in sorted(hub.path.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(hub.path).parts
    }
    return {
        "head": (hub.path / ".git/HEAD").read_text(),
        "index": (hub.path / ".git/index").read_bytes(),
        "files": files,
        "worktrees": hub.git("worktree", "list"),
        "status": hub.git("status", "--porcelain"),
    }


@pytest.fixture
def base(hub: Repository) -> Repository:
    """A hub with one commit."""
    hub.commit("base", {"README.md": "hub\n", "CLAUDE.md": "one\ntwo\n"})
    return hub


def test_a_draft_is_one_commit_on_a_branch_of_its_own(base: Repository) -> None:
    """
    The text stands there exactly as it was shown, on top of what the hub has committed.
    """
    head = base.git("rev-parse", "HEAD")

    outcome = draft(base, new(text="# X\n\ntext — é\n"))

    assert (BRANCH, head, ["drafted"]) == (outcome.branch, outcome.base, outcomes(outcome))
    assert outcome.commits[0].sha == base.git("rev-parse", BRANCH)
    assert head == base.git("rev-parse", f"{BRANCH}^")
    assert "# X\n\ntext — é" == base.git("show", f"{BRANCH}:{SKILL}")
    assert SKILL == base.git("diff", "--name-only", "main", BRANCH)


def test_the_users_checkout_index_and_head_stay(base: Repository) -> None:
    """
    Half-done work of the person lies beside it untouched: staged, unstaged, untracked.
    """
    base.write("README.md", "edited\n")
    base.write("staged", "1\n")
    base.git("add", "staged")
    base.write("untracked", "1\n")
    before = snapshot(base)

    draft(base, new())

    assert before == snapshot(base)


def test_one_commit_a_candidate(base: Repository) -> None:
    """
    Each can be taken or left alone by whoever reviews the branch.
    """
    outcome = draft(base, new("skills/a/SKILL.md"), new("skills/b/SKILL.md"), edit(base, "CLAUDE.md", "one\n2\n"))

    assert ["drafted"] * 3 == outcomes(outcome)
    assert [commit.sha for commit in outcome.commits] == base.git(
        "rev-list", "--reverse", f"main..{BRANCH}"
    ).splitlines()
    assert ["skills/a/SKILL.md", "skills/b/SKILL.md", "CLAUDE.md"] == [
        base.git("diff-tree", "-r", "--no-commit-id", "--name-only", str(commit.sha)) for commit in outcome.commits
    ]


def test_a_taken_name_gets_a_number(base: Repository) -> None:
    """
    A branch from an earlier run is not touched.
    """
    names = [draft(base, new(f"skills/{number}/SKILL.md")).branch for number in range(3)]

    assert [BRANCH, f"{BRANCH}-2", f"{BRANCH}-3"] == names
    assert "1" == base.git("rev-list", "--count", f"main..{BRANCH}")


def test_the_message_carries_trailers_that_git_can_read(base: Repository) -> None:
    """
    A reviewer sees the prediction, and a program can read it where the manifest is not at hand.
    """
    draft(
        base,
        new(
            subject="skill: check\nthe names",
            body="Why it is so.\n\n# no comment\n- a list",
            trailers=(
                ("Manifest-Id", "em-2026-03-10-x"),
                ("Predicted Impact", "fewer\nfailures"),
                ("Check", "grep"),
            ),
        ),
    )

    assert "skill: check the names" == base.git("log", "-1", "--format=%s", BRANCH)
    assert "# no comment" in base.git("log", "-1", "--format=%b", BRANCH)
    assert [
        "Manifest-Id: em-2026-03-10-x",
        "Predicted-Impact: fewer failures",
        "Check: grep",
    ] == base.git("log", "-1", "--format=%(trailers:only,unfold)", BRANCH).splitlines()


def test_an_edit_keeps_the_form_of_the_file(base: Repository) -> None:
    """
    Byte order mark, line ends, final newline and mode are the person's.
    """
    place = base.write("templates/t.md", b"\xef\xbb\xbfone\r\ntwo")
    place.chmod(0o755)
    base.git("add", "-A")
    base.git("commit", "-q", "-m", "form")

    outcome = draft(base, edit(base, "templates/t.md", "one\nzwei\n"))

    assert ["drafted"] == outcomes(outcome)
    blob = subprocess.run(["git", "show", f"{BRANCH}:templates/t.md"], cwd=base.path, capture_output=True, check=True)
    assert b"\xef\xbb\xbfone\r\nzwei" == blob.stdout
    assert base.git("ls-tree", BRANCH, "templates/t.md").startswith("100755")


@pytest.mark.parametrize("text", ["someone else wrote\n", None])
def test_a_base_that_changed_is_shown_again(text: str | None, base: Repository) -> None:
    """
    The person said Y to a change of another text.
    """
    commit = edit(base, "CLAUDE.md", "one\n2\n")
    if text is None:
        base.git("rm", "-q", "CLAUDE.md")
        base.git("commit", "-q", "-m", "gone")
    else:
        base.commit("in between", {"CLAUDE.md": text})

    outcome = draft(base, commit)

    assert (None, ["shown again"]) == (outcome.branch, outcomes(outcome))
    assert "has changed since it was shown" in outcome.commits[0].detail
    assert "" == base.git("branch", "--list", "harvest/*")


def test_a_file_that_came_to_be_is_shown_again(base: Repository) -> None:
    """
    A new file must not be written over one that somebody put there, committed or not.
    """
    base.write(SKILL, "mine\n")

    assert ["shown again"] == outcomes(draft(base, new()))
    base.commit("mine", {SKILL: "mine\n"})
    assert ["shown again"] == outcomes(draft(base, new()))


def test_a_change_against_uncommitted_text_is_not_committed(base: Repository) -> None:
    """
    It would carry the person's half-done work onto the branch.
    """
    base.write("CLAUDE.md", "one\ntwo\nhalf done\n")

    outcome = draft(base, edit(base, "CLAUDE.md", "one\n2\nhalf done\n"))

    assert ["shown again"] == outcomes(outcome)
    assert "differs from what the hub has committed" in outcome.commits[0].detail


UNCOMMITTED = {
    "edited": "one\ntwo\nhalf done\n",
    "edited and staged": "one\ntwo\nstaged\n",
    "saved again as it was": "one\ntwo\n",
    "deleted": None,
}


@pytest.mark.parametrize("how", UNCOMMITTED)
def test_uncommitted_work_neither_stops_a_draft_nor_comes_into_it(how: str, base: Repository) -> None:
    """
    The branch starts at HEAD, where what was shown still stands; the person's file stays theirs, and is spoken of.
    """
    commit = edit(base, "CLAUDE.md", "one\n2\n")
    text = UNCOMMITTED[how]
    if text is None:
        (base.path / "CLAUDE.md").unlink()
    else:
        base.write("CLAUDE.md", text)
    if how == "edited and staged":
        base.git("add", "CLAUDE.md")
    before = snapshot(base)

    outcome = draft(base, commit)

    assert ["drafted"] == outcomes(outcome)
    assert "one\n2" == base.git("show", f"{BRANCH}:CLAUDE.md")
    told = outcome.commits[0].detail
    assert ("" if text == "one\ntwo\n" else "your uncommitted changes to CLAUDE.md are not in it") == told
    assert before == snapshot(base)


def test_the_stored_text_is_a_base_also_where_a_checkout_writes_it_otherwise(base: Repository) -> None:
    """
    Of a file with uncommitted changes what is shown is what git stores; a checkout may turn its line ends round.
    """
    base.git("config", "core.autocrlf", "true")
    base.write("CLAUDE.md", "one\r\ntwo\r\nhalf done\r\n")
    commit = new("CLAUDE.md", "one\n2\n", base_sha256=sha256(b"one\ntwo\n"))

    outcome = draft(base, commit)

    assert ["drafted"] == outcomes(outcome)
    assert "one\n2" == base.git("show", f"{BRANCH}:CLAUDE.md")


def test_a_change_to_an_untracked_asset_is_held(base: Repository) -> None:
    """
    No branch can change a file that git does not know.
    """
    base.write(SKILL, "one\n")

    outcome = draft(base, edit(base, SKILL, "two\n"))

    assert ["held"] == outcomes(outcome)
    assert "not committed in the hub" in outcome.commits[0].detail


def test_the_second_change_to_one_file_is_shown_again(base: Repository) -> None:
    """
    Its text was made without the first, and would take it back.
    """
    first = edit(base, "CLAUDE.md", "eins\ntwo\n", hash="first")
    second = edit(base, "CLAUDE.md", "one\nzwei\n", hash="second")

    outcome = draft(base, first, second)

    assert ["drafted", "shown again"] == outcomes(outcome)
    assert "eins\ntwo" == base.git("show", f"{BRANCH}:CLAUDE.md")


def test_a_hook_that_refuses_holds_that_draft_alone(base: Repository) -> None:
    """
    The hook's words say why; the others are drafted all the same.
    """
    hook(
        base, "pre-commit", 'git diff --cached --name-only | grep -q "skills/b" && { echo "no b here" >&2; exit 1; }; :'
    )

    outcome = draft(base, new("skills/a/SKILL.md"), new("skills/b/SKILL.md"), new("skills/c/SKILL.md"))

    assert ["drafted", "held", "drafted"] == outcomes(outcome)
    assert "no b here" in outcome.commits[1].detail
    assert ["skills/a/SKILL.md", "skills/c/SKILL.md"] == base.git("diff", "--name-only", "main", BRANCH).splitlines()


def test_what_a_hook_says_on_either_channel_is_kept_and_redacted(base: Repository) -> None:
    """
    Linters print their findings on stdout, and may repeat a secret while they do.
    """
    token = "ghp_" + "a1B2c3D4" * 5
    hook(base, "commit-msg", f'echo "subject too long"; echo "token {token}" >&2; exit 1')

    (held,) = draft(base, new()).commits

    assert "subject too long" in held.detail and token not in held.detail


def test_where_nothing_was_drafted_no_branch_is_left(base: Repository) -> None:
    """
    An empty branch would only have to be cleaned up.
    """
    hook(base, "pre-commit", "exit 1")
    before = snapshot(base)

    outcome = draft(base, new())

    assert (None, ["held"]) == (outcome.branch, outcomes(outcome))
    assert "main" == base.git("branch", "--format=%(refname:short)")
    assert before == snapshot(base)


@pytest.mark.parametrize(
    "script",
    [
        "echo tidied >> plugins/p/skills/x/SKILL.md; git add plugins/p/skills/x/SKILL.md",
        "echo more > another; git add another",
    ],
)
def test_a_hook_that_changes_the_text_holds_the_draft(script: str, base: Repository) -> None:
    """
    What was shown is what is committed, or nothing is.
    """
    hook(base, "pre-commit", script)

    outcome = draft(base, new())

    assert ["held"] == outcomes(outcome)
    assert "a hook of the repository changed" in outcome.commits[0].detail
    assert outcome.branch is None


def test_a_hook_finds_the_repository_as_it_expects_it(base: Repository) -> None:
    """
    It runs in the worktree, on the branch, and pathspecs work in it as they do for the person.
    """
    hook(
        base,
        "pre-commit",
        'test "$(git rev-parse --abbrev-ref HEAD)" = \'' + BRANCH + "' && "
        "test \"$(git diff --cached --name-only -- '*.md' ':(exclude)README.md')\" = '" + SKILL + "'",
    )

    assert ["drafted"] == outcomes(draft(base, new()))


def test_a_hook_after_the_checkout_does_not_stop_the_draft(base: Repository) -> None:
    """
    Git reports its failure as if the worktree had not been made, though it stands.
    """
    hook(base, "post-checkout", "exit 3")

    assert ["drafted"] == outcomes(draft(base, new()))


def test_nobody_is_asked_anything(base: Repository) -> None:
    """
    A hook that wants to talk to the person at the terminal finds none, and ends.
    """
    hook(base, "pre-commit", "read answer < /dev/tty || { echo 'no terminal' >&2; exit 1; }")

    outcome = draft(base, new())

    assert ["held"] == outcomes(outcome)
    assert "no terminal" in outcome.commits[0].detail


def test_what_a_hook_leaves_running_is_not_waited_for(base: Repository) -> None:
    """
    A daemon that it starts keeps its output open for good.
    """
    hook(base, "post-commit", "sleep 60 & :")

    done = subprocess.run(
        ["timeout", "30", *_draft_command(base)], capture_output=True, text=True, check=True, cwd=base.path
    )

    assert "drafted" in done.stdout


def test_commits_are_signed_as_configured(base: Repository) -> None:
    """
    Where signing is set up it is done; where it fails, the draft is held with the reason.
    """
    signer = base.write(".git/signer", '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho signed\n')
    signer.chmod(0o755)
    base.git("config", "commit.gpgSign", "true")
    base.git("config", "gpg.program", str(signer))

    signed = draft(base, new())
    signer.write_text("#!/bin/sh\necho 'no secret key' >&2\nexit 1\n")
    refused = draft(base, new())

    assert (["drafted"], ["held"]) == (outcomes(signed), outcomes(refused))
    assert "gpgsig" in base.git("cat-file", "commit", BRANCH)
    assert "failed to sign" in refused.commits[0].detail


def test_the_users_identity(base: Repository) -> None:
    """
    The commit is the person's, who said Y to it.
    """
    draft(base, new())

    who = "A Person <person@example.invalid>"
    assert f"{who}|{who}" == base.git("log", "-1", "--format=%an <%ae>|%cn <%ce>", BRANCH)


def test_without_an_identity_the_two_commands_are_named(base: Repository, own_home: Path) -> None:
    """
    Git would make up a name from the account and the host; nobody would know who that was.
    """
    (own_home / ".gitconfig").write_text("")
    before = snapshot(base)

    with pytest.raises(UsageError) as refused:
        draft(base, new())

    assert "git config --global user.name" in str(refused.value)
    assert "git config --global user.email" in str(refused.value)
    assert 2 == refused.value.exit_code
    assert before == snapshot(base)


def test_an_identity_from_the_environment_will_do(
    base: Repository, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Some machines give it to git that way.
    """
    (own_home / ".gitconfig").write_text("")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Env")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "env@example.invalid")

    assert ["drafted"] == outcomes(draft(base, new()))


def test_a_hub_without_git_holds_everything(tmp_path: Path) -> None:
    """
    There is nowhere to put a branch; the proposals are not lost.
    """
    outcome = draft_commits(tmp_path, branch=BRANCH, commits=[new()], leave=drafts(BRANCH))

    assert (None, ["held"]) == (outcome.branch, outcomes(outcome))
    assert "not a git repository" in outcome.commits[0].detail


def test_a_hub_without_a_commit_is_named_before_anything_is_written(hub: Repository) -> None:
    """
    A Y that could not be drafted would be used up; the form waits until there is something to branch from.
    """
    with pytest.raises(UsageError, match="no commit yet"):
        require_identity(hub.path)

    hub.commit("Start", {"CLAUDE.md": "# Hub\n"})
    require_identity(hub.path)


def test_a_hub_without_a_commit_holds_everything(hub: Repository) -> None:
    """
    A branch has to start somewhere.
    """
    outcome = draft(hub, new())

    assert ["held"] == outcomes(outcome)
    assert "no commit yet" in outcome.commits[0].detail


def test_a_hub_in_a_subfolder_of_its_repository(base: Repository) -> None:
    """
    Paths are the hub's, wherever the repository's top is.
    """
    base.commit("inner hub", {"hub/harvest.toml": ""})

    outcome = draft_commits(base.path / "hub", branch=BRANCH, commits=[new("skills/x/SKILL.md")], leave=drafts(BRANCH))

    assert ["drafted"] == outcomes(outcome)
    assert "hub/skills/x/SKILL.md" == base.git("diff", "--name-only", "main", BRANCH)


def test_a_hub_that_is_a_linked_worktree(base: Repository, tmp_path: Path) -> None:
    """
    The branch starts where that worktree stands.
    """
    base.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    head = linked.commit("on the side", {"a": "1"})

    outcome = draft(linked, new())

    assert (head, ["drafted"]) == (outcome.base, outcomes(outcome))


def test_a_detached_hub(base: Repository) -> None:
    """
    The branch starts at the commit that is checked out.
    """
    base.git("checkout", "-q", "--detach")

    assert ["drafted"] == outcomes(draft(base, new()))


@pytest.mark.parametrize(
    "path", ["../outside/SKILL.md", "/outside/SKILL.md", ".git/hooks/pre-commit", "link/SKILL.md", "a/../../x"]
)
def test_a_draft_stays_in_the_hub(path: str, base: Repository, tmp_path: Path) -> None:
    """
    A path from outside, or a link that leads out, is refused before anything is written.
    """
    (base.path / "link").symlink_to(tmp_path)
    base.git("add", "link")
    base.commit("a link that leads out")

    outcome = draft(base, new(path))

    assert ["held"] == outcomes(outcome)
    assert ["hub"] == [place.name for place in tmp_path.iterdir()]


def test_a_link_inside_of_the_hub_is_written_through(base: Repository) -> None:
    """
    One folder of skills that two hosts see under two names is one folder.
    """
    base.commit("real", {".agents/skills/x/SKILL.md": "one\n"})
    (base.path / ".claude").mkdir()
    (base.path / ".claude/skills").symlink_to("../.agents/skills")
    base.git("add", "-A")
    base.commit("linked")

    outcome = draft(base, edit(base, ".claude/skills/x/SKILL.md", "two\n"))

    assert ["drafted"] == outcomes(outcome)
    assert ".agents/skills/x/SKILL.md" == base.git("diff", "--name-only", "main", BRANCH)


@pytest.mark.parametrize("name", ["-rf.md", ":(exclude)x.md", "메모 새.md", "new\nline.md", "*.md"])
def test_odd_names_are_exact(name: str, base: Repository) -> None:
    """
    The path is the path, for git too.
    """
    outcome = draft(base, new(f"templates/{name}"))

    assert ["drafted"] == outcomes(outcome)
    assert f"templates/{name}\0" == base.git("diff", "-z", "--name-only", "main", BRANCH)


def test_an_ignored_place_is_held(base: Repository) -> None:
    """
    The person told git to leave it alone, and git says so.
    """
    base.commit("ignore", {".gitignore": "skills/\n"})

    outcome = draft(base, new("skills/x/SKILL.md"), new("templates/t.md"))

    assert ["held", "drafted"] == outcomes(outcome)
    assert "ignored" in outcome.commits[0].detail


def test_a_change_of_nothing_is_held(base: Repository) -> None:
    """
    An empty commit would claim an edit that was none.
    """
    outcome = draft(base, edit(base, "CLAUDE.md", "one\ntwo\n"))

    assert ["held"] == outcomes(outcome)
    assert "changes nothing" in outcome.commits[0].detail


def test_a_secret_is_not_committed(base: Repository) -> None:
    """
    It can't be written as it was shown without leaving the machine with the next push.
    """
    token = "ghp_" + "a1B2c3D4" * 5

    outcome = draft(base, new(text=f"export TOKEN={token}\n"))

    assert ["held"] == outcomes(outcome)
    assert token not in outcome.model_dump_json()


def test_a_secret_that_a_person_had_there_already_stays(base: Repository) -> None:
    """
    Nothing a person wrote is lost, and it is no reason to refuse a change beside it.
    """
    token = "ghp_" + "a1B2c3D4" * 5
    base.commit("theirs", {"CLAUDE.md": f"token {token}\nold\n"})

    outcome = draft(base, edit(base, "CLAUDE.md", f"token {token}\nnew\n"))

    assert ["drafted"] == outcomes(outcome)
    assert f"token {token}\nnew" == base.git("show", f"{BRANCH}:CLAUDE.md")


def test_a_file_that_is_no_text_is_held(base: Repository) -> None:
    """
    What can't be read can't be edited; the others are drafted.
    """
    base.write("templates/t.md", b"caf\xe9\n")
    base.git("add", "-A")
    base.commit("latin")

    outcome = draft(base, edit(base, "templates/t.md", "new\n"), new())

    assert ["held", "drafted"] == outcomes(outcome)
    assert "not UTF-8" in outcome.commits[0].detail


@pytest.mark.parametrize("branch", ["-x", "a..b", "a b", "", "x.lock", "a\nb"])
def test_a_name_that_is_no_branch(branch: str, base: Repository) -> None:
    """
    The name is made of a folder's name, which may be anything; it is checked, and never an option.
    """
    before = snapshot(base)

    outcome = draft(base, new(), branch=branch)

    assert (None, ["held"]) == (outcome.branch, outcomes(outcome))
    assert "no branch could be made" in outcome.commits[0].detail
    assert before == snapshot(base)


def test_a_branch_in_the_way_of_the_name(base: Repository) -> None:
    """
    With a branch called `harvest`, git can't keep one below it; no number helps, and the reason is kept.
    """
    base.git("branch", "harvest")
    before = snapshot(base)

    outcome = draft(base, new())

    assert ["held"] == outcomes(outcome)
    assert "no branch could be made" in outcome.commits[0].detail
    assert before == snapshot(base)


def test_line_ends_that_git_turns_round_on_checkout(base: Repository) -> None:
    """
    The person sees CRLF and git keeps LF: what is shown and what is committed are the same text.
    """
    base.git("config", "core.autocrlf", "true")
    (base.path / "CLAUDE.md").unlink()
    base.git("checkout", "CLAUDE.md")

    outcome = draft(base, edit(base, "CLAUDE.md", "one\n2\n"))

    assert b"one\r\ntwo\r\n" == (base.path / "CLAUDE.md").read_bytes()
    assert ["drafted"] == outcomes(outcome)
    assert "one\n2" == base.git("show", f"{BRANCH}:CLAUDE.md")


def test_nothing_to_draft_is_no_branch(base: Repository) -> None:
    """
    An answer without a Y writes nothing.
    """
    assert DraftOutcome(branch=None) == draft(base)


def test_an_outer_git_does_not_lead_the_draft_astray(
    base: Repository, field: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The loop may run inside a hook of the field, whose variables point there.
    """
    field.commit("one", {"a": "1"})
    monkeypatch.setenv("GIT_DIR", str(field.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(field.path / ".git/index"))

    outcome = draft(base, new())
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")

    assert outcome.commits[0].sha == base.git("rev-parse", BRANCH)
    assert "main" == field.git("branch", "--format=%(refname:short)")


def test_two_at_once_get_two_branches(base: Repository) -> None:
    """
    Two closes that draft at the same moment do not meet on one branch.
    """
    running = [subprocess.Popen(_draft_command(base), cwd=base.path, stdout=subprocess.PIPE) for _ in range(4)]
    printed = [process.communicate()[0].decode() for process in running]

    assert all("drafted" in text for text in printed), printed
    branches = base.git("branch", "--format=%(refname:short)", "--list", "harvest/*").splitlines()
    assert 4 == len(branches)
    assert {"1"} == {base.git("rev-list", "--count", f"main..{branch}") for branch in branches}


def _draft_command(hub: Repository) -> list[str]:
    program = (
        "import sys; from pathlib import Path\n"
        "from harvest_loop.adapters.git_draft import draft_commits\n"
        "from harvest_loop.domain.consent.actions import action_of_drafts\n"
        "from harvest_loop.domain.consent.gate import asked_for\n"
        "from harvest_loop.schemas.drafts import DraftCommit\n"
        f"leave = asked_for(action_of_drafts((), {BRANCH!r}), by='a test')\n"
        "commit = DraftCommit(hash='h', path='skills/x/SKILL.md', text='x\\n', subject='x')\n"
        f"done = draft_commits(Path(sys.argv[1]), branch={BRANCH!r}, commits=[commit], leave=leave)\n"
        "print(done.commits[0].outcome)\n"
    )
    return [sys.executable, "-c", program, str(hub.path)]


BREAKING = {
    "pre-commit, and the commit goes on": ("pre-commit", "rm -f .git"),
    "pre-commit, and it refuses": ("pre-commit", "rm -f .git; exit 1"),
    "after the commit": ("post-commit", "rm -f .git"),
    "another repository in its place": ("pre-commit", "rm -f .git; mkdir .git; git --git-dir=.git init -q"),
    "the whole worktree": ("pre-commit", 'rm -rf "$PWD"'),
    "git's own notes of the worktree": ("pre-commit", 'rm -rf "$(git rev-parse --git-dir)"'),
    "after the checkout": ("post-checkout", "rm -f .git"),
    "after the checkout, which fails": ("post-checkout", "rm -f .git; exit 1"),
}


@pytest.mark.parametrize("breaking", BREAKING)
def test_a_hook_that_breaks_the_worktree_leaves_nothing_behind(
    breaking: str, base: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Everything is held, no branch and no worktree is left, and a repository around the temporary folder is not touched.
    """
    outer = Repository.create(tmp_path / "outer")
    outer.commit("theirs", {"mine.txt": "1\n"})
    outer.write("mine.txt", "half done\n")
    outer.write("hub/new.txt", "not added yet\n")
    monkeypatch.setattr(tempfile, "tempdir", str(outer.path))
    hook(base, *BREAKING[breaking])
    before = snapshot(base)

    outcome = draft(base, new(), new("skills/b/SKILL.md"))

    assert (None, ["held", "held"]) == (outcome.branch, outcomes(outcome))
    assert all(commit.detail for commit in outcome.commits)
    assert "" == base.git("branch", "--list", "harvest/*")
    assert before == snapshot(base)
    assert [] == list((base.path / ".git").glob("worktrees/*"))
    assert ["half done\n", "not added yet\n"] == [
        (outer.path / name).read_text() for name in ("mine.txt", "hub/new.txt")
    ]
    assert "theirs" == outer.git("log", "--all", "--format=%s")


def test_what_was_drafted_before_the_worktree_broke_is_kept(base: Repository) -> None:
    """
    The branch ends at the last draft that was made as shown, not at what the hook left of the next.
    """
    hook(base, "post-commit", "test -e skills/b/SKILL.md && rm -f .git; :")

    outcome = draft(base, new("skills/a/SKILL.md"), new("skills/b/SKILL.md"), new("skills/c/SKILL.md"))

    assert ["drafted", "held", "held"] == outcomes(outcome)
    assert outcome.commits[0].sha == base.git("rev-parse", BRANCH)
    assert "1" == base.git("rev-list", "--count", f"main..{BRANCH}")
    assert 1 == len(base.git("worktree", "list").splitlines())


def test_a_worktree_of_the_person_that_is_away_stays_known(base: Repository, tmp_path: Path) -> None:
    """
    It may lie on a disk that is not plugged in: only the worktrees of drafts are taken off git's list.
    """
    base.git("worktree", "add", "-q", "-b", "theirs", str(tmp_path / "disk" / "theirs"))
    (tmp_path / "disk").rename(tmp_path / "away")
    hook(base, "pre-commit", "rm -f .git")

    draft_commits(base.path, branch=BRANCH, commits=(new(),), leave=drafts(BRANCH), label="r")
    draft_commits(base.path, branch=BRANCH, commits=(new(),), leave=drafts(BRANCH), label="r")

    listed = base.git("worktree", "list", "--porcelain")
    assert 2 == listed.count("worktree ")
    assert str(tmp_path / "disk" / "theirs") in listed


def test_a_file_and_what_refers_back_to_it_are_one_commit(base: Repository) -> None:
    """
    Both are written as shown, in one commit; where the second one's base has changed, neither is.
    """
    back = {"path": "CLAUDE.md", "text": "one\ntwo\nthree\n"}
    fits = new(also=[{**back, "base_sha256": sha256(b"one\ntwo\n")}])
    changed = new("skills/y/SKILL.md", also=[{**back, "base_sha256": sha256(b"one\n")}])

    outcome = draft(base, changed, fits)

    assert ["shown again", "drafted"] == outcomes(outcome)
    sha = outcome.commits[1].sha or ""
    assert {SKILL, "CLAUDE.md"} == set(base.git("show", "--format=", "--name-only", sha).split())
    assert "one\ntwo\nthree\n" == base.git("show", f"{sha}:CLAUDE.md") + "\n"
    assert "one\ntwo\n" == (base.path / "CLAUDE.md").read_text()
