"""May a costlier call be made: another vendor's judge, or a costlier model than the role's own (SPEC 8.1)."""

from typing import Literal, get_args

from harvest_loop.schemas.profile import ProfileRead

Capability = Literal["sidecar", "floorup"]
Allowed = Literal["yes", "no", "ask"]

CAPABILITIES: tuple[Capability, ...] = get_args(Capability)
CONSENT_OF: dict[Capability, Literal["sidecar_consent", "floorup_consent"]] = {
    "sidecar": "sidecar_consent",
    "floorup": "floorup_consent",
}
QUESTIONS: dict[Capability, str] = {
    "sidecar": "May a judge of another vendor than the session's agent be called, where one is configured?",
    "floorup": "May a costlier model than the one configured for a role be called, where one is named?",
}
_BROUGHT: dict[Capability, str] = {
    "sidecar": "a judge of another vendor would see what one of the same family overlooks",
    "floorup": "a costlier model would judge what the role's own was unsure of",
}


def capability_allowed(kind: Capability, read: ProfileRead) -> Allowed:
    """Return whether the call may be made; without a profile, or one that can't be read, it is not: the floor.

    `ask` is for somebody who can be asked; where nobody is, it is a no. A no lowers no verdict.
    """
    consent = CONSENT_OF[kind]
    if read.absent or any(problem.startswith(consent) for problem in read.problems):
        return "no"
    said = getattr(read.profile, consent)
    return "yes" if said == "accepted" else "no" if said == "declined" else "ask"


def recommendation(kind: Capability, read: ProfileRead) -> str:
    """Return what is said once where the person declined; empty: they didn't, or muted recommendations."""
    consent = CONSENT_OF[kind]
    if getattr(read.profile, consent) != "declined" or "recommend" in read.profile.muted_nags:
        return ""
    return (
        f"recommended: {_BROUGHT[kind]}; {consent} is declined, `harvest profile set {consent} accepted` changes that"
    )
