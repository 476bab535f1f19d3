"""The gate: whatever writes outside of the product's own records asks for a leave, and only the gate gives one."""

import pytest

from tests.packaging.project import ROOT
from tests.support.writers import Writer, makers_of_leave, writers_below, writers_in

# Modules that write only what is the product's own, and where: a new writer is named here, or asks for a leave.
OWN = {
    "adapters.asked_sessions": "the state folder",
    "adapters.consent_log": "the hub's records",
    "adapters.engine_settings": "the state folder",
    "adapters.git_desk": "a worktree in a temporary folder, which git_draft makes",
    "adapters.git_leftovers": "worktrees and branches that a run of ours left half-made",
    "adapters.git_revert": "a temporary folder",
    "adapters.harvest_state": "the hub's records",
    "adapters.hub_files": "a door: who calls it is looked at",
    "adapters.hub_folders": "a door: who calls it is looked at",
    "adapters.hub_lock": "locks",
    "adapters.hub_records": "the hub's records",
    "adapters.inbox": "the inbox",
    "adapters.inbox_records": "the inbox",
    "adapters.known_hubs": "the state folder",
    "adapters.manifest_splice": "the manifest",
    "adapters.memory_roots": "nothing: it asks git what is ignored",
    "adapters.model_ledger": "the hub's records",
    "adapters.models.kept_program": "a temporary folder",
    "adapters.old_files": "the state folder",
    "adapters.open_runs": "the state folder",
    "adapters.processes": "logs in the state folder",
    "adapters.profile_file": "the profile",
    "adapters.service": "the state folder",
    "adapters.service_record": "the state folder",
    "adapters.session_starts": "the state folder",
    "adapters.state_folder": "the state folder",
    "adapters.terminal": "the terminal",
    "adapters.turn_states": "the state folder",
    "adapters.undo_entries": "the hub's records",
    "adapters.whole_file": "a door: who calls it is looked at",
    "adapters.yaml_files": "the manifest",
    "commands.consent_check": "its own output",
    "commands.temporary_server": "the state folder",
    "tasks.curate_hub": "the snapshot in the hub's records; what it changes goes through in_place",
    "tasks.draft_changes": "the pull request's text in the state folder",
    "tasks.record_run": "the hub's records",
    "tasks.retrospect_session": "the day's signal",
    "tasks.run_token": "the state folder",
    "tasks.sweep_memory": "the hygiene log",
    "tasks.update_card": "the card",
    "tasks.usage_log": "the usage log",
    "tasks.write_signals": "the day's signal",
}
# Modules that write what is people's; those of their functions that look only, though by git's general door.
PEOPLES = {
    "adapters.git_draft": {"require_identity"},
    "adapters.hosts.host_files": set[str](),
    "adapters.hub_setup": {"tracked_personal_files", "warn_of_unignored"},
    "tasks.in_place": set[str](),
}


@pytest.fixture(scope="module")
def writers() -> tuple[Writer, ...]:
    """Every function of the project that writes."""
    return writers_below(ROOT)


def test_every_writer_is_the_product_s_own_or_goes_through_the_gate(writers: tuple[Writer, ...]) -> None:
    """
    A function that writes is in a module that is known to write our own records, or nobody calls it without a leave.
    """
    strange = {f"{one.module}.{one.function}" for one in writers if one.module not in (*OWN, *PEOPLES)}
    ungated = {
        f"{one.module}.{one.function}"
        for one in writers
        if one.module in PEOPLES and one.is_public and not one.asks and one.function not in PEOPLES[one.module]
    }

    assert set() == strange
    assert set() == ungated


def test_what_is_named_is_there(writers: tuple[Writer, ...]) -> None:
    """
    A module that writes no more is not named, so that the lists don't let in a later one of its name.
    """
    assert {one.module for one in writers} == {*OWN, *PEOPLES}


def test_only_the_gate_gives_a_leave() -> None:
    """
    A writer that made its own leave would have asked nobody.
    """
    assert {"gate"} == makers_of_leave(ROOT)


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
    ],
)
def test_each_way_to_write_is_seen(source: str) -> None:
    """
    By a door under any name, by git, by the standard library, and through another function of the module.
    """
    found = writers_in("x", source)

    assert [False] == [one.asks for one in found if one.function in ("tidy", "Tidy.tidy")]


def test_what_reads_is_no_writer() -> None:
    """
    A question to git, a file that is read, and a text that is replaced change nothing.
    """
    source = (
        "import os\nfrom harvest_loop.adapters.git_command import ask_git\n"
        "def look(place):\n    os.open(place, os.O_RDONLY)\n    place.open('rb')\n    open(place)\n"
        "    return ask_git(place, 'log') and 'a'.replace('a', 'b')\n"
    )

    assert () == writers_in("x", source)
