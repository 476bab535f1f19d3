"""The run's verdict from what happened, and back from its line (SPEC 6)."""

import re
from collections.abc import Sequence

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.records import VerdictLine

_LINE = re.compile(r"Verdict: (PASS|CONDITIONAL_PASS|FAIL|ESCALATE)(?: — (\S.*))?\Z")
_EXIT = {"PASS": 0, "CONDITIONAL_PASS": 0, "FAIL": 1, "ESCALATE": 3}
_ORDER = ("FAIL", "ESCALATE", "CONDITIONAL_PASS", "PASS")


def decide_verdict(
    *,
    critic_fails: Sequence[str] = (),
    drift: Sequence[str] = (),
    escalations: Sequence[str] = (),
    roles_not_run: Sequence[str] = (),
    failed_axes: Sequence[str] = (),
    held: Sequence[str] = (),
    waiting: int = 0,
    skipped: Sequence[str] = (),
    not_built: Sequence[str] = (),
) -> VerdictLine:
    """Return the gravest verdict that any fact asks for; every fact is named, the gravest first.

    `critic_fails`, `drift` and `held` are titles, `escalations` whole reasons, `skipped` and `not_built` steps.
    """
    critic_missing = "critic" in {role.casefold() for role in roles_not_run}
    others = [role for role in roles_not_run if role.casefold() != "critic"]
    return join_verdicts(
        _line("FAIL", _counted("failed the Critic twice", critic_fails), _listed("drift detected", drift)),
        _line("ESCALATE", *map(_reason, escalations), "critic not run" if critic_missing else ""),
        _line(
            "CONDITIONAL_PASS",
            _waiting(waiting),
            _counted("held", held),
            _listed("failed axis", failed_axes),
            _listed("role not run", others),
            _listed("skipped", skipped),
            _listed("not measured", not_built),
        ),
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


def _listed(what: str, names: Sequence[str]) -> str:
    return f"{what}: {_named(names)}" if names else ""


def _named(names: Sequence[str]) -> str:
    return ", ".join(_reason(name, limit=60) for name in names)
