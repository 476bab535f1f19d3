"""The run's verdict from what happened, and back from its line (SPEC 6)."""

import re
from collections.abc import Iterator, Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.patterns import HeldPattern
from harvest_loop.schemas.records import VerdictLine

_ENDED = "no longer stands: "
_LINE = re.compile(r"Verdict: (PASS|CONDITIONAL_PASS|FAIL|ESCALATE)(?: — (\S.*))?\Z")
_EXIT = {"PASS": 0, "CONDITIONAL_PASS": 0, "FAIL": 1, "ESCALATE": 3}
_ORDER = ("FAIL", "ESCALATE", "CONDITIONAL_PASS", "PASS")


def decide_verdict(
    *,
    critic_fails: Sequence[str] = (),
    taken_out: Sequence[str] = (),
    drift: Sequence[str] = (),
    escalations: Sequence[str] = (),
    roles_not_run: Sequence[str] = (),
    failed_axes: Sequence[str] = (),
    regressed: Sequence[str] = (),
    held: Sequence[str] = (),
    redesign: Sequence[str] = (),
    elsewhere: Sequence[HeldPattern] = (),
    over_limit: int = 0,
    unread: Sequence[str] = (),
    waiting: int = 0,
    skipped: Sequence[str] = (),
    reverts: Sequence[str] = (),
    unmeasured: Sequence[str] = (),
    left_alone: Sequence[str] = (),
) -> VerdictLine:
    """Return the gravest verdict that any fact asks for; every fact is named, the gravest first.

    `critic_fails`, `taken_out`, `drift`, `held` and `redesign` are titles, `escalations` whole reasons, `skipped`
    steps, `reverts`, `unmeasured` and `left_alone` ids of edits.
    Of `elsewhere` those count that a branch holds: what is on none may never come back.
    """
    others = [role for role in roles_not_run if role.casefold() != "critic"]
    critic = "critic not run" if len(others) < len(roles_not_run) else ""
    on_hold = (_waiting(waiting), _counted("held", held), _counted("to be redesigned", redesign))
    over = f"{over_limit} held over the limit of patterns" if over_limit else ""
    return join_verdicts(
        _line("FAIL", _counted("failed the Critic twice", critic_fails)),
        _line("FAIL", _counted("taken out by harness-doctor", taken_out), _listed("drift detected", drift)),
        _line("ESCALATE", *map(_reason, escalations), critic),
        _line("CONDITIONAL_PASS", _regressed(regressed)),
        _line("CONDITIONAL_PASS", *on_hold, *_of_edits(reverts, unmeasured, left_alone)),
        _line("CONDITIONAL_PASS", *_on_branches(elsewhere), over),
        _line("CONDITIONAL_PASS", *_not_looked_at(unread, failed_axes, others, skipped)),
    )


def join_verdicts(*lines: VerdictLine) -> VerdictLine:
    """Return one verdict for several: the gravest word, with the reasons of all, the gravest first."""
    ordered = sorted(lines, key=lambda line: _ORDER.index(line.word))
    reasons = tuple(dict.fromkeys(reason for line in ordered for reason in line.reasons))
    return VerdictLine(word=ordered[0].word if ordered else "PASS", reasons=reasons)


def read_verdict(text: str) -> VerdictLine:
    """Return the verdict on the text's last line; missing or malformed is ESCALATE (SPEC 6)."""
    last = text.rstrip("\r\n").replace("\r\n", "\n").rsplit("\n", 1)[-1]
    found = _LINE.match(last)
    if found is None or (found[1] == "PASS") != (found[2] is None):
        return VerdictLine(word="ESCALATE", reasons=("the verdict line is missing or malformed",))
    reasons = tuple(found[2].split("; ")) if found[2] else ()
    return VerdictLine.model_validate({"word": found[1], "reasons": reasons})


def exit_code(verdict: VerdictLine) -> int:
    """Return the exit code: 0 PASS and CONDITIONAL_PASS, 1 FAIL, 3 ESCALATE."""
    return _EXIT[verdict.word]


def _line(word: str, *reasons: str) -> VerdictLine:
    """The verdict that these reasons ask for; without any it is a PASS."""
    given = tuple(reason for reason in reasons if reason)
    return VerdictLine.model_validate({"word": word if given else "PASS", "reasons": given})


def _waiting(count: int) -> str:
    return "" if count == 0 else "1 proposal waits" if count == 1 else f"{count} proposals wait"


def _reason(text: str, *, limit: int | None = None) -> str:
    """One line without the mark that separates reasons."""
    return one_line(text, limit=limit).replace("; ", ", ").rstrip(";")


def _counted(what: str, names: Sequence[str]) -> str:
    return f"{len(names)} {what} ({_named(names)})" if names else ""


def is_of_regressions(reason: str) -> bool:
    """Whether a verdict's reason names what no longer stands."""
    return reason.startswith(_ENDED)


def _regressed(names: Sequence[str]) -> str:
    """What no longer stands: each name ends with the line's number, so that it is shown whole."""
    return f"{_ENDED}{', '.join(map(_reason, names))}" if names else ""


def _of_edits(reverts: Sequence[str], unmeasured: Sequence[str], left_alone: Sequence[str]) -> Iterator[str]:
    """What verifying the manifest left for a person."""
    yield _counted("reverts proposed" if len(reverts) > 1 else "revert proposed", reverts)
    yield _counted("due predictions unknown" if len(unmeasured) > 1 else "due prediction unknown", unmeasured)
    yield _counted("edits left alone" if len(left_alone) > 1 else "edit left alone", left_alone)


def _not_looked_at(
    unread: Sequence[str],
    failed_axes: Sequence[str],
    roles: Sequence[str],
    skipped: Sequence[str],
) -> Iterator[str]:
    """What was not read, did not stand, or did not run."""
    yield _listed("not read", unread)
    yield _listed("failed axis", failed_axes)
    yield _listed("role not run", roles)
    yield _listed("skipped", skipped)


def _on_branches(elsewhere: Sequence[HeldPattern]) -> Iterator[str]:
    titles: dict[str, list[str]] = {}
    for held in elsewhere:
        if held.branch is not None:
            titles.setdefault(held.branch, []).append(held.pattern.title)
    for branch, names in sorted(titles.items()):
        yield _counted(f"held: on branch {_reason(branch, limit=60)}, not checked out", names)


def _listed(what: str, names: Sequence[str]) -> str:
    return f"{what}: {_named(names)}" if names else ""


def _named(names: Sequence[str]) -> str:
    return ", ".join(_reason(name, limit=60) for name in names)
