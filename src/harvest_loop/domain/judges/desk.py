"""Who judges which role in a run: by the settings, and by what the person consented to (SPEC 5, 8.1)."""

import ipaddress
from collections.abc import Iterator
from typing import cast
from urllib.parse import urlsplit

from harvest_loop.domain.capabilities import capability_allowed
from harvest_loop.domain.judges.budget import DAY, ceiling, scaled
from harvest_loop.domain.judges.role_pages import ROLES
from harvest_loop.schemas.judge_settings import JudgeSettings, parts_of
from harvest_loop.schemas.judging import BackEnd, ChosenJudge, JudgeDesk, Role, Spent
from harvest_loop.schemas.profile import ProfileRead

LOCAL = "local"
_VENDORS = {"anthropic": "anthropic", "claude": "anthropic", "openai": "openai", "codex": "openai"}
_AGENTS = {"claude-code": "anthropic", "codex": "openai"}
_WITH_SECOND: tuple[Role, ...] = ("critic", "second validator")
_NO_AGENT = "manual"


def seat_judges(settings: JudgeSettings, read: ProfileRead, session: str, *, run: str) -> JudgeDesk:
    """Return who judges in a run of this session besides the floor, and within what; all offline is the empty desk."""
    seats = tuple((role, _seated(settings, role, read, session)) for role in ROLES)
    if all(judge.back_end == "offline" for _, judge in seats):
        return JudgeDesk()
    most = ceiling(ceiling_of(settings), read.profile.preferred_depth)
    return JudgeDesk(run=run, session=session, judges=seats, run_ceiling=most, day_ceiling=scaled(most, DAY))


def ceiling_of(settings: JudgeSettings) -> Spent:
    """Return what a run of middling depth may take."""
    return Spent(
        requests=settings.requests, tokens_in=settings.tokens_in, tokens_out=settings.tokens_out, usd=settings.usd
    )


def chosen_judge(name: str, settings: JudgeSettings) -> ChosenJudge:
    """Return the judge of that name, with who gets what is sent to it."""
    back_end, model = parts_of(name or "offline")
    kind = cast("BackEnd", back_end)
    return ChosenJudge(back_end=kind, model=model, vendor=_vendor(kind, url_of(kind, settings)))


def url_of(back_end: BackEnd, settings: JudgeSettings) -> str:
    """Return the address that the settings name for a back end; empty: its own."""
    return {"anthropic": settings.anthropic_url, "openai": settings.openai_url}.get(back_end, "")


def needs_consent(judge: ChosenJudge, session: str) -> bool:
    """Return whether what a session did would go to another vendor than its agent's; unknown is another."""
    agent = session.partition(":")[0]
    if judge.back_end == "offline" or judge.vendor == LOCAL or agent == _NO_AGENT:
        return False
    return judge.vendor != _AGENTS.get(agent)


def consents_needed(settings: JudgeSettings, session: str) -> bool:
    """Return whether any role's judge is of another vendor than the session's agent."""
    return any(needs_consent(judge, session) for role in ROLES for judge in _candidates(settings, role))


def _seated(settings: JudgeSettings, role: Role, read: ProfileRead, session: str) -> ChosenJudge:
    """The first judge that may be called; where none may, the first with the reason."""
    found = tuple(_candidates(settings, role))
    allowed = capability_allowed("sidecar", read) == "yes"
    for judge in found:
        if judge.back_end == "offline":
            return judge
        if allowed or not needs_consent(judge, session):
            return _within_reach(judge, settings)
    return found[0].model_copy(
        update={"floor": f"{found[0].vendor} is another vendor than the session's agent; {_why(read)}"}
    )


def _why(read: ProfileRead) -> str:
    """A no is a choice, and nobody is asked for another; whoever said nothing is told how to say it."""
    if read.profile.sidecar_consent == "declined":
        return "sidecar_consent is declined"
    return "sidecar_consent is not given: harvest profile set sidecar_consent accepted"


def recommending(desk: JudgeDesk, text: str) -> JudgeDesk:
    """Return the desk with what a declined consent would bring, said at the first judge that is not called for it."""
    first = next((role for role, judge in desk.judges if judge.floor), None)
    judges = tuple(
        (role, judge.model_copy(update={"floor": f"{judge.floor}; {text}"}) if role == first else judge)
        for role, judge in desk.judges
    )
    return desk.model_copy(update={"judges": judges})


def _candidates(settings: JudgeSettings, role: Role) -> Iterator[ChosenJudge]:
    own = str(getattr(settings, role.replace(" ", "_")))
    if own:
        yield chosen_judge(own, settings)
        return
    if settings.second and role in _WITH_SECOND:
        yield chosen_judge(settings.second, settings)
    yield chosen_judge(settings.backend, settings)


def _within_reach(judge: ChosenJudge, settings: JudgeSettings) -> ChosenJudge:
    if settings.local_only and judge.back_end != "scripted":
        return judge.model_copy(update={"refused": "local-only refuses every call"})
    return judge


def _vendor(back_end: BackEnd, url: str) -> str:
    if not url:
        return _VENDORS.get(back_end, LOCAL)
    host = urlsplit(url).hostname or ""
    return LOCAL if _is_here(host) else host


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
