"""What a person says of a class when they are offered to stop being asked: grant, decline, revoke (SPEC 8.4)."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from harvest_loop.adapters.consent_log import append_outcome
from harvest_loop.adapters.ephemeral import is_ephemeral
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.profile_file import EPHEMERAL
from harvest_loop.adapters.yaml_splice import Value
from harvest_loop.domain.consent.leases import in_force, states_of
from harvest_loop.domain.consent.offers import offer_for, offer_text
from harvest_loop.errors import ConflictError, UsageError
from harvest_loop.schemas.consent import BROKEN, ConsentClass
from harvest_loop.schemas.consent_records import ConsentChannel, ConsentEvent, ConsentLine, Offer
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.consent_state import KEY, ConsentState, Moment, set_standing, settled
from harvest_loop.tasks.read_profile import read_profile


class ShownOffer(NamedTuple):
    """An offer as a person reads it, and what of it must still be so when they answer."""

    offer: Offer
    scope: ConsentClass
    lines: tuple[str, ...]
    language: str | None


def offers(root: Path, settings: HubSettings, *, asked: bool = False) -> tuple[ShownOffer, ...]:
    """Return every class with its offer, or why it is not offered; `asked`: the person asks for it.

    Raises: HubError or ConflictError when the hub can't be read or written.
    """
    return tuple(_shown(root, settings, settled(root, settings), asked=asked))


def offer_of(root: Path, settings: HubSettings, name: str) -> ShownOffer:
    """Return the offer of one class, which the person asks for.

    Raises: UsageError when the registry has no such class, HubError when the hub can't be read.
    """
    found = {one.scope.name: one for one in offers(root, settings, asked=True)}
    if name.strip() not in found:
        known = ", ".join(sorted(found)) or "none"
        raise UsageError(f"the registry has no class '{name}'", remedy=f"its classes: {known}; `harvest consent list`")
    return found[name.strip()]


def note_offered(root: Path, settings: HubSettings, shown: ShownOffer) -> bool:
    """Write down that a class is offered now; False: it may not be any more, another close was quicker.

    Raises: as offers.
    """
    with locked(root):
        now = next((one for one in offers(root, settings) if one.scope.name == shown.scope.name), None)
        if now is None or not now.offer.is_due or now.offer.version != shown.offer.version:
            return False
        _append(root, settings, shown.scope, shown.offer.version, "offered", "terminal", settled(root, settings).moment)
        return True


def grant(root: Path, settings: HubSettings, shown: ShownOffer, *, channel: ConsentChannel = "terminal") -> str:
    """Write the lease that was shown, with the five fields of its scope, and return its last day.

    Raises: UsageError when the class may not be leased, ConflictError when it is another by now than was shown.
    """
    need_lasting()
    with locked(root):
        state = settled(root, settings)
        now = offer_of(root, settings, shown.scope.name)
        if not now.offer.is_due:
            raise UsageError(f"'{shown.scope.name}' can't be granted: {now.offer.why_not}")
        if now.offer.version != shown.offer.version or now.lines != shown.lines:
            raise ConflictError("the offer is another by now than was shown", remedy="look at it again")
        scope, day = now.scope, state.moment.day
        until = (day + timedelta(days=scope.lease_days)).isoformat()
        told: dict[str, Value] = {
            "granted": day.isoformat(),
            "expires": until,
            "owner": scope.owner,
            "mode": scope.mode,
            "target": scope.target,
            "effects": scope.capabilities,
            "sinks": scope.sinks,
        }
        dates = ", ".join(one.day for one in now.offer.approvals)
        ground = f"{day} {KEY}/{scope.name}: granted until {until}. Approved 3 times in a row: {dates}."
        set_standing(root, settings, state, scope.name, told, ground=ground)
        _append(
            root, settings, scope, now.offer.version, "granted", channel, state.moment, granted=str(day), expires=until
        )
    return until


def decline(root: Path, settings: HubSettings, name: str, *, channel: ConsentChannel = "terminal") -> None:
    """Write that a class is not to be leased as it is now: this version of it is not offered again.

    Raises: UsageError when the registry has no such class, HubError or ConflictError when nothing could be written.
    """
    need_lasting()
    with locked(root):
        state, shown = settled(root, settings), offer_of(root, settings, name)
        ground = f"{state.moment.day} {KEY}/{shown.scope.name}: declined."
        set_standing(root, settings, state, shown.scope.name, "declined", ground=ground)
        _append(root, settings, shown.scope, shown.offer.version, "declined", channel, state.moment)


def revoke(root: Path, settings: HubSettings, name: str, *, channel: ConsentChannel = "attested") -> bool:
    """End a class's lease at once, also where the registry knows it no more; False: there was none.

    Raises: HubError or ConflictError when the profile can't be written.
    """
    need_lasting()
    name = name.strip()
    with locked(root):
        state = settled(root, settings)
        held = in_force(state.log.outcomes, name)
        if states_of(state.profile).get(name, "unset") in ("unset", "revoked") and held is None:
            return False
        day = state.moment.day
        set_standing(root, settings, state, name, "unset", ground=f"{day} {KEY}/{name}: unset. Revoked.")
        scope = state.named(name)
        before = held or ConsentLine(at=state.moment.at, name=name, event="revoked")
        if held is None and scope is not None:
            before = _line(scope, "", "revoked", channel, state.moment)
        said = {"event": "revoked", "channel": channel, "at": state.moment.at, "day": str(day), "did": ""}
        append_outcome(root, settings, before.model_copy(update=said))
    return True


def need_lasting() -> None:
    """Raise: UsageError on a machine that is gone after its work, where nothing is written."""
    if is_ephemeral():
        raise UsageError(f"nothing is kept here: {EPHEMERAL}")


def _shown(root: Path, settings: HubSettings, state: ConsentState, *, asked: bool) -> Iterator[ShownOffer]:
    states, checked = states_of(state.profile), state.check()
    broken = f"consent is broken: {checked.findings[0].rule} {checked.findings[0].place}" if checked.findings else ""
    language = read_profile(root, settings).profile.preferred_language
    for scope in state.classes:
        offer = offer_for(
            scope,
            state.log,
            state=states.get(scope.name, "unset"),
            asked=asked,
            broken=broken if checked.code == BROKEN else "",
        )
        text = offer_text(scope, offer.approvals, language=language, today=state.moment.day)
        yield ShownOffer(offer, scope, tuple(text), language)


def _append(
    root: Path,
    settings: HubSettings,
    scope: ConsentClass,
    version: str,
    event: ConsentEvent,
    channel: ConsentChannel,
    moment: Moment,
    *,
    granted: str = "",
    expires: str = "",
) -> None:
    line = _line(scope, version, event, channel, moment)
    append_outcome(root, settings, line.model_copy(update={"granted": granted, "expires": expires}))


def _line(
    scope: ConsentClass, version: str, event: ConsentEvent, channel: ConsentChannel, moment: Moment
) -> ConsentLine:
    return ConsentLine(
        at=moment.at,
        day=str(moment.day),
        name=scope.name,
        event=event,
        channel=channel,
        version=version,
        owner=scope.owner,
        mode=scope.mode,
        target=scope.target,
        effects=scope.capabilities,
        sinks=scope.sinks,
    )
