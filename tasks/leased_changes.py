"""Which of the curator's changes a lease covers, and making them: checked, logged, then made, in one hold of the hub.

A lease that is taken back meanwhile has an effect at once: revoking waits for the same lock (SPEC 8.4).
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from harvest_loop.adapters.consent_log import append_run
from harvest_loop.adapters.hub_files import place_in_hub
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.domain.consent.actions import action_of_line
from harvest_loop.domain.consent.class_counts import consent_note, wider_note
from harvest_loop.domain.consent.gate import may_write, why_never_leasable
from harvest_loop.domain.consent.grants import standing_of
from harvest_loop.domain.consent.leases import LeaseEnd, drifted
from harvest_loop.domain.consent.scopes import narrowest_class
from harvest_loop.domain.consent.vocabulary import GRANTED
from harvest_loop.domain.quoting import one_line
from harvest_loop.errors import HarvestError, HubError
from harvest_loop.schemas.consent import ConsentClass
from harvest_loop.schemas.consent_actions import Action, Allowed, Ask, Lease
from harvest_loop.schemas.consent_records import RunLine
from harvest_loop.schemas.curation import Curated, CurationLine, UndoEntry
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.consent_state import ConsentState, end_lease, settled
from harvest_loop.tasks.in_place import InPlace

_NOWHERE = "../ (outside of the hub)"  # no target holds it


class Leases:
    """The leases of a hub, asked anew before each action."""

    def __init__(self, opened: OpenedHub) -> None:
        self._root, self._settings = Path(opened.hub.root), opened.settings

    def sorted_out(self, lines: Iterable[CurationLine]) -> tuple[tuple[CurationLine, ...], tuple[CurationLine, ...]]:
        """Return the lines to ask about, each with its class and count, and those that a lease covers now.

        What can't be read covers nothing: everything is asked.
        """
        lines = tuple(lines)
        try:
            state, ended = self._without_wider(lines)
        except HarvestError:
            return lines, ()
        covered = {line.hash for line in lines if isinstance(self._leave(state, self._action(line)), Allowed)}
        asked = (line for line in lines if line.hash not in covered)
        noted = tuple(
            line.model_copy(update={"consent": ended.get(line.hash) or self._note(state, line)}) for line in asked
        )
        return noted, tuple(line for line in lines if line.hash in covered)

    def make(self, desk: InPlace, line: CurationLine, *, run: str) -> Curated:
        """Make a change that a lease covers, or say why it waits for a word: the next run asks about it."""
        held = Curated(hash=line.hash, title=line.title, outcome="held", automatic=True)
        try:
            with locked(self._root):
                state = settled(self._root, self._settings)
                leave = self._leave(state, self._action(line))
                if isinstance(leave, Ask):
                    end = self._end_of(state, line, leave)
                    why = leave.why if end is None else self._back_to_unset(state, end)
                    return held.model_copy(update={"detail": f"it will be asked: {why}"})
                note = partial(self._note_run, state, leave, line, run)
                done = desk.write(line, leave, before=note)
        except HarvestError as error:
            return held.model_copy(update={"detail": error.what})
        again = done.outcome == "shown again"
        return done.model_copy(update={"outcome": "held"}) if again else done

    def _leave(self, state: ConsentState, action: Action) -> Allowed | Ask:
        if why := why_never_leasable(action):
            return Ask(why)
        scope = narrowest_class(state.classes, action)
        if isinstance(scope, str):
            return Ask(scope)
        if state.is_clock_behind:
            return Ask("the clock reads earlier than the last line of the log")
        return may_write(action, lease=Lease(scope, state.check(scope.name)))

    def _without_wider(self, lines: Iterable[CurationLine]) -> tuple[ConsentState, dict[str, str]]:
        """Return what stands after leases ended that these lines are wider than, and what to say of each such line."""
        state = settled(self._root, self._settings)
        ended = {}
        for line in lines:
            said = self._leave(state, self._action(line))
            if not isinstance(said, Ask) or self._end_of(state, line, said) is None:
                continue
            with locked(self._root):
                state = settled(self._root, self._settings)
                end = self._end_of(state, line, said)
                if end is not None:
                    ended[line.hash] = self._back_to_unset(state, end)
                state = settled(self._root, self._settings)
        return state, ended

    def _end_of(self, state: ConsentState, line: CurationLine, said: Ask) -> LeaseEnd | None:
        """Return the end of a lease whose class's action, or scope, is wider than what was granted; None: none is."""
        action = self._action(line)
        scope = narrowest_class(state.classes, action)
        if not isinstance(scope, ConsentClass) or why_never_leasable(action):
            return None
        standing = next((each for each in standing_of(state.profile.content) if each.name == scope.name), None)
        if standing is None or standing.state != GRANTED:
            return None
        if said.widened:
            return LeaseEnd(standing, "widened", "; ".join(said.widened))
        return drifted(state.registry, state.profile, scope.name)

    def _back_to_unset(self, state: ConsentState, end: LeaseEnd) -> str:
        """End the lease, in a hold of the hub, and say what widened."""
        end_lease(self._root, self._settings, state, end)
        return f"{end.standing.name} is wider than what was granted ({end.why}), and unset by now"

    def _note_run(self, state: ConsentState, leave: Allowed, line: CurationLine, run: str, entry: UndoEntry) -> None:
        """Write the run down before it is made: what is cut off after this is in the log."""
        if leave.grant is None:
            raise HubError("no grant is at hand", where=line.target)
        told = RunLine(
            at=state.moment.at,
            day=str(state.moment.day),
            name=leave.by,
            run=run,
            did=one_line(f"{line.kind}: {line.title}"),
            owner=leave.action.owner,
            mode=leave.action.mode,
            target=line.target,
            targets=leave.action.targets,
            effects=leave.action.effects,
            sinks=leave.action.sinks,
            undo=entry.id,
            after=len(state.log.outcomes),
            granted=leave.grant.granted,
            expires=leave.grant.expires,
        )
        append_run(self._root, self._settings, told)

    def _action(self, line: CurationLine) -> Action:
        return action_of_line(line, real=real_places(self._root, line))

    def _note(self, state: ConsentState, line: CurationLine) -> str:
        action = self._action(line)
        said = consent_note(state.countable, state.log.countable, action)
        return said or wider_note(state.check().grants, action)


def real_places(root: Path, line: CurationLine) -> tuple[str, ...]:
    """Return where the line's paths in the hub really lead, relative to the hub; what leads elsewhere is nowhere."""
    paths = [part.path for part in line.parts if not part.root] + [one.to for one in line.moves if not one.root]
    return tuple(dict.fromkeys(_real(root, path) for path in paths))


def _real(root: Path, path: str) -> str:
    try:
        return place_in_hub(root, path).relative_to(root.resolve()).as_posix()
    except HubError:
        return _NOWHERE
