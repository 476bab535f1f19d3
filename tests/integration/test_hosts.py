"""Hosts' configuration, which is people's: our hooks go in, and come out without a trace."""

import json
import os
import pty
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from harvest_loop.adapters.hosts import HOSTS
from harvest_loop.adapters.hosts.host import own_program
from harvest_loop.adapters.hosts.host_files import carry_out
from harvest_loop.adapters.hosts.skill_text import ANSWERS_TO, NOT_TO, write_skill
from harvest_loop.adapters.inbox_records import read_markers
from harvest_loop.adapters.yaml_files import read_frontmatter
from harvest_loop.errors import ConflictError, UsageError
from harvest_loop.schemas.hub import Frontmatter
from tests.support.asked import put_in
from tests.support.command_line import harvest
from tests.support.repositories import Repository
from tests.support.sessions import SESSION, markers, session_end
from tests.support.waiting import wait_for
from tests.support.worked_sessions import WorkedSession

ALL = ",".join(HOSTS)
OTHER = ("/opt/other place/bin/harvest",)

SETTINGS = {
    "none": None,
    "empty": "",
    "an empty object": "{}",
    "an empty object over lines": "{\n}\n",
    "no hooks": '{\n  "model": "x"\n}\n',
    "empty hooks": '{\n  "hooks": {},\n  "model": "x"\n}\n',
    "an empty event": '{"hooks": {"SessionEnd": [ ], "Stop": []}}',
    "others' hooks": '{\n  "hooks": {\n    "SessionEnd": [\n      {"hooks": [{"type": "command", "command": "mine"}]}\n'
    "    ]\n  }\n}",
    "comments and commas": '{\n\t// mine\n\t"env": {"A": "b"}, // why\n\t"hooks": {\n\t\t// none yet\n\t},\n'
    '\t// "x": 1\n}\n',
    "CRLF and a mark": '\ufeff{\r\n    "model": "x",\r\n    "hooks": {\r\n        "Stop": [],\r\n    }\r\n}\r\n',
    "on one line": '{"b": 1, "a": [1, 2], "hooks": {"Stop": []}, "ü": "\\u00fc"}',
}
CONFIGS = {
    "none": None,
    "empty": "",
    "tables": 'model = "x"\n\n[tui]\nnotifications = true\n',
    "a directive": '#:schema https://example.invalid/codex.json\n\n# mine\nmodel = "x"\n',
    "no last newline": "[a]\nnotify = ['not ours']",
    "CRLF and a mark": '\ufeff# mine\r\nmodel = "x"\r\n',
    "text that looks like ours": 'text = """\nnotify = ["harvest", "hook", "codex"]\n"""\n',
}


@pytest.fixture(autouse=True)
def home(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a state folder in it."""
    monkeypatch.setenv("HARVEST_STATE", str(own_home / "state of mine"))
    return own_home


def write(path: Path, text: str | None) -> Path:
    """Write a file as it is to be, or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if text is not None:
        path.write_bytes(text.encode())
    return path


def tree(folder: Path) -> dict[str, bytes | None]:
    """Every path below a folder with its bytes; our own state is none of it."""
    paths = [path for path in folder.rglob("*") if "state of mine" not in path.parts]
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in paths}


def set_up(host: str, program: tuple[str, ...] | None = None, *, remove: bool = False) -> tuple[str, ...]:
    """Make the change for one host and return its notes."""
    plan = HOSTS[host].plan(own_program() if program is None else program, remove=remove)
    for change in reversed(plan.files) if remove else plan.files:
        carry_out(change, put_in(change.path))
    return plan.notes


def claude_settings(home: Path) -> dict[str, object]:
    told: dict[str, object] = json.loads((home / ".claude" / "settings.json").read_text())
    return told


@pytest.mark.parametrize(
    ("host", "name", "text"),
    [
        *(
            pytest.param("claude-code", ".claude/settings.json", text, id=f"claude-code {like}")
            for like, text in SETTINGS.items()
        ),
        *(pytest.param("codex", ".codex/config.toml", text, id=f"codex {like}") for like, text in CONFIGS.items()),
        *(
            pytest.param("codex", ".codex/hooks.json", text, id=f"codex's hooks {like}")
            for like, text in SETTINGS.items()
        ),
    ],
)
def test_a_host_is_as_before_when_our_hooks_are_out_again(host: str, name: str, text: str | None, home: Path) -> None:
    """
    To the byte, whatever its file looked like, and also after they were put in twice.
    """
    write(home / name, text)
    before = tree(home)

    set_up(host)
    once = tree(home)
    set_up(host)
    assert once == tree(home)
    assert HOSTS[host].is_installed()

    set_up(host, remove=True)
    assert before == tree(home)
    assert not HOSTS[host].is_installed()


def test_opencode_is_as_before_when_our_plugin_is_out_again(home: Path) -> None:
    """
    Folders that were made for it go with it; a person's own plugin stays.
    """
    write(home / ".config" / "opencode" / "plugin" / "mine.js", "export {}\n")
    before = tree(home)

    set_up("opencode")
    assert HOSTS["opencode"].is_installed()
    set_up("opencode", remove=True)

    assert before == tree(home)


@pytest.mark.parametrize("host", HOSTS)
def test_a_new_installation_takes_the_place_of_the_old(host: str, home: Path) -> None:
    """
    After a move of the program its old place is nowhere called, and taking out still leaves what was there.
    """
    write(home / ".claude" / "settings.json", SETTINGS["comments and commas"])
    write(home / ".codex" / "config.toml", CONFIGS["tables"])
    before = tree(home)
    set_up(host, OTHER)

    set_up(host)

    assert not any(OTHER[0].encode() in (text or b"") for text in tree(home).values())
    set_up(host, remove=True)
    assert before == tree(home)


def test_what_a_person_added_since_stays(home: Path) -> None:
    """
    Only our own two entries go; theirs, before and after ours, stand as they stand.
    """
    place = write(home / ".claude" / "settings.json", SETTINGS["others' hooks"])
    set_up("claude-code")
    theirs = '{"hooks": [{"type": "command", "command": "later"}]}'
    text = place.read_text()
    at = text.rindex("]", 0, text.index('"SessionStart"'))  # the end of SessionEnd
    text = f"{text[:at].rstrip()},\n      {theirs}\n    {text[at:]}"
    place.write_text(f'{text.rstrip().removesuffix("}").rstrip()},\n  "new": 1\n}}')

    set_up("claude-code", remove=True)

    mine = {"hooks": [{"type": "command", "command": "mine"}]}
    assert {"hooks": {"SessionEnd": [mine, json.loads(theirs)]}, "new": 1} == claude_settings(home)


def test_settings_are_written_to_where_their_link_leads(home: Path) -> None:
    """
    Who keeps settings under version control goes on doing so; the rights of the file stay too.
    """
    real = write(home / "dotfiles" / "claude.json", "{}\n")
    real.chmod(0o600)
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").symlink_to(real)

    set_up("claude-code")

    assert (home / ".claude" / "settings.json").is_symlink()
    assert "SessionEnd" in json.loads(real.read_text())["hooks"]
    assert 0o600 == stat.S_IMODE(real.stat().st_mode)


def test_a_file_that_changed_meanwhile_is_not_written_over(home: Path) -> None:
    """
    The host writes its settings too; what it wrote in between is not lost.
    """
    place = write(home / ".claude" / "settings.json", "{}")
    (settings, *_) = HOSTS["claude-code"].plan(own_program(), remove=False).files
    place.write_text('{"model": "y"}')

    with pytest.raises(ConflictError):
        carry_out(settings, put_in(settings.path))

    assert '{"model": "y"}' == place.read_text()


@pytest.mark.parametrize(
    ("host", "name", "text"),
    [
        ("claude-code", ".claude/settings.json", '{"hooks": '),
        ("claude-code", ".claude/settings.json", '{"hooks": []}'),
        ("claude-code", ".claude/settings.json", "\udcff"),
        ("codex", ".codex/config.toml", "a = "),
    ],
)
def test_what_is_not_understood_is_left_alone(host: str, name: str, text: str, home: Path) -> None:
    """
    A file that doesn't parse, or holds something else where hooks stand, is for its person to mend.
    """
    place = home / name
    place.parent.mkdir()
    place.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = tree(home)

    with pytest.raises(UsageError, match=place.name):
        set_up(host)

    assert before == tree(home)


def test_a_notify_of_the_persons_own_stays(home: Path) -> None:
    """
    Codex has one such program, and that one is theirs.
    """
    place = write(home / ".codex" / "config.toml", 'notify = ["my-notifier"]\n')

    notes = set_up("codex")

    assert 'notify = ["my-notifier"]\n' == place.read_text()
    assert any("notify is set already" in note for note in notes)


def test_a_skill_of_the_persons_own_stays(home: Path) -> None:
    """
    Also one that was ours and that they changed.
    """
    theirs = write(home / ".claude" / "skills" / "harvest-loop" / "SKILL.md", "mine\n")
    assert any("stays as it is" in note for note in set_up("claude-code"))
    assert any("stays as it is" in note for note in set_up("claude-code", remove=True))
    assert "mine\n" == theirs.read_text()

    set_up("codex")
    changed = home / ".codex" / "skills" / "harvest-loop" / "SKILL.md"
    changed.write_text(changed.read_text() + "and my own words\n")
    set_up("codex", remove=True)
    assert changed.read_text().endswith("and my own words\n")


def test_hosts_are_found_where_their_variables_say(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Each host lets its person move its configuration.
    """
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    before = tree(home)

    for host in HOSTS:
        set_up(host)

    assert (tmp_path / "CLAUDE_CONFIG_DIR" / "settings.json").is_file()
    assert (tmp_path / "CODEX_HOME" / "config.toml").is_file()
    assert (tmp_path / "xdg" / "opencode" / "plugin" / "harvest-loop.js").is_file()
    assert before == tree(home)


def test_the_command_in_the_settings_leaves_a_marker(home: Path, tmp_path: Path) -> None:
    """
    What stands in the file is what a shell can run, also from a place with a space and a quote in its name.
    """
    there = tmp_path / "my 'own' place"
    there.mkdir()
    (there / "harvest").symlink_to(shutil.which("harvest", path=str(Path(sys.executable).parent)) or "")
    set_up("claude-code", (str(there / "harvest"),))
    hooks = claude_settings(home)["hooks"]
    assert isinstance(hooks, dict)
    command = hooks["SessionEnd"][0]["hooks"][0]["command"]

    done = subprocess.run(["sh", "-c", command], input=session_end().encode(), capture_output=True, check=False)

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)
    assert [SESSION] == [marker.session for marker in read_markers()[0].values()]


@pytest.mark.parametrize(
    ("host", "name", "event"),
    [
        ("claude-code", ".claude/settings.json", "UserPromptSubmit"),
        ("codex", ".codex/hooks.json", "UserPromptSubmit"),
    ],
)
def test_the_command_of_a_turn_asks(
    host: str, name: str, event: str, home: Path, hub: Repository, tmp_path: Path
) -> None:
    """
    What stands in the file is run by a shell at each turn, in the session's folder, and answers in the host's form.
    """
    hub.write("harvest.toml", "")
    session = WorkedSession(hub, begins=1_774_000_000)
    for _ in range(5 if host == "claude-code" else 0):
        session.uses("Bash", "Exit code 1", failed=True, command="make test")
    set_up(host)
    hooks = json.loads((home / name).read_text())["hooks"]
    command = hooks[event][0]["hooks"][0]["command"]
    told = {"session_id": "s", "transcript_path": str(session.write(tmp_path)), "cwd": str(hub.path)}

    done = subprocess.run(
        ["sh", "-c", command], input=json.dumps(told).encode(), cwd=hub.path, capture_output=True, check=False
    )

    assert (0, b"") == (done.returncode, done.stderr)
    said = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if host == "claude-code" else ""
    assert (host == "claude-code") == said.startswith("Early harvest condition detected. Run mid-session harvest?\n")


@pytest.mark.parametrize(("host", "name"), [("claude-code", ".claude/settings.json"), ("codex", ".codex/hooks.json")])
def test_the_command_of_a_start_is_run_by_a_shell(host: str, name: str, home: Path, hub: Repository) -> None:
    """
    It prints what the hub has to say, as text, and leaves the start's marker.
    """
    hub.write("harvest.toml", '[loop]\nmode = "forced"\n')
    set_up(host)
    command = json.loads((home / name).read_text())["hooks"]["SessionStart"][0]["hooks"][0]["command"]
    told = json.dumps({"session_id": "s", "cwd": str(hub.path), "hook_event_name": "SessionStart"})

    done = subprocess.run(["sh", "-c", command], input=told.encode(), capture_output=True, check=False)

    assert (0, b"") == (done.returncode, done.stderr)
    assert done.stdout.startswith(b"harvest-loop, hub `hub`:\n")
    assert 1 == len(list((home / "state of mine" / "starts").iterdir()))


@pytest.mark.parametrize("host", HOSTS)
def test_a_hook_that_is_missing_is_named(host: str, home: Path) -> None:
    """
    An older installation calls us at some moments and not at others; putting ours in anew leaves none out.
    """
    assert HOSTS[host].missing()
    set_up(host)
    assert () == HOSTS[host].missing()
    place = {"claude-code": ".claude/settings.json", "codex": ".codex/hooks.json"}.get(host)
    if place is None:
        return
    told = json.loads((home / place).read_text())
    del told["hooks"]["UserPromptSubmit"]
    write(home / place, json.dumps(told))

    assert ("UserPromptSubmit",) == HOSTS[host].missing()
    assert HOSTS[host].is_installed()
    set_up(host)

    assert () == HOSTS[host].missing()
    assert 1 == (home / place).read_text().count("-turn")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no JavaScript engine here")
def test_the_plugin_tells_of_a_session_that_fell_idle(home: Path, tmp_path: Path) -> None:
    """
    OpenCode calls the plugin with every event; one of them leaves a marker, the others nothing.
    """
    set_up("opencode")
    plugin = tmp_path / "plugin.mjs"
    shutil.copy(home / ".config" / "opencode" / "plugin" / "harvest-loop.js", plugin)
    script = f"""
        const {{ HarvestLoop }} = await import({json.dumps(str(plugin))})
        const hooks = await HarvestLoop({{ directory: "/w/field" }})
        await hooks.event({{ event: {{ type: "session.updated", properties: {{ info: {{}} }} }} }})
        await hooks.event({{ event: {{ type: "session.idle", properties: {{ sessionID: "ses_1" }} }} }})
    """
    subprocess.run(["node", "--input-type=module", "-e", script], check=True)

    state = Path(os.environ["HARVEST_STATE"])
    assert wait_for(lambda: markers(state), within=60)  # the plugin waits for nothing: its hook may still be at work
    (marker,) = read_markers()[0].values()
    assert ("opencode", "ses_1", "/w/field", "session.idle") == (
        marker.agent,
        marker.session,
        marker.folder,
        marker.event,
    )


def test_the_skill_answers_to_its_names_and_not_to_others() -> None:
    """
    An agent takes a skill up by its description, which must be read as one text by a YAML parser.
    """
    program = "/my 'place'/harvest"
    front = read_frontmatter(write_skill((program,)))

    assert isinstance(front, Frontmatter)
    description = str(front.keys["description"])
    assert all(f'"{name}"' in description for name in ANSWERS_TO)
    assert f"Not for '{NOT_TO}'" in description
    assert "harvest-loop" == front.keys["name"]
    assert f"{shlex.quote(program)} propose" in write_skill((program,))


def test_init_shows_the_change_and_makes_it(home: Path, hub: Repository) -> None:
    """
    What is about to be written stands on the page literally; a secret beside it does not.
    """
    write(home / ".claude" / "settings.json", '{\n  "password": "hunter2hunter2",\n  "hooks": {}\n}\n')
    hub.commit("hub", {"a": ""})

    done = harvest("init", "--hosts", ALL, cwd=hub.path)

    assert 0 == done.returncode, done.stderr
    assert '"command": "' in done.stdout
    assert "hunter2hunter2" not in done.stdout
    assert all(host.is_installed() for host in HOSTS.values())
    again = harvest("init", "--hosts", ALL, cwd=hub.path)
    assert again.stdout.count("nothing to change") == 3


def test_init_goes_on_with_the_next_host_and_fails(home: Path, hub: Repository) -> None:
    """
    One broken file keeps no other host from being set up, and the exit code tells of it.
    """
    write(home / ".claude" / "settings.json", "{")
    hub.commit("hub", {"a": ""})

    done = harvest("init", "--hosts", ALL, cwd=hub.path)

    assert 2 == done.returncode
    assert "claude-code: " in done.stderr
    assert "settings.json: line 1" in done.stderr
    assert [False, True, True] == [
        (home / ".claude" / "skills").exists(),
        HOSTS["codex"].is_installed(),
        HOSTS["opencode"].is_installed(),
    ]


def test_init_without_a_terminal_touches_no_host(home: Path, hub: Repository) -> None:
    """
    Nobody was asked, so nothing of theirs is changed.
    """
    (home / ".claude").mkdir()
    hub.commit("hub", {"a": ""})

    done = harvest("init", cwd=hub.path)

    assert 0 == done.returncode
    assert [] == list((home / ".claude").iterdir())


@pytest.mark.parametrize(
    ("typed", "installed"),
    [
        ("claude-code\ny\n", [True, False]),
        ("all\ny\ny\n", [True, True]),
        ("all\nn\ny\n", [False, True]),
        ("\n", [False, False]),
        ("codex\n\n", [False, False]),
    ],
)
def test_at_a_terminal_init_asks_for_whom_and_whether(
    typed: str, installed: list[bool], home: Path, hub: Repository
) -> None:
    """
    Only hosts that are set up here are named, and each change is made after it was shown and agreed to.
    """
    (home / ".claude").mkdir()
    (home / ".codex").mkdir()
    hub.commit("hub", {"a": ""})
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "harvest_loop.cli", "init"]
    with subprocess.Popen(command, cwd=hub.path, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE) as init:
        os.write(ours, typed.encode())
        assert init.stdout
        said = init.stdout.read().decode()
    os.close(theirs)
    asked = os.read(ours, 65536).decode()
    os.close(ours)

    assert 0 == init.returncode
    assert "hosts found here: claude-code,codex" in asked
    assert installed == [HOSTS[name].is_installed() for name in ("claude-code", "codex")]
    assert not HOSTS["opencode"].is_installed()
    assert ("notify = [" in said) == (typed.startswith(("all", "codex")))


def test_the_hooks_go_with_the_hub_that_was_remembered(home: Path, hub: Repository, tmp_path: Path) -> None:
    """
    Another hub's removal leaves them, and says so.
    """
    other = Repository.create(tmp_path / "other")
    for one in (other, hub):
        one.commit("hub", {"a": ""})
        harvest("init", "--hosts", "codex", cwd=one.path)

    left = harvest("init", "--remove", cwd=other.path)
    assert "codex still calls our hook" in left.stdout
    assert HOSTS["codex"].is_installed()

    harvest("init", "--remove", cwd=hub.path)
    assert not HOSTS["codex"].is_installed()


def test_a_host_that_is_not_known_is_refused(hub: Repository) -> None:
    """
    A slip of the pen installs nothing anywhere.
    """
    hub.commit("hub", {"a": ""})

    done = harvest("init", "--hosts", "claude", cwd=hub.path)

    assert (2, 1) == (done.returncode, done.stderr.count("is no host"))
