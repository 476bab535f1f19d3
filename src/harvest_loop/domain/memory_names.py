"""The names by which `[[name]]` can mean a memory: that of its file, or that of its frontmatter (SPEC 4.4)."""

from collections.abc import Iterator

from harvest_loop.schemas.hub import Memory


def memory_names(memory: Memory) -> Iterator[str]:
    """Yield every name, those of archived memories too."""
    for name in memory.files:
        yield name.removesuffix(".md").rpartition("/")[2]
    yield from (page.name for page in memory.pages if page.name)
