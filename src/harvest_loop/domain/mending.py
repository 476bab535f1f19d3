"""The literal edit of a regression that says what a line would have to say: that, and nothing else (SPEC 4.6, 4.9)."""

import re
from collections.abc import Sequence
from posixpath import normpath

from harvest_loop.domain.edits import edit_of, why_not_editable
from harvest_loop.domain.forecast import in_words
from harvest_loop.domain.guard.prescribed import speaks_of_the_past
from harvest_loop.domain.mentions import whole
from harvest_loop.domain.regressed import HUB
from harvest_loop.domain.verbatim import code_span, without_code
from harvest_loop.schemas.hub import Asset, Hub
from harvest_loop.schemas.judgement import (
    AssetLine,
    Change,
    Check,
    Collision,
    DoneWhenQuestion,
    DoneWhenTest,
    Proposal,
)
from harvest_loop.schemas.patterns import Pointer
from harvest_loop.schemas.regressions import Regression, Replacement
from harvest_loop.schemas.settings import PredictSettings

NO_TEXT = "what ended it is known, and not what the line would have to say: a weakness to be fixed by hand"

_SURE = 0.6
_WORD = re.compile(r"[\w.][\w./-]*\w/?")
_SHA = re.compile(r"[0-9a-f]{40,64}")
_WINDOWS = PredictSettings()


def mending_questions(collision: Collision) -> tuple[DoneWhenQuestion, ...]:
    """What shows that the session did what the new text says: the file under its new name, where there is one."""
    told = collision.regression
    against = told.against if told is not None and told.repair is not None else None
    if not isinstance(against, Pointer) or against.path is None or _SHA.fullmatch(against.sha) is None:
        return ()
    text = f"{code_span(against.path)} stands"
    return (DoneWhenQuestion(kind="file", path=against.path, text=text, introduced_by=against.sha),)


def mend(
    collision: Collision, hub: Hub, tests: tuple[DoneWhenTest, ...], earlier: Sequence[Proposal] = ()
) -> Proposal | str:
    """A proposal for the line as it would have to be, or why there is none.

    `earlier` are the run's other proposals: where one of them mends the same asset, both repairs stand in one edit,
    which is returned in the other's place (its `also` names this collision).
    """
    told = collision.regression
    if told is None or told.repair is None:
        return NO_TEXT
    asset = next((asset for asset in hub.assets if asset.path == told.asset), None)
    if asset is None:
        return f"{told.asset} is no asset of the hub, so that no draft can change it"
    other = next((one for one in earlier if one.change.path == asset.path), None)
    if other is not None and not other.change.mends:
        return f"another proposal of this run edits {asset.path}; one form can't hold both"
    change = mending_of(asset, (*(other.change.mends if other is not None else ()), told.repair))
    if isinstance(change, str):
        return change
    own = _proposal(collision, told, asset, change, hub, tests)
    return own if other is None else _joined(other, own)


def mending_of(asset: Asset, replacements: Sequence[Replacement]) -> Change | str:
    """The edit of an asset as it stands with every replacement, or why there can be none."""
    why_not = why_not_editable(asset, "")
    if why_not is not None:
        return why_not
    text = asset.text
    for replacement in replacements:
        after = mended(text, replacement)
        if after is None and mended(asset.text, replacement) is None:
            return f"{asset.path} does not say {code_span(replacement.old)} any more"
        text = text if after is None else after  # another repair of the same words has put these there
    return edit_of(asset, text).model_copy(update={"mends": tuple(dict.fromkeys(replacements))})


def _joined(other: Proposal, own: Proposal) -> Proposal:
    """The other repair with this one in the same edit, each with what backs it; the first one's prediction stays."""
    return other.model_copy(
        update={
            "also": (*other.also, own.collision),
            "displaces": f"{other.displaces}, {own.displaces}",
            "done_when": tuple(dict.fromkeys((*other.done_when, *own.done_when))),
            "pointers": tuple(dict.fromkeys((*other.pointers, *own.pointers))),
            "asset_lines": tuple(dict.fromkeys((*other.asset_lines, *own.asset_lines))),
            "change": own.change,
        }
    )


def mended(text: str, replacement: Replacement) -> str | None:
    """The text with the new words for the old wherever they are prescribed; None: they stand nowhere."""
    old, new = replacement.old, replacement.new
    if not old.strip():
        return None
    if "\n" in old:
        return text.replace(old, new) if text.count(old) == 1 else None
    word = whole(old)
    lines = [_mended_line(line, old, new, word) for line in text.split("\n")]
    after = "\n".join(lines)
    return None if after == text else after


def _mended_line(line: str, old: str, new: str, word: re.Pattern[str]) -> str:
    if old not in line or (line.strip() != old.strip() and speaks_of_the_past(without_code(line))):
        return line
    return word.sub(lambda _: new, line)


def _proposal(
    collision: Collision, told: Regression, asset: Asset, change: Change, hub: Hub, tests: tuple[DoneWhenTest, ...]
) -> Proposal:
    check = _check(told)
    against = told.against
    return Proposal(
        collision=collision.id,
        abstraction=f"repair: {collision.pattern.title}",
        names=(asset.name, f"{asset.name} repaired"),
        triggers=(),
        done_when=tuple(test for test in tests if test.true_now and test.false_before),
        displaces=f"{told.line.path}:{told.line.line}",
        predicted_impact=f"no other text of the hub prescribes {code_span(check.target)}, or comes to",
        predicted_measurable_by=in_words(check, told.kind),
        check=check,
        confidence=_SURE,
        change=change,
        pointers=((against,) if isinstance(against, Pointer) else ()) + _standing(change, hub),
        asset_lines=(told.line, against) if isinstance(against, AssetLine) else (told.line,),
    )


def _standing(change: Change, hub: Hub) -> tuple[Pointer, ...]:
    """The files of the hub that the new words name and the old ones did not: that they stand is what backs them."""
    new, old = (" ".join(getattr(one, side) for one in change.mends) for side in ("new", "old"))
    named = sorted(set(_WORD.findall(new)) - set(_WORD.findall(old)))
    beside = change.path.rpartition("/")[0]
    places = ((name, path) for name in named for path in (name, normpath(f"{beside}/{name}")))
    return tuple(Pointer(sha=HUB, path=path, quote=name) for name, path in places if path in hub.paths)


def _check(told: Regression) -> Check:
    """What the hub says elsewhere: the edit's own file doesn't count, so that the draft can't meet it by itself."""
    repair = told.repair
    old = " ".join(repair.old.split()) if repair is not None else ""
    return Check(
        kind="grep",
        target=old,
        direction="absent",
        threshold=0.0,
        baseline=None,
        window_sessions=_WINDOWS.window_sessions,
        window_days=_WINDOWS.window_days,
    )
