"""What an answer changes in the profile: a question muted or heard again, a skill let back in (SPEC 8.1)."""

from collections.abc import Mapping

from harvest_loop.schemas.profile import DECLINES, Nag, Profile

Change = Mapping[tuple[str, ...], int | tuple[str, ...]]


def allowed_again(profile: Profile, skill: str) -> Change:
    """Return what lets a skill be proposed again: those since it was last taken start anew, all stay counted."""
    outcomes = profile.skills.get(skill)
    return {} if outcomes is None else {("skills", skill, "rejected_since_accepted"): 0}


def muted(profile: Profile, nag: Nag) -> Change:
    """Return what mutes a question."""
    return {} if nag in profile.muted_nags else {("muted_nags",): (*profile.muted_nags, nag)}


def unmuted(profile: Profile, nag: Nag) -> Change:
    """Return what makes a question heard again, as if it had never been declined."""
    left = tuple(one for one in profile.muted_nags if one != nag)
    heard: Change = {("muted_nags",): left} if nag in profile.muted_nags else {}
    return {**heard, **taken_up(profile, nag)}


def declined_once(profile: Profile, nag: Nag) -> Change:
    """Return what one more decline changes: a count, and from the third in a row on the question is muted."""
    count = profile.declined_nags.get(nag, 0) + 1
    return {("declined_nags", nag): count, **(muted(profile, nag) if count >= DECLINES else {})}


def taken_up(profile: Profile, nag: Nag) -> Change:
    """Return what a yes changes: the declines before it are no row any more."""
    return {("declined_nags", nag): 0} if profile.declined_nags.get(nag) else {}
