"""Redaction over text that people really wrote, where it is at hand beside the project."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from harvest_loop.adapters.redaction import redact

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real specimens are not at hand")


def _texts(folder: str) -> Iterator[tuple[Path, str]]:
    for path in sorted((DATA / folder).rglob("*")):
        if path.is_file():
            yield path.relative_to(DATA), path.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("folder", ["skills", "cards"])
def test_real_skills_and_cards_come_through_unchanged(folder: str) -> None:
    """Several hundred skills, full of commands, placeholders and words such as token, hold no secret at all."""
    changed = [path for path, text in _texts(folder) if redact(text) != text]

    assert not changed


def test_real_transcripts_lose_only_binary_attachments_and_signatures() -> None:
    """Identifiers, paths and hashes of real sessions stay, and a JSON line that changes keeps its quotes."""
    for path, text in _texts("transcripts"):
        for before, after in zip(text.split("\n"), redact(text).split("\n"), strict=True):
            if before != after:
                assert before.count('"') == after.count('"'), path
                assert {"«redacted:random-word»"} == {f"«{part.split('»')[0]}»" for part in after.split("«")[1:]}, path
