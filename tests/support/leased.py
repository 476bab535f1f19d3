"""A hub with our own classes and a stale memory or more, a person's words on it, and what a lease then does."""

from pathlib import Path

import pytest

from harvest_loop.adapters.consent_log import read_log
from harvest_loop.domain.consent.template import template
from harvest_loop.schemas.consent_records import ConsentLine, RunLine
from harvest_loop.schemas.curation import Curated, CurationLine
from harvest_loop.schemas.form import Answer, Form, FormAnswer, LineAnswer
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.tasks.answer_consent import grant, offer_of
from harvest_loop.tasks.count_approvals import count_approvals
from harvest_loop.tasks.curate_hub import curate_unasked
from harvest_loop.tasks.leased_changes import Leases
from harvest_loop.tasks.memory_lines import look_at_memory
from tests.support.curated import NOW, form_of, opened, say_yes
from tests.support.repositories import Repository

ARCHIVE = "memory-archive"
INDEX = "memory/MEMORY.md"
META = "tracks/_meta"
PROFILE = f"{META}/user_adaptation_profile.md"
SETTINGS = HubSettings()


def at(monkeypatch: pytest.MonkeyPatch, moment: str = "2026-03-20T12:00:00Z", zone: str = "UTC") -> None:
    """Let it be this moment, and the person live there."""
    monkeypatch.setenv("HARVEST_NOW", moment)
    monkeypatch.setenv("TZ", zone)


def with_classes(hub: Repository, registry: str | None = None) -> Repository:
    """A hub whose registry holds our own classes, or another one."""
    hub.write("harvest.toml", "")
    hub.write(f"{META}/consent_classes.yaml", template() if registry is None else registry)
    return hub


def stale(hub: Repository, *names: str) -> None:
    """Memories of the hub that are stale, each."""
    for name in names:
        hub.write(f"memory/{name}", "---\ntype: project\nmodified: 2026-01-01\n---\nwords\n")


def stale_lines(hub: Repository) -> tuple[CurationLine, ...]:
    """What memory hygiene asks about now."""
    return look_at_memory(opened(hub), hub.path, now=NOW, zone="UTC").stale


def answer(
    hub: Repository,
    *lines: CurationLine,
    word: Answer = "Y",
    reason: str | None = None,
    channel: str = "terminal",
    run: str = "2026-03-20_abcdef12_forced",
) -> tuple[str, ...]:
    """A person's one answer to a form of these lines, carried out; what is said about their classes."""
    form = form_of(hub, *lines, run=run)
    curated: tuple[Curated, ...] = say_yes(hub, *lines, run=run) if word == "Y" else ()
    said = [
        LineAnswer.model_validate({"hash": line.hash, "answer": word, "reason": reason, "channel": channel})
        for line in lines
    ]
    given = FormAnswer(run=run, lines=tuple(said), answered_at="2026-03-20T09:00:00Z")
    return count_approvals.fn(opened(hub), form, given, curated)


def approve(hub: Repository, times: int = 3) -> None:
    """Approve the archiving of as many stale memories, each by an answer of its own."""
    for number in range(times):
        stale(hub, f"old{number}.md")
        (line,) = (one for one in stale_lines(hub) if one.target == f"memory/old{number}.md")
        answer(hub, line, run=f"2026-03-20_{number:08}_forced")


def granted(hub: Repository) -> Repository:
    """The hub after three approvals and a yes to the offer."""
    approve(with_classes(hub))
    grant(hub.path, SETTINGS, offer_of(hub.path, SETTINGS, ARCHIVE))
    return hub


def form_with_leases(hub: Repository, run: str = "2026-03-21_abcdef12_forced") -> Form:
    """The form of a run that finds what is stale now: what a lease covers is not on it."""
    asked, covered = Leases(opened(hub)).sorted_out(stale_lines(hub))
    form = form_of(hub, *asked, run=run)
    return form.model_copy(update={"leased": tuple(line.fingerprint for line in covered)})


def run_unasked(hub: Repository, form: Form | None = None) -> tuple[Curated, ...]:
    """What a run does without asking."""
    from harvest_loop.schemas.curation import Curation

    return curate_unasked.fn(opened(hub), form or form_with_leases(hub), Curation(), now=NOW)


def outcomes(hub: Repository) -> tuple[ConsentLine, ...]:
    """The outcome log."""
    return read_log(hub.path, SETTINGS).outcomes


def events(hub: Repository) -> list[str]:
    """What the outcome log tells of, in its order."""
    return [line.event for line in outcomes(hub)]


def runs(hub: Repository) -> tuple[RunLine, ...]:
    """The runs log."""
    return read_log(hub.path, SETTINGS).runs


def profile(hub: Repository) -> str:
    """The profile as it stands."""
    return (hub.path / PROFILE).read_text(encoding="utf-8")


def archived(hub: Repository, name: str) -> bool:
    """Whether a memory was moved into the archive."""
    place: Path = hub.path / "memory" / ".archive" / name
    return place.exists() and not (hub.path / "memory" / name).exists()
