"""The gate: whatever writes outside of the product's own records asks for a leave, and only the gate gives one."""

import pytest

from tests.packaging.project import ROOT
from tests.support.writers import Writer, callers_of, makers_of_leave, writers_below, writers_in

# Functions that write only what is the product's own, by module: a new one is named here, or asks for a leave.
OWN = {
    "adapters.asked_sessions": ("the state folder", "take_the_question"),
    "adapters.consent_log": ("the hub's records", "append_outcome append_run"),
    "adapters.engine_database": ("the engine's database", "forget_deleted"),
    "adapters.engine_server": ("the engine's server", "start_and_wait"),
    "adapters.engine_settings": ("the state folder", "temporary_folder"),
    "adapters.git_changes": ("asks git, and changes nothing", "_Reading._read merge_patch_ids"),
    "adapters.git_commits": ("asks git, and changes nothing", "walk"),
    "adapters.git_desk": (
        "a worktree in a temporary folder, which git_draft makes",
        "Desk._ask Desk._commit Desk._move Desk._write",
    ),
    "adapters.git_field": ("asks git, and changes nothing", "_head _tips"),
    "adapters.git_hub": ("asks git, and changes nothing", "HubBranch.lines_with"),
    "adapters.git_leftovers": (
        "worktrees and branches that a run of ours left half-made",
        "_branches _commits_on _end_worktrees _sha end_worktree take_up",
    ),
    "adapters.git_revert": ("a temporary folder", "_merged"),
    "adapters.git_uncommitted": ("asks git, and changes nothing", "_compared"),
    "adapters.harvest_state": ("the hub's records", "note_cadence note_offer"),
    "adapters.hub_files": (
        "a door: who calls it is looked at",
        "_changed_once _put_in_once append_line move replace rewrite write_bytes write_new",
    ),
    "adapters.hub_folders": ("a door: who calls it is looked at", "remove_empty_folder"),
    "adapters.hub_lock": ("locks", "_held lock_folder"),
    "adapters.hub_records": ("the forms that wait; a door: who appends is looked at", "append_records write_waiting"),
    "adapters.inbox": ("the inbox", "drop_marker markers_folder note_skipped"),
    "adapters.inbox_records": (
        "the inbox",
        "_sessions_folder forget_inbox_session forget_markers tidy_markers write_inbox_session write_sweep_log",
    ),
    "adapters.known_hubs": ("the state folder", "note_hub"),
    "adapters.manifest_splice": ("the manifest", "set_entries"),
    "adapters.memory_roots": ("asks git, and changes nothing", "ignored_names"),
    "adapters.model_ledger": ("the hub's records", "append_egress append_receipt"),
    "adapters.models.kept_child": ("starts a judge in a group that ends with it", "keep"),
    "adapters.models.kept_program": ("a temporary folder, and a judge in it", "_kept run_program"),
    "adapters.old_files": ("the state folder", "forget_old"),
    "adapters.open_runs": ("the state folder", "_write_down claim_run"),
    "adapters.processes": ("asks ps; a door: who starts something is looked at", "ask_ps start"),
    "adapters.profile_file": ("the profile", "change_profile"),
    "adapters.service": (
        "logs and folders in the state folder; deploys to our own server",
        "_new_log _run_deploy stop_service",
    ),
    "adapters.service_record": ("the state folder", "forget_service remember_port write_service"),
    "adapters.session_starts": ("the state folder", "note_start"),
    "adapters.state_folder": ("the state folder", "_own_folder"),
    "adapters.terminal": ("the terminal", "open_terminal"),
    "adapters.transcripts.opencode_database": ("opens another's database to read it only", "_connect"),
    "adapters.turn_states": ("the state folder", "keep_turns"),
    "adapters.undo_entries": ("the hub's records", "end_entry write_entry"),
    "adapters.whole_file": (
        "a door: who calls it is looked at",
        "_add_all _give_to_owner_of _take_free_name _written_beside add clear_beside give_name put",
    ),
    "adapters.yaml_files": ("the manifest", "append_manifest_entry"),
    "commands.consent_check": ("its own output", "_write"),
    "commands.temporary_server": ("the state folder", "start_temporary_server"),
    "tasks.curate_hub": ("the snapshot, in memory and in the hub's records", "_packed _take_snapshot"),
    "tasks.draft_changes": ("the pull request's text in the state folder", "keep_pull_request_text"),
    "tasks.keep_signals": ("the day's signal", "keep_signals"),
    "tasks.lift_rejection": ("the hub's records", "lift_rejection"),
    "tasks.record_run": ("the hub's records", "_append_once _write_once mark_harvested record_answer record_run"),
    "tasks.retrospect_session": ("the day's signal", "retrospect_session"),
    "tasks.run_token": ("the state folder", "_forget_results"),
    "tasks.sweep_memory": ("the hygiene log", "write_hygiene_log"),
    "tasks.undo_change": ("the hub's records", "_remember"),
    "tasks.update_card": ("the card", "update_card"),
    "tasks.usage_log": ("the usage log", "write_usage"),
    "tasks.view_hubs": ("the hub's records", "note_seen"),
    "tasks.write_signals": ("the hub's records", "remember_rejections"),
}
# Modules that write what is people's; those of their functions that look only, though by git's general door.
PEOPLES = {
    "adapters.git_draft": {"require_identity"},
    "adapters.hosts.host_files": set[str](),
    "adapters.hub_setup": {"tracked_personal_files", "warn_of_unignored"},
    "tasks.in_place": set[str](),
}
# Who asks the gate, and what a person said there.
ASKED = {
    "commands.host_setup": "the command that sets up hosts, and a yes to each",
    "commands.init": "the command that makes a hub",
    "tasks.curate_hub": "a Y to the line; none for the two edits of SPEC 11-3",
    "tasks.draft_changes": "a Y to each line that is drafted",
    "tasks.leased_changes": "nothing: a lease",
    "tasks.undo_change": "the command that takes a change back",
}


@pytest.fixture(scope="module")
def writers() -> tuple[Writer, ...]:
    """Every function of the project that writes."""
    return writers_below(ROOT)


def test_every_writer_is_the_product_s_own_or_goes_through_the_gate(writers: tuple[Writer, ...]) -> None:
    """
    A function that writes is known to write our own records only, or nobody calls it without a leave.
    """
    own = {f"{module}.{name}" for module, (_, names) in OWN.items() for name in names.split()}
    strange = {f"{one.module}.{one.function}" for one in writers if one.itself and one.module not in PEOPLES} - own
    ungated = {
        f"{one.module}.{one.function}"
        for one in writers
        if one.module in PEOPLES and one.is_public and not one.asks and one.function not in PEOPLES[one.module]
    }

    assert set() == strange
    assert set() == ungated


def test_what_is_named_is_there(writers: tuple[Writer, ...]) -> None:
    """
    A function that writes no more is not named, so that the lists don't let in a later one of its name.
    """
    found = {f"{one.module}.{one.function}" for one in writers}

    assert set() == {f"{module}.{name}" for module, (_, names) in OWN.items() for name in names.split()} - found
    assert set() == {f"{module}.{name}" for module, names in PEOPLES.items() for name in names} - found
    assert PEOPLES.keys() <= {one.module for one in writers}


def test_who_says_that_a_person_asked_is_known() -> None:
    """
    The gate believes who tells it of a word: each of those is named here, with the word.
    """
    assert ASKED.keys() == callers_of(ROOT, "consent.gate.asked_for", "consent.gate.may_write")


def test_only_the_gate_gives_a_leave() -> None:
    """
    A writer that made its own leave would have asked nobody.
    """
    assert {"domain.consent.gate"} == makers_of_leave(ROOT)


@pytest.mark.parametrize(
    "source",
    [
        "from harvest_loop.adapters import hub_files\ndef tidy(root):\n    hub_files.write_bytes(root, 'a', b'')\n",
        "from harvest_loop.adapters.hub_files import move as carry\ndef tidy(root):\n    carry(root, 'a', 'b')\n",
        "from harvest_loop.adapters import whole_file as whole\ndef tidy(p):\n    whole.put(p, b'')\n",
        "from harvest_loop.adapters.git_command import run_git\ndef tidy(root):\n    run_git(root, 'push')\n",
        "def tidy(place):\n    place.write_text('x')\n",
        "def tidy(place):\n    with place.open('a') as file:\n        file.write('x')\n",
        "def tidy(place):\n    open(place, mode='w').write('x')\n",
        "import os\ndef tidy(place):\n    os.replace(place, 'b')\n",
        "import os\ndef tidy(place):\n    os.open(place, os.O_WRONLY | os.O_CREAT)\n",
        "import shutil\ndef tidy(place):\n    shutil.rmtree(place)\n",
        "def _deep(place):\n    place.unlink()\ndef tidy(place):\n    _deep(place)\n",
        "class Tidy:\n    def _deep(self, a):\n        a.unlink()\n    def tidy(self, a):\n        self._deep(a)\n",
        "def _deep(place):\n    place.unlink()\ndef tidy(places):\n    any(map(_deep, places))\n",
        "from harvest_loop.adapters import git_command\ndef tidy(root):\n    git_command.run_git(root, 'push')\n",
        "from harvest_loop.adapters.git_command import ask_git\ndef tidy(root):\n    ask_git(root, 'push')\n",
        "from harvest_loop.adapters.git_command import ask_git\ndef tidy(root, how):\n    ask_git(root, *how)\n",
        "import harvest_loop.adapters.hub_files as hub\ndef tidy(root):\n    hub.change(root, 'a', str)\n",
        (
            "from functools import partial\nfrom harvest_loop.adapters import hub_files\n"
            "def tidy(root):\n    return partial(hub_files.change, root)\n"
        ),
        "from os import replace as put\ndef tidy(place):\n    put(place, 'b')\n",
        "from shutil import rmtree\ndef tidy(place):\n    rmtree(place)\n",
        "import subprocess\ndef tidy():\n    subprocess.run(['git', 'push'])\n",
        "from subprocess import Popen as start\ndef tidy():\n    start(['git', 'push'])\n",
        "import os\ndef tidy():\n    os.execvp('git', ['git', 'push'])\n",
        "import os\ndef tidy(place, flags):\n    os.open(place, flags)\n",
        "def tidy(place, mode):\n    open(place, mode)\n",
        "def tidy(place, mode):\n    place.open(mode)\n",
        "def tidy(place, to):\n    place.replace(to)\n",
        "import sqlite3\ndef tidy(place):\n    sqlite3.connect(place)\n",
        "import tarfile\ndef tidy(place):\n    tarfile.open(place, 'w:gz')\n",
        "async def tidy(place):\n    place.unlink()\n",
        "def tidy(place):\n    def inner():\n        place.unlink()\n    inner()\n",
        "def tidy(place, leave: Allowed):\n    place.unlink()\n",
    ],
)
def test_each_way_to_write_is_seen(source: str) -> None:
    """
    By a door under any name, by git, by the standard library, and through another function of the module.
    """
    found = writers_in("x", source)

    assert [False] == [one.asks for one in found if one.function in ("tidy", "Tidy.tidy")]


def test_what_writes_outside_of_functions_is_seen() -> None:
    """
    A module or a class that writes as it is loaded asks nobody.
    """
    for source in (
        "open('a', 'w')\n",
        "class A:\n    x = open('a', 'w')\n",
        "if True:\n    def tidy(a):\n        a.unlink()\n",
    ):
        assert [""] == [one.function for one in writers_in("x", source)]
    inner = "class A:\n    class B:\n        def tidy(self, a):\n            a.unlink()\n"
    assert ["A.B.tidy"] == [one.function for one in writers_in("x", inner)]


def test_who_takes_a_leave_and_looks_at_it_asks() -> None:
    """
    Only then nobody can call it with a leave for something else, or with none.
    """
    source = "def tidy(place, leave: Allowed):\n    if leave.ground == 'asked':\n        place.unlink()\n"

    assert [True] == [one.asks for one in writers_in("x", source)]


def test_what_reads_is_no_writer() -> None:
    """
    A question to git, a file that is read, and a text that is replaced change nothing.
    """
    source = (
        "import os\nfrom harvest_loop.adapters.git_command import ask_git\n"
        "_HOW = ('log', '-z')\n"
        "def look(place: 'subprocess.Popen'):\n    os.open(place, os.O_RDONLY)\n    place.open('rb')\n    open(place)\n"
        "    return ask_git(place, 'log') and ask_git(place, *_HOW) and 'a'.replace('a', 'b')\n"
    )

    assert () == writers_in("x", source)
