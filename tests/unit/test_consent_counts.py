"""A form's answers as entries for classes: whose word counts, and what an offer will quote (SPEC 8.4)."""

import pytest

from harvest_loop.domain.consent.actions import action_of_line
from harvest_loop.domain.consent.class_counts import class_of_prompt, consent_note, entries_for, wider_note
from harvest_loop.domain.consent.scopes import class_version
from harvest_loop.domain.consent.template import INDEX_ADD, MEMORY_ARCHIVE, OWN_CLASSES
from harvest_loop.schemas.consent import ConsentClass, Grant
from harvest_loop.schemas.consent_records import ConsentLine
from harvest_loop.schemas.curation import CurationLine, Move
from harvest_loop.schemas.form import LineAnswer
from tests.support.consent_lines import approved

CLASSES = tuple(OWN_CLASSES)
GRANT = Grant("memory-archive", "2026-03-01", "2026-03-31", "harvest-loop", "archive", "memory/", ("local-write",), ())


def archiving(name: str, *, to: str = "memory/.archive/") -> CurationLine:
    """A memory that would be moved into the archive."""
    move = Move(path=f"memory/{name}", to=f"{to}{name}", base_sha256="0" * 64)
    return CurationLine(
        hash=f"hash of {name}",
        kind="archiving",
        title=f"{name} is stale",
        target=f"memory/{name}",
        shown=f"memory/{name} → {to}",
        fingerprint=f"print of {name}",
        moves=(move,),
    )


def entries(
    *words: tuple[str, str, str | None], channels: tuple[str, ...] = (), classes: tuple[ConsentClass, ...] = CLASSES
) -> tuple[ConsentLine, ...]:
    """The entries of one answer: a line's name, the word on it, a reason; each by a terminal unless said otherwise."""
    answered = []
    for at, (name, word, reason) in enumerate(words):
        line, channel = archiving(name), channels[at] if channels else "terminal"
        said = {"hash": line.hash, "answer": word, "reason": reason, "channel": channel}
        answered.append((line, action_of_line(line), LineAnswer.model_validate(said)))
    written = {f"hash of {name}" for name, word, _ in words if word == "Y" and name != "failed.md"}
    return entries_for(answered, classes, written=written, session="s1", gesture="g1")


def test_an_approval_is_kept_with_all_that_it_was_about() -> None:
    """
    Class, version, fingerprint, session, arguments, gesture, and the words of every line, however many there were.
    """
    names = [f"m{number}.md" for number in range(5)]
    (entry,) = entries(*((name, "Y", None) for name in names))

    assert "; ".join(f"archiving → memory/{name}: {name} is stale" for name in names) == entry.did
    assert ("memory-archive", "accepted", "terminal", "") == (entry.name, entry.event, entry.channel, entry.at)
    assert ("harvest-loop", "archive", "memory/m0.md") == (entry.owner, entry.mode, entry.target)
    assert (("local-write",), ()) == (entry.effects, entry.sinks)
    assert ("s1", "print of m0.md", "g1", class_version(MEMORY_ARCHIVE)) == (
        entry.session,
        entry.arguments,
        entry.gesture,
        entry.version,
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([("a.md", "none", None)], []),
        ([("a.md", "N", None)], []),
        ([("a.md", "N", "  ")], []),
        ([("a.md", "N", "I read it")], ["rejected"]),
        ([("failed.md", "Y", None)], []),
        ([("a.md", "Y", None), ("b.md", "none", None)], ["accepted"]),
        ([("a.md", "Y", None), ("b.md", "N", "I read it")], ["rejected"]),
    ],
)
def test_only_a_yes_that_was_carried_out_and_a_no_with_its_reason_are_entries(
    words: list[tuple[str, str, str | None]], expected: list[str]
) -> None:
    """
    What was left unread is no no, and one no among the yeses of a class is what counts.
    """
    assert expected == [entry.event for entry in entries(*words)]


@pytest.mark.parametrize(
    ("channels", "channel", "quoted"),
    [
        (("terminal", "terminal"), "terminal", "both"),
        (("ui", "ui"), "ui", "both"),
        (("file", "file"), "attested", "both"),
        (("none", "none"), "attested", "both"),
        (("file", "ui"), "ui", "b.md"),
        (("terminal", "file"), "terminal", "a.md"),
    ],
)
@pytest.mark.parametrize("word", ["Y", "N"])
def test_what_a_file_says_beside_a_person_neither_counts_nor_hides_their_word(
    channels: tuple[str, str], channel: str, quoted: str, word: str
) -> None:
    """
    A person's own words are the entry, a no too, and are quoted alone; without any, it is attested.
    """
    (entry,) = entries(("a.md", word, "so"), ("b.md", word, "so"), channels=channels)

    assert channel == entry.channel
    assert [quoted in ("both", name) for name in ("a.md", "b.md")] == [name in entry.did for name in ("a.md", "b.md")]


def test_a_no_quotes_what_was_refused_and_nothing_else() -> None:
    """
    The yeses beside it were no refusals; and what was made without this answer's yes is no approval.
    """
    (entry,) = entries(("a.md", "Y", None), ("b.md", "N", "I read it"), ("c.md", "N", "that too"))
    line = archiving("a.md")
    answered = [(line, action_of_line(line), LineAnswer(hash=line.hash, answer="none", channel="ui"))]

    assert "archiving → memory/b.md: b.md is stale; archiving → memory/c.md: c.md is stale" == entry.did
    assert () == entries_for(answered, CLASSES, written={line.hash}, session="s", gesture="g")


def test_what_an_action_reaches_is_kept() -> None:
    """
    Its sinks are part of the fingerprint that was approved.
    """
    line = archiving("a.md")
    action = action_of_line(line)._replace(sinks=("a page",))
    answered = [(line, action, LineAnswer(hash=line.hash, answer="Y", channel="ui"))]
    classes = [MEMORY_ARCHIVE._replace(sinks=("a page", "a list"))]
    (entry,) = entries_for(answered, classes, written={line.hash}, session="s", gesture="g")

    assert ("a page",) == entry.sinks


def test_each_class_has_an_entry_of_its_own() -> None:
    """
    One answer about two classes is one entry for each, in an order that is always the same.
    """
    split = (MEMORY_ARCHIVE._replace(target="memory/x/"), MEMORY_ARCHIVE._replace(name="a-second", target="memory/y/"))
    answered = []
    for name in ("x/1.md", "y/2.md"):
        line = archiving(name, to=f"memory/{name[0]}/.archive/")
        line = line.model_copy(update={"moves": (line.moves[0].model_copy(update={"to": f"memory/{name}.old"}),)})
        answered.append((line, action_of_line(line), LineAnswer(hash=line.hash, answer="Y", channel="ui")))
    found = entries_for(answered, split, written={one[0].hash for one in answered}, session="s", gesture="g")

    assert ["a-second", "memory-archive"] == [entry.name for entry in found]
    assert ["memory/y/2.md", "memory/x/1.md"] == [entry.target for entry in found]


def test_a_prompt_says_its_count_and_one_that_counts_for_nothing_says_nothing() -> None:
    """
    The line names its class and how often it was approved; a proposal, or what no class holds, names none.
    """
    scope, line = CLASSES[0], archiving("a.md")
    lines = approved(2, scope=scope)

    assert "memory-archive, approved 2/3 in a row" in consent_note(CLASSES, lines, action_of_line(line))
    for action in (
        action_of_line(line)._replace(kind="proposal"),
        action_of_line(line)._replace(targets=("notes/a.md",)),
    ):
        assert class_of_prompt(CLASSES, action) is None
        assert "" == consent_note(CLASSES, lines, action)
    assert () == entries(("a.md", "Y", None), classes=(INDEX_ADD,))


def test_what_is_beside_a_grant_is_asked_with_what_is_wider() -> None:
    """
    A person who gave a lease for this owner and mode reads why they are asked all the same.
    """
    action = action_of_line(archiving("a.md", to="notes/"))

    assert "wider than the grant of memory-archive (target: notes/a.md, granted was memory/)" == wider_note(
        [GRANT._replace(mode="stamp"), GRANT._replace(owner="other"), GRANT], action
    )
    assert (
        "wider than the grant of memory-archive (target: notes/a.md, granted was memory/; sinks: x, granted were none)"
        == (wider_note([GRANT], action._replace(sinks=("x",))))
    )
    assert "" == wider_note([GRANT], action_of_line(archiving("a.md")))
    assert "" == wider_note([GRANT._replace(mode="stamp"), GRANT._replace(owner="other")], action)
    assert "" == wider_note([GRANT], action._replace(kind="proposal"))
