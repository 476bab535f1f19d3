"""What the agent did in a session: files written, commands that failed, commits made (SPEC 3.3)."""

from typing import NamedTuple

from harvest_loop.domain.command_outcomes import has_failed, telling_line, was_not_run
from harvest_loop.domain.fact_texts import FactTexts, second
from harvest_loop.domain.git_calls import commits_printed, makes_commits
from harvest_loop.domain.kept_facts import Kept
from harvest_loop.domain.later_success import LaterSuccess
from harvest_loop.domain.tool_calls import absolute, command_of, files_written, kind_of
from harvest_loop.schemas.transcript import CommitMade, FailedCommand, FileEdit
from harvest_loop.schemas.transcript_events import FilesChanged, Place, ToolCall, ToolResult

_MOST_EDITS = 20_000
_MOST_FAILED = 2_000
_MOST_COMMITS = 5_000
_MOST_OPEN = 2_000  # calls whose result is still awaited
_DOING = ("shell", "writer")
_SHOWN = 300
_HELD = 4_000  # characters of a command that are held until its result comes


class _OpenCall(NamedTuple):
    place: Place
    at: float | None
    command: str
    makes_commits: bool
    edits: tuple[int, ...]
    paths: tuple[str, ...]


class AgentDeeds:
    """Joins calls with their results: an edit that failed is none, and only a result says how a command ended."""

    def __init__(self, texts: FactTexts) -> None:
        self._texts = texts
        self._open: dict[str, _OpenCall] = {}
        self._folder: str | None = None
        self._side_folder: str | None = None
        self._this_turn: set[str] = set()
        self._given_up = 0
        self.edits: Kept[FileEdit] = Kept(_MOST_EDITS)
        self.failed_commands: Kept[FailedCommand] = Kept(_MOST_FAILED)
        self._later = LaterSuccess(self.failed_commands)
        self.commits: Kept[CommitMade] = Kept(_MOST_COMMITS)

    @property
    def left_out(self) -> tuple[tuple[str, int], ...]:
        """What was only counted, by kind."""
        return (
            ("edits", self.edits.left_out),
            ("failed commands", self.failed_commands.left_out),
            ("commits", self.commits.left_out),
            ("calls whose result was no longer awaited", self._given_up),
        )

    def stand_in(self, folder: str, *, sidechain: bool) -> None:
        """Relative paths are below this folder from here on; a sub-agent's only for itself."""
        if sidechain:
            self._side_folder = folder
        else:
            self._folder = folder

    def begin_turn(self) -> None:
        """The person spoke: what is written from here on belongs to the next turn."""
        self._this_turn.clear()

    def begin(self, event: ToolCall) -> None:
        """Take in a call; what it wrote counts until its result says that it failed."""
        if kind_of(event.name) not in _DOING:
            return
        command = command_of(event.name, event.arguments)
        written = files_written(event.name, event.arguments)
        if command is None and not written:
            return
        folder = self._folder_of(sidechain=event.sidechain)
        paths = tuple(absolute(path, folder) for path in written)
        numbers = [self._edit(path, event.place, event.at) for path in paths]
        edits = tuple(filter(None, numbers))
        command = command or ""
        call = _OpenCall(event.place, event.at, command[:_HELD], makes_commits(command), edits, paths)
        if event.id:
            self._wait_for(event.id, call)

    def end(self, event: ToolResult) -> None:
        """Take in a result."""
        call = self._open.pop(event.call, None)
        if call is None:
            return
        if call.makes_commits:
            for sha in commits_printed(event.text):
                self.commits.add(CommitMade(place=self._texts.place(event.place), at=second(event.at), sha=sha))
        if not has_failed(event.failed, event.text):
            self._later.see_success(call.command)
            return
        for number in call.edits:
            self.edits.take_back(number)
        self._this_turn.difference_update(call.paths)
        if call.command and not was_not_run(event.text):
            self._fail(call, event.text)

    def note_changes(self, event: FilesChanged) -> None:
        """Take in what the agent's own record says was changed, but for what a call of this turn showed already."""
        folder = self._folder_of(sidechain=event.sidechain)
        for path in dict.fromkeys(absolute(path, folder) for path in event.paths if path):
            if path not in self._this_turn:
                self._edit(path, event.place, event.at)

    def _folder_of(self, *, sidechain: bool) -> str | None:
        return (self._side_folder if sidechain else None) or self._folder

    def _edit(self, path: str, place: Place, at: float | None) -> int | None:
        if len(self._this_turn) < _MOST_EDITS:
            self._this_turn.add(path)
        if self.edits.is_full:
            self.edits.leave_out()
            return None
        return self.edits.add(FileEdit(place=self._texts.place(place), at=second(at), path=self._texts.name(path)))

    def _wait_for(self, identity: str, call: _OpenCall) -> None:
        if len(self._open) >= _MOST_OPEN and identity not in self._open:
            self._open.pop(next(iter(self._open)))
            self._given_up += 1
        self._open[identity] = call

    def _fail(self, call: _OpenCall, said: str) -> None:
        if self.failed_commands.is_full:
            self.failed_commands.leave_out()
            return
        failure = FailedCommand(
            place=self._texts.place(call.place),
            at=second(call.at),
            command=self._texts.text(call.command, _SHOWN),
            said=telling_line(said, self._texts.redacted)[:_SHOWN],
        )
        self._later.see_failure(call.command, failure)
