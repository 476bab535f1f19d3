"""What a person's answers of earlier sessions say about skills, on its way into contention (SPEC 8.5)."""

from pathlib import Path

from harvest_loop.adapters.yaml_files import read_manifest
from harvest_loop.domain.answers_over_sessions import collide_answers
from harvest_loop.schemas.judgement import Collision
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("2 answers over sessions")
def weigh_answers(opened: OpenedHub) -> tuple[Collision, ...]:
    """Return a collision for each skill whose proposals were refused in a large share, over two sessions or more.

    Raises: ManifestError when the manifest doesn't parse.
    """
    entries = read_manifest(Path(opened.hub.root), opened.settings)
    return collide_answers(entries, opened.tombstones, opened.hub)
