"""The profile as a person reads it in a terminal (SPEC 8.1)."""

from collections.abc import Iterator, Mapping

from harvest_loop.domain.quoting import one_line
from harvest_loop.schemas.profile import DECLINES, Profile, ProfileRead, SkillOutcomes

_BESIDE = {"skills", "muted_nags", "declined_nags", "friction", "counted"}
_SIGNALS_SHOWN = 5


def profile_lines(read: ProfileRead) -> tuple[str, ...]:
    """Return what is settled, muted, counted, and not proposed any more."""
    lines = [f"no profile to go by: {read.absent}"] if read.absent else []
    lines += list(_lines(read.profile))
    lines += [f"says nothing: {one_line(problem)}" for problem in read.problems if problem != read.absent]
    return tuple(lines)


def outcome_lines(found: Mapping[str, SkillOutcomes], read: ProfileRead) -> tuple[str, ...]:
    """Return a line for each skill, and for one that isn't proposed how to lift that."""
    lines = [f"no profile to go by: {read.absent}"] if read.absent else []
    lines += [line for name, one in found.items() for line in outcome_of(name, one)]
    lines += [f"says nothing: {one_line(problem)}" for problem in read.problems if problem != read.absent]
    return tuple(lines or ["No outcome is counted yet."])


def outcome_of(name: str, one: SkillOutcomes) -> Iterator[str]:
    """Yield what became of the proposals about one skill."""
    counts = f"accepted {one.accepted}, modified {one.modified}, rejected {one.rejected}, sustained {one.sustained}"
    yield one_line(f"{name}: {counts}")
    if one.is_suppressed:
        since = f"refused {one.refused_since} times since it was last taken"
        yield one_line(f"  not proposed any more: {since}; `harvest profile allow {name}` lifts that")


def _lines(profile: Profile) -> Iterator[str]:
    settled = profile.model_dump(mode="json", exclude=_BESIDE)
    for key, value in settled.items():
        yield one_line(f"{key}: {'unset' if value is None else value}")
    yield f"muted: {', '.join(profile.muted_nags) or 'nothing'}"
    for nag, count in sorted(profile.declined_nags.items()):
        if count and nag not in profile.muted_nags:
            yield f"declined in a row: {nag} {count} of {DECLINES}"
    yield one_line(f"not proposed any more: {', '.join(profile.suppressed) or 'no skill'}")
    newest = sorted(profile.friction.items(), reverse=True)[:_SIGNALS_SHOWN]
    if newest:
        told = ", ".join(f"{name} {count}" for name, count in newest)
        more = len(profile.friction) - len(newest)
        yield one_line(f"friction points: {told}{f' and {more} more signals' if more else ''}")
