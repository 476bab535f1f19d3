"""Which new words are told as drift of the hub's, and which are none of its business (SPEC 4.6b)."""

import itertools
import random
from collections.abc import Iterator

import pytest

from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.new_uses import ChangedDocument, SpokenText
from harvest_loop.domain.drift.page import drift_measured, drift_page, drift_unmeasured
from harvest_loop.domain.drift.vocabulary import Document, document_of
from harvest_loop.domain.drift.watch import Session, drift_of, find_drift
from harvest_loop.domain.vocabulary import listed
from harvest_loop.schemas.drift import DriftWarning
from tests.support.hubs import make_asset, make_skill

GLOSSARY = """# Glossary

| Term | Definition |
|---|---|
| wave | Two or more new files that one session brings before it commits |
| open ledger | The list of findings that nobody has settled yet |
| sieve | The rule that decides which findings enter the ledger |
"""
SKILL = make_skill(
    "field-harvest",
    "Collect first.\n\nA *beacon* means the line by which a skill tells that it is done.",
    description="Collect the patterns of a session from its commits and its transcript",
)
RULES = make_asset("CLAUDE.md", "# Rules\n\nSettle the open ledger before a wave.\n", "CLAUDE.md")
HUB = (
    document_of(SKILL),
    document_of(RULES),
    document_of(make_asset("knowledge/GLOSSARY.md", GLOSSARY, "template")),
)


def said_in(text: str, path: str = "rules/new.md") -> Session:
    """A session that adds a page."""
    return Session((ChangedDocument(Document(path, f"# New page\n\n{text}\n"), None),))


def kinds(session: Session) -> list[tuple[str, str]]:
    return [(one.kind, one.term) for one in find_drift(Baseline(HUB), session)]


def only(session: Session) -> DriftWarning:
    (warning,) = find_drift(Baseline(HUB), session)
    return warning


@pytest.mark.parametrize(
    "sentence",
    [
        "A **wave** is a signal that the server sends when its queue overflows.",
        "`wave` means a signal that the server sends when its queue overflows.",
        "- **Wave**: a signal that the server sends when its queue overflows.",
        "By wave we mean a signal that the server sends when its queue overflows.",
        "| Term | Meaning |\n|---|---|\n| waves | a signal that the server sends when its queue overflows |",
    ],
)
def test_a_new_sentence_with_another_meaning_quotes_both_sides(sentence: str) -> None:
    """
    The reader gets the hub's line and the new one, each to be opened.
    """
    warning = only(said_in(sentence))

    assert ("another definition", "wave") == (warning.kind, warning.term)
    assert "knowledge/GLOSSARY.md:5" == str(warning.baseline)
    assert "Two or more new files" in warning.baseline.quote
    assert str(warning.now) == f"rules/new.md:{5 if sentence.startswith('|') else 3}"
    assert "queue overflows" in warning.now.quote


@pytest.mark.parametrize(
    "sentence",
    [
        "A **wave** is any two or more new files brought by a session before the commit.",
        "The wave was a success, and the ledger is a mess.",
        "**Output**: a list of findings",
        "```\nA **wave** is a signal that the server sends when its queue overflows.\n```",
        "A **breaker** is a signal that the server sends when its queue overflows.",
        "- **field-harvest** — run it first, then read the report with care",
    ],
)
def test_what_leaves_the_meaning_alone_is_not_told(sentence: str) -> None:
    """
    Another wording, plain use, a page's labels, code, unknown terms and lists of skills are no drift.
    """
    assert [] == kinds(said_in(sentence))


def test_another_number_is_another_meaning() -> None:
    """
    A threshold in a definition is what the term turns on, however alike the rest reads.
    """
    before = Document("rules/gate.md", "# Gate\n\nA **full gate** is a check that 3 reviewers pass before a release.\n")
    after = before._replace(text=before.text.replace("3 reviewers", "5 reviewers"))

    (warning,) = find_drift(Baseline((*HUB, before)), Session((ChangedDocument(after, before),)))

    assert "says 5 reviewers where the baseline says 3 reviewers" == warning.why


def test_a_denial_of_what_the_hub_says_is_told_and_a_contrast_is_not() -> None:
    """
    `X is not a Y` is against the hub only where the hub says that it is one.
    """
    denied = "A sieve is not the rule that decides which findings enter the ledger."
    contrast = "A sieve is not a calendar of releases."

    assert [("another definition", "sieve")] == kinds(said_in(denied))
    assert [] == kinds(said_in(contrast))


@pytest.mark.parametrize(
    "sentence",
    [
        "Run the field-harvest, also called pattern intake, at the end.",
        "The field-harvest (formerly pattern intake) runs at the end.",
        "We renamed field-harvest to pattern intake.",
        "From now on call it pattern intake instead of field-harvest.",
        "**Pattern intake** is another name for field-harvest.",
    ],
)
def test_words_that_give_a_second_name(sentence: str) -> None:
    """
    The hub has a name for it; that a second one came up is for a person to know, either way round.
    """
    warning = only(said_in(sentence))

    assert ("second name", "field-harvest") == (warning.kind, warning.term)
    assert "intake" in warning.why
    assert "skills/field-harvest/SKILL.md:3" == str(warning.baseline)


@pytest.mark.parametrize(
    "sentence",
    [
        "We renamed harvest.py to gather.py.",
        "A cache, also called a store, holds answers.",
        "The sieve, also called the open ledger, is checked.",
        "Use a **wave** rather than a single file.",
    ],
)
def test_names_of_other_things_are_none_of_the_hubs(sentence: str) -> None:
    """
    One of the two names must be the hub's, and the other one new.
    """
    assert [] == kinds(said_in(sentence))


def test_one_sentence_for_two_names() -> None:
    """
    A new skill with an old skill's description is a second name for one thing; a renamed skill has one name.
    """
    copy = document_of(make_skill("pattern-intake", description=SKILL.description))
    renamed = document_of(make_skill("pattern-intake", description=SKILL.description, path=SKILL.path))

    assert [("second name", "field-harvest")] == kinds(Session((ChangedDocument(copy, None),)))
    assert [] == kinds(Session((ChangedDocument(renamed, HUB[0]),)))
    assert [] == kinds(Session((ChangedDocument(copy, None),), gone=frozenset({SKILL.path})))


def test_a_sentence_that_moved_is_not_new() -> None:
    """
    A definition taken from one page to another means what it meant.
    """
    moved = "**sieve**: The rule that decides which findings enter the ledger"

    assert [] == kinds(said_in(moved))


def test_a_sense_that_a_page_had_all_along_is_not_new() -> None:
    """
    Who touches a line does not answer for what it says since long before.
    """
    before = Document("skills/a/SKILL.md", "# A\n\n**Sieve**: skip the report for a single finding of low weight\n")
    after = before._replace(text=before.text.replace("skip the report", "leave out the report"))

    assert () == find_drift(Baseline((*HUB, before)), Session((ChangedDocument(after, before),)))


def test_prompts_and_messages_are_quoted_with_their_place() -> None:
    """
    Where a person redefines a term in passing, the transcript's line is the evidence.
    """
    prompt = SpokenText("prompt", "session.jsonl", 12, "By sieve I mean the nightly job that mails a summary.")
    commit = SpokenText("commit", "0123456789", None, "Rename field-harvest to pattern intake\n\nShorter.")

    found = find_drift(Baseline(HUB), Session(spoken=(prompt, commit)))

    assert ["session.jsonl:12", "0123456789"] == [str(one.now) for one in found]
    assert ["sieve", "field-harvest"] == [one.term for one in found]


def test_elsewhere_a_lone_word_is_not_taken_for_the_hubs() -> None:
    """
    `wave` in a repository of sounds is domain work; `open ledger` is the hub's wherever it is said.
    """
    lone = "`wave` means a sound whose pressure repeats at one frequency."
    pair = "`open ledger` means an account that the bank has frozen."
    session = Session(spoken=tuple(SpokenText("prompt", "s.jsonl", 1, text, in_hub=False) for text in (lone, pair)))

    assert [("another definition", "open ledger")] == kinds(session)


def test_one_warning_a_term_names_the_further_places() -> None:
    """
    A term redefined on ten pages is one thing to look at, not ten.
    """
    sentence = "A **wave** is a signal that the server sends when its queue overflows."
    pages = tuple(ChangedDocument(Document(f"rules/{n}.md", f"# P\n\n{sentence} ({n})\n"), None) for n in range(3))

    warning = only(Session(pages))

    assert ("rules/1.md:3", "rules/2.md:3") == warning.also


def edits_of(text: str) -> Iterator[str]:
    """Harmless edits of a page."""
    lines = text.split("\n")
    yield text.replace("The ", "the ")
    yield text + "\n## Notes\n\n- Prefer short sentences.\n"
    yield text.replace("- ", "* ")
    yield "\n".join(line.rstrip() + "  " for line in lines)
    yield text.replace("findings", "remarks")
    yield text.replace("|---|---|", "| --- | --- |")
    yield text + "\n```bash\nharvest close\n```\n"
    yield text.replace(". ", ".\n")
    yield text.replace("Collect the patterns of a session", "Gather the patterns that a session shows")
    yield text.replace("\n## ", "\n### ")


def test_harmless_edits_raise_nothing() -> None:
    """
    Wording, layout and additions change no meaning: a watch that cries at them is switched off.
    """
    for asset in (SKILL, make_asset("knowledge/GLOSSARY.md", GLOSSARY, "template"), RULES):
        before = document_of(asset)
        for text in edits_of(asset.text):
            after = document_of(make_asset(asset.path, text, asset.kind))
            assert () == find_drift(Baseline(HUB), Session((ChangedDocument(after, before),))), text


AROUND = {
    "open ledger": listed("finding settled reviewer dispute weight verdict clerk page entry column"),
    "night watch": listed("alarm pager rota outage server restart latency probe dashboard incident"),
}
FOREIGN = listed("tomato basil oven flour butter whisk simmer garlic plate crust")


def uses(term: str, words: frozenset[str], count: int, seed: int) -> str:
    """Sentences that use a term among words of one subject."""
    draw, pool = random.Random(seed), sorted(words)  # noqa: S311 -- a test's own repeatable draw
    around = ((draw.sample(pool, 5), draw.sample(pool, 5)) for _ in range(count))
    return "\n\n".join(f"The {' '.join(before)} {term} {' '.join(after)}." for before, after in around)


def watched_hub() -> tuple[Document, ...]:
    """A hub that uses two terms on eight pages each, and a third one on one page alone."""
    glossary = "# Glossary\n\n**Open ledger**: the list of findings\n\n**Night watch**: who answers at night\n"
    pages = [Document("GLOSSARY.md", glossary, glossary=True)]
    for number, (term, words) in itertools.product(range(8), AROUND.items()):
        pages.append(Document(f"rules/{term[:5]}{number}.md", f"# Page\n\n{uses(term, words, 5, number)}\n"))
    return tuple(pages)


def session_using(term: str, words: frozenset[str]) -> Session:
    pages = (Document(f"rules/new{n}.md", f"# New\n\n{uses(term, words, 10, 90 + n)}\n") for n in range(3))
    return Session(tuple(ChangedDocument(page, None) for page in pages))


def test_uses_that_left_the_baselines_contexts_are_told_apart() -> None:
    """
    A term used as another of the hub's terms is one thing, a term in a foreign sense another, and use as ever is none.
    """
    baseline = Baseline(watched_hub())

    def shifts(words: frozenset[str]) -> set[str]:
        return {one.kind for one in find_drift(baseline, session_using("open ledger", words))}

    assert set() == shifts(AROUND["open ledger"])
    assert {"like another term"} == shifts(AROUND["night watch"])
    assert {"foreign use"} == shifts(FOREIGN)


def test_a_shift_quotes_a_line_of_each_side() -> None:
    """
    What the alarm rests on can be read: the new use that shows it best, and the hub's line nearest to it.
    """
    (warning,) = find_drift(Baseline(watched_hub()), session_using("open ledger", FOREIGN))

    assert "open ledger" in warning.baseline.quote
    assert "open ledger" in warning.now.quote
    assert warning.baseline.place.startswith("rules/open")
    assert warning.now.place.startswith("rules/new")


def test_fewer_uses_than_can_be_judged_raise_nothing() -> None:
    """
    Twenty-four uses are asked for, since fewer are not measured to tell anything.
    """
    page = Document("rules/new.md", f"# New\n\n{uses('open ledger', FOREIGN, 12, 1)}\n")

    assert () == find_drift(Baseline(watched_hub()), Session((ChangedDocument(page, None),)))


def test_terms_that_cannot_be_monitored_are_named_with_the_reason() -> None:
    """
    Unwatched is not clean: each term is either watched or counted under a reason.
    """
    same = {"open ledger": AROUND["open ledger"], "night watch": AROUND["open ledger"]}
    alike = [
        Document(f"rules/{term[:5]}{number}.md", f"# Page\n\n{uses(term, words, 5, number)}\n")
        for number, (term, words) in itertools.product(range(8), same.items())
    ]
    glossary = Document("GLOSSARY.md", "# Glossary\n\n**Open ledger**: x y\n\n**Night watch**: y z\n", glossary=True)

    watched, told = drift_of(Baseline(watched_hub()), Session()), drift_of(Baseline((glossary, *alike)), Session())
    few = drift_of(Baseline(HUB), Session())

    assert ("night watch", "open ledger") == watched.monitored
    assert () == told.monitored
    assert [2] == [one.count for one in told.not_monitored]
    assert "can't be told from those of other terms" in told.not_monitored[0].reason
    assert few.terms == sum(one.count for one in few.not_monitored)
    assert "fewer than 24 uses in 6 documents" in few.not_monitored[0].reason


def test_the_order_of_the_documents_changes_nothing() -> None:
    """
    The same hub gives the same words, whichever way its folders were listed.
    """
    session = session_using("open ledger", AROUND["night watch"])
    there, back = watched_hub(), tuple(reversed(watched_hub()))

    def sorted_baseline(documents: tuple[Document, ...]) -> Baseline:
        return Baseline(sorted(documents, key=lambda document: document.path))

    assert find_drift(sorted_baseline(there), session) == find_drift(sorted_baseline(back), session)


def test_a_warning_keeps_its_id_when_its_lines_move() -> None:
    """
    Who follows a session is told once, though the page above the sentence grows.
    """
    sentence = "A **wave** is a signal that the server sends when its queue overflows."

    first, later = only(said_in(sentence)), only(said_in(f"More words.\n\n{sentence}"))

    assert first.id == later.id
    assert first.now.line != later.now.line


def test_the_record_says_what_was_found_and_that_nothing_blocks() -> None:
    """
    A reader of the record sees both sides, and that the blocking level is off because it is not calibrated.
    """
    drift = drift_of(Baseline(HUB), said_in("A **wave** is a <b>signal</b> that `x` sends when its queue overflows."))

    measured = [note.text for note in drift_measured(drift)]
    unmeasured = [note.text for note in drift_unmeasured(drift)]

    assert "1 warning; " in measured[0]
    assert "GLOSSARY.md:5" in measured[1]
    assert "rules/new.md:3" in measured[1]
    assert any("blocking level: off, it is not calibrated" in text for text in unmeasured)
    assert "<b>" not in drift_page(drift).replace("\\<b>", "")
