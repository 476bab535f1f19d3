"""Where a hub's files are by default, and what a configured place may be (SPEC 2)."""

META = "tracks/_meta"
REGISTRY = "consent_classes.yaml"
PROFILE = "user_adaptation_profile.md"


def inside(place: str) -> str:
    """Return the place; one that could lead out of the hub is refused: others may have written the configuration.

    Raises: ValueError
    """
    parts = place.replace("\\", "/").split("/")
    if parts[0] in ("", "~") or ".." in parts or ":" in parts[0] or "\0" in place or not place.strip("./"):
        raise ValueError("must be a place inside of the hub, relative to its root")
    return place
