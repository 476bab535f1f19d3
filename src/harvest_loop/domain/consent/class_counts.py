"""Words on the lines of a form as entries for the classes that they fall under (SPEC 8.4)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from harvest_loop.domain.answers import is_refusal
from harvest_loop.domain.consent.gate import why_never_leasable
from harvest_loop.domain.consent.scopes import class_version, narrowest_class, widened
from harvest_loop.domain.consent.streaks import counted, streak_of
from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.consent import ConsentClass, Grant
from harvest_loop.schemas.consent_actions import Action
from harvest_loop.schemas.consent_records import ConsentChannel, ConsentLine, Said
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.form import LineAnswer

_CHANNELS: Mapping[str, ConsentChannel] = {"terminal": "terminal", "ui": "ui"}

Answered = tuple[CurationLine, Action, LineAnswer]


def class_of_prompt(classes: Iterable[ConsentClass], action: Action) -> ConsentClass | None:
    """Return the class that a prompt about an action counts for; None: for none."""
    if why_never_leasable(action):
        return None
    scope = narrowest_class(classes, action)
    return scope if isinstance(scope, ConsentClass) else None


def consent_note(classes: Iterable[ConsentClass], lines: Sequence[ConsentLine], action: Action) -> str:
    """Return what a prompt says of its class: how often it was approved in a row; empty: it counts for none."""
    scope = class_of_prompt(classes, action)
    if scope is None:
        return ""
    count = len(streak_of(lines, scope.name, class_version(scope)))
    return f"{scope.name}, approved {counted(count)} in a row; at 3 you are asked whether to go on being asked"


def wider_note(grants: Iterable[Grant], action: Action) -> str:
    """Return what of an action, that no class holds, is wider than a grant of its owner and mode; empty: nothing."""
    if why_never_leasable(action):
        return ""
    for grant in grants:
        wider = widened(action, grant) if (grant.owner, grant.mode) == (action.owner, action.mode) else ()
        if wider:
            return f"wider than the grant of {grant.name} ({'; '.join(wider)})"
    return ""


def entries_for(
    answered: Iterable[Answered],
    classes: Sequence[ConsentClass],
    *,
    written: Collection[str],
    session: str,
    gesture: str,
) -> tuple[ConsentLine, ...]:
    """Return one entry for each class that a form's answer is about: the one gesture, however many lines it had.

    A Y counts where it was carried out, hashes in `written`; an N with a reason is a rejection, and outweighs the Ys of
    the same class. A line without a word, or an N without a reason, is no entry. What only a file said is attested.
    """
    found: dict[str, list[Answered]] = {}
    scopes = {}
    for one in answered:
        scope = class_of_prompt(classes, one[1])
        if scope is not None and (is_refusal(one[2]) or (one[2].answer == "Y" and one[2].hash in written)):
            found.setdefault(scope.name, []).append(one)
            scopes[scope.name] = scope
    return tuple(_entry(scopes[name], lines, session, gesture) for name, lines in sorted(found.items()))


def _entry(scope: ConsentClass, answered: Sequence[Answered], session: str, gesture: str) -> ConsentLine:
    refused = [one for one in answered if is_refusal(one[2])]
    said: Said = "rejected" if refused else "accepted"
    spoken = refused or list(answered)
    told = [one for one in spoken if one[2].channel in _CHANNELS] or spoken
    line, action, word = told[0]
    return ConsentLine(
        at="",
        name=scope.name,
        event=said,
        channel=_CHANNELS.get(word.channel, "attested"),
        did=_quoted([one[0] for one in told]),
        owner=action.owner,
        mode=action.mode,
        target=line.target,
        effects=action.effects,
        sinks=action.sinks,
        session=session,
        arguments=line.fingerprint,
        gesture=gesture,
        version=class_version(scope),
    )


def _quoted(lines: Sequence[CurationLine]) -> str:
    """Return what was approved, all of it, as it was shown."""
    return "; ".join(one_line(f"{line.kind} → {line.target}: {line.title}") for line in lines)
