"""The labelled skills: each has the one flaw that its label says, and the halves have nothing in common."""

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest

from evals.skills.plant_flaws import Labelled, line_of, own_set, read_labelled, shared_set
from evals.skills.planting.hub import HOME, Corpus, corpus_for, own_hub
from evals.skills.planting.planted import FLAWS, HALVES, Half, read_words
from tests.support.citations import dangling

HUB = own_hub()
LABELLED = tuple(one for half in HALVES for one in read_labelled(HOME / f"{half}.jsonl"))
NAMES = sorted(HUB.skills)
DONE = "Done [Ww]hen|Definition of done|Acceptance|Exit criteria|Finished when|Completion check"


def planted(flaw: str | None) -> list[Labelled]:
    return [one for one in LABELLED if one.flaw == flaw]


def seen_with(labelled: Labelled) -> Corpus:
    return corpus_for(HUB, labelled.corpus, labelled.place)


def body(text: str) -> str:
    """What stands below the frontmatter."""
    return text.split("\n---\n", 1)[1]


def description(text: str) -> str:
    """The description's words, white space made one."""
    found = re.search(r"^description:(.*?)(?=^[a-z_-]+:|^---$)", text, flags=re.DOTALL | re.MULTILINE)
    assert found
    return " ".join(found[1].replace(">-", "").replace('\\"', '"').split()).strip("\"'")


def sections(text: str) -> list[tuple[str, str]]:
    """Each heading of the second level with what stands below it; what stands before the first one comes first."""
    first, *rest = re.split(r"^## (.+)$", body(text), flags=re.MULTILINE)
    return [("", first), *zip(rest[::2], rest[1::2], strict=True)]


def without(text: str, titles: str) -> list[tuple[str, str]]:
    return [(title, inside) for title, inside in sections(text) if not re.match(titles, title)]


def inserted(base: str, text: str) -> list[str]:
    """Lines that are new, when nothing else changed."""
    old, new = base.split("\n"), text.split("\n")
    changes = [
        change for change in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if change[0] != "equal"
    ]
    assert {"insert"} == {change[0] for change in changes}
    return [line for _, _, _, start, end in changes for line in new[start:end]]


def leaves(value: Any) -> Iterator[str]:  # a JSON value is of any shape
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from leaves(one)
    elif isinstance(value, str) and value:
        yield value


def test_planting_again_gives_the_same_bytes() -> None:
    """
    The files are what the planter makes of the skills and wordings, whatever the order of hashes and folders.
    """
    again = list(own_set())

    for half in HALVES:
        lines = "".join(line_of(one) + "\n" for one in again if one.half == half)
        assert (HOME / f"{half}.jsonl").read_text(encoding="utf-8") == lines


def test_every_skill_has_every_flaw_once() -> None:
    """
    No flaw is measured on fewer bases than another.
    """
    assert 30 == len(NAMES)
    assert NAMES == sorted(one.base for one in planted(None))
    assert all(NAMES == sorted(one.base for one in planted(flaw)) for flaw in FLAWS)


def test_the_halves_share_no_base_and_are_of_one_size() -> None:
    """
    Who tunes on one half has seen no skill of the other, neither as a base nor as a neighbour.
    """
    bases = {half: {one.base for one in LABELLED if one.half == half} for half in HALVES}

    assert {15} == {len(names) for names in bases.values()}
    assert not bases["tuning"] & bases["heldout"]
    assert all(set(one.corpus) <= bases["tuning"] for one in LABELLED if one.half == "tuning")


def test_the_halves_share_no_wording() -> None:
    """
    A phrase learnt in one half is of no use in the other.
    """
    keys = [*FLAWS, "words", "starts", "leads", "as_for"]
    said: dict[Half, set[str]] = {half: set(leaves([read_words(half)[key] for key in keys])) for half in HALVES}
    roles = {"file", "line", "anchor", "skill", "make", "quote", "number"}

    assert not (said["tuning"] & said["heldout"]) - roles
    assert all(len(read_words(half)[flaw]) >= 12 for half in HALVES for flaw in FLAWS)


def test_what_was_put_in_is_in_one_half_only() -> None:
    """
    Also after slots were filled, no line that carries a flaw stands in both halves.
    """
    added: dict[Half, set[str]] = {"tuning": set(), "heldout": set()}
    for one in LABELLED:
        if one.flaw not in (None, "already_covered"):
            base = set(HUB.skills[one.base].split("\n"))
            added[one.half] |= {line for line in one.text.split("\n") if line.strip() and line not in base}

    assert added["tuning"]
    assert added["heldout"]
    assert not added["tuning"] & added["heldout"]


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_skill_has_its_parts_and_cites_what_is_there(name: str) -> None:
    """
    A sound one says when to use it, ends in two or more things to check, and leads nowhere that isn't there.
    """
    text = HUB.skills[name]
    (done,) = [inside for title, inside in sections(text) if re.match(DONE, title)]
    (labelled,) = [one for one in planted(None) if one.base == name]

    assert text.startswith(f"---\nname: {name}\ndescription:")
    assert len(re.findall(r"^(?:[-*] |\d+\. |\| )", done, flags=re.MULTILINE)) >= 2
    assert 40 <= text.count("\n") <= 200
    assert [] == dangling(text, seen_with(labelled))


@pytest.mark.parametrize("labelled", planted("no_done_when"), ids=lambda one: one.base)
def test_without_done_when_nothing_else_is_missing(labelled: Labelled) -> None:
    """
    The Done When is gone; what may stand in its place has another heading; every other section is as it was.
    """
    base = HUB.skills[labelled.base]
    left = [(title, inside.strip()) for title, inside in sections(labelled.text)]
    kept = [(title, inside.strip()) for title, inside in without(base, DONE)]

    assert not [title for title, _ in left if re.match(DONE, title)]
    assert kept == [one for one in left if one in kept]
    assert len(left) - len(kept) in (0, 1)
    assert description(base) == description(labelled.text)


@pytest.mark.parametrize("labelled", planted("vague_done_when"), ids=lambda one: one.base)
def test_a_vague_done_when_keeps_its_heading_and_names_nothing_to_look_at(labelled: Labelled) -> None:
    """
    Not one of the old criteria is left, and the new ones hold no command, path, number or quotation.
    """
    base = HUB.skills[labelled.base]
    (old,) = [inside for title, inside in sections(base) if re.match(DONE, title)]
    (new,) = [inside for title, inside in sections(labelled.text) if re.match(DONE, title)]

    assert without(base, DONE) == without(labelled.text, DONE)
    assert not {line for line in old.split("\n") if line.strip()} & set(new.split("\n"))
    assert len(new.strip().split("\n")) >= 2
    assert not re.search(r"[`\"\d/]", new)


@pytest.mark.parametrize("labelled", planted("already_covered"), ids=lambda one: one.base)
def test_a_copy_keeps_commands_and_paths_under_another_name(labelled: Labelled) -> None:
    """
    The copy does what the base does, with the same commands, in other words, and its base is in the hub beside it.
    """
    base, text = HUB.skills[labelled.base], labelled.text
    name = labelled.place.split("/")[-2]
    code = set(re.findall(r"`([^`\n]+)`", text)) - {name}
    copied = {re.sub(rf"^\.\./{labelled.base}/", "", one) for one in code}
    unwrapped = " ".join(base.split())

    assert text.startswith(f"---\nname: {name}\n")
    assert name not in HUB.skills
    assert labelled.base == labelled.against
    assert labelled.base in labelled.corpus
    assert re.findall(r"^ *```.*?^ *```", base, re.DOTALL | re.MULTILINE) == re.findall(
        r"^ *```.*?^ *```", text, re.DOTALL | re.MULTILINE
    )
    assert all(" ".join(one.split()) in unwrapped for one in copied)
    assert len(sections(base)) == len(sections(text))
    assert description(base) != description(text)
    assert 0.3 <= shared_runs(text, base) <= 0.8


def shared_runs(text: str, base: str, length: int = 3) -> float:
    """The share of a text's runs of words that another text has too."""
    words = {key: re.findall(r"\w+", value.lower()) for key, value in (("text", text), ("base", base))}
    runs = {key: {tuple(one[at : at + length]) for at in range(len(one) - length + 1)} for key, one in words.items()}
    return len(runs["text"] & runs["base"]) / len(runs["text"])


def test_no_two_sound_skills_share_their_wording() -> None:
    """
    Skills of one house have a section in common, and no more.
    """
    pairs = [(one, other) for one in NAMES for other in NAMES if one < other]

    assert max(shared_runs(HUB.skills[one], HUB.skills[other]) for one, other in pairs) < 0.25


@pytest.mark.parametrize("labelled", planted("contradicts"), ids=lambda one: one.base)
def test_a_contradiction_is_one_more_line_about_a_rule_of_the_other_skill(labelled: Labelled) -> None:
    """
    One sentence joined a step; it has the content words of one sentence of the skill that it turns around.
    """
    base = HUB.skills[labelled.base]
    (line,) = inserted(base, labelled.text)
    against = HUB.skills[labelled.against or ""]
    sentences = re.split(r"[.;:]\s", " ".join(body(against).split()))
    known = [
        len(content_words(line) & content_words(sentence)) / len(content_words(sentence) or {""})
        for sentence in sentences
    ]

    assert labelled.expected_line is not None
    assert line == labelled.text.split("\n")[labelled.expected_line - 1]
    assert labelled.against in labelled.corpus
    assert labelled.against != labelled.base
    assert max(known) >= 1 / 3
    assert line.strip(" .") not in " ".join(body(against).split())


def content_words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower())) - {
        "never",
        "always",
        "don't",
        "before",
        "after",
        "must",
        "only",
        "with",
    }


@pytest.mark.parametrize("labelled", planted("too_narrow"), ids=lambda one: one.base)
def test_a_narrow_one_speaks_of_one_case_throughout(labelled: Labelled) -> None:
    """
    Outside description and triggers the lines differ only in what stands before a noun: "the" became one single case.
    """
    base = HUB.skills[labelled.base]
    case = str(read_words(labelled.half)["too_narrow"][labelled.wording or 0]["case"])
    general = rf"\b(?:{re.escape(case)}|an?|the|each|every|any|one|this)(?= )"

    def levelled(text: str) -> list[tuple[str, str]]:
        return [
            (title, re.sub(general, "THE", inside, flags=re.IGNORECASE))
            for title, inside in sections(text)
            if not re.match(r"(?i)when to use|use (it|this) when|when this applies|reach for|triggers", title)
        ]

    assert levelled(base) == levelled(labelled.text)
    assert labelled.text.lower().count(case.lower()) >= 4
    assert description(base) != description(labelled.text)


@pytest.mark.parametrize("labelled", planted("too_broad"), ids=lambda one: one.base)
def test_a_broad_one_differs_in_description_and_triggers_only(labelled: Labelled) -> None:
    """
    It still says what it does and does the same; it only claims to be for everything.
    """
    base = HUB.skills[labelled.base]
    changed = [old[0] for old, new in zip(sections(base), sections(labelled.text), strict=True) if old != new]
    says_what = re.split(r"(?<=\.)\s", description(base))[0]

    assert 1 == len(changed)
    assert re.match(r"(?i)when to use|use (it|this) when|when this applies|reach for|triggers", changed[0])
    assert description(labelled.text).startswith(says_what)
    assert description(labelled.text) != description(base)


@pytest.mark.parametrize("labelled", planted("unkept_promise"), ids=lambda one: one.base)
def test_a_promise_is_one_more_sentence_that_nothing_else_speaks_of(labelled: Labelled) -> None:
    """
    One sentence of the description or one criterion is new, and the word that it is about stands nowhere else.
    """
    base = HUB.skills[labelled.base]
    wording = read_words(labelled.half)["unkept_promise"][labelled.wording or 0]
    in_done = body(base) != body(labelled.text)

    if in_done:
        assert [wording["done"]] == [
            re.sub(r"^(?:[-*] (?:\[ \] )?|\d+\. )", "", line) for line in inserted(base, labelled.text)
        ]
    else:
        assert description(base) == description(labelled.text).replace(wording["description"] + " ", "").replace(
            " " + wording["description"], ""
        )
    assert not any(re.search(rf"(?i)\b{re.escape(word)}", base) for word in wording["absent"])


def test_promises_stand_in_both_places() -> None:
    """
    Neither the description nor the Done When alone can be looked at.
    """
    places = {(one.half, body(HUB.skills[one.base]) == body(one.text)) for one in planted("unkept_promise")}

    assert 4 == len(places)


@pytest.mark.parametrize("labelled", planted("dangling_citation"), ids=lambda one: one.base)
def test_a_dangling_citation_is_one_more_line_that_leads_nowhere(labelled: Labelled) -> None:
    """
    One sentence joined a step, and what it cites can't be found; all other citations still can.
    """
    (line,) = inserted(HUB.skills[labelled.base], labelled.text)

    assert labelled.expected_line is not None
    assert line == labelled.text.split("\n")[labelled.expected_line - 1]
    assert [] != dangling(line, seen_with(labelled))


@pytest.mark.parametrize("flaw", [flaw for flaw in FLAWS if flaw not in ("dangling_citation", "already_covered")])
def test_no_other_flaw_brings_a_dangling_citation(flaw: str) -> None:
    """
    A text has one flaw: what it cites is there.
    """
    assert {} == {one.id: found for one in planted(flaw) if (found := dangling(one.text, seen_with(one)))}


def test_a_base_is_hidden_from_its_own_judgement() -> None:
    """
    A judge sees the hub as it would be without the judged skill, but for a copy, whose base is there.
    """
    for one in LABELLED:
        corpus = seen_with(one)
        there = HUB.places[one.base] in corpus.files

        assert there == (one.base in corpus.skills) == (one.flaw == "already_covered")
        assert one.place not in corpus.files


def test_a_hub_read_in_place_is_planted_and_left_as_it_was(tmp_path: Path) -> None:
    """
    Skills of another hub are read where they are: both halves, every flaw, and not a byte changed.
    """
    for path, text in HUB.files.items():
        target = tmp_path / "hub" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    shared = list(shared_set(tmp_path / "hub", count=20))

    assert {(half, flaw) for half in HALVES for flaw in (None, *FLAWS)} == {(one.half, one.flaw) for one in shared}
    assert 20 == len({one.base for one in shared})
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_a_copy_of_a_hub_that_lacks_files_leaves_dangling_citations_open(tmp_path: Path) -> None:
    """
    What a skill cites may be in the real hub and only not in the copy; then it is neither sound nor flawed in this.
    """
    for path, text in HUB.files.items():
        if not path.startswith("scripts/"):
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    shared = list(shared_set(tmp_path))

    open_ones = {one.base for one in shared if one.unsure}
    assert {one.base for one in shared if "`scripts/" in HUB.skills[one.base]} <= open_ones
    assert not open_ones & {one.base for one in shared if one.flaw == "dangling_citation"}


def test_a_folder_without_skills_is_refused_with_what_it_lacks(tmp_path: Path) -> None:
    """
    A set of nothing would read as a perfect score.
    """
    with pytest.raises(ValueError, match="0 skills with description, steps and Done When"):
        list(shared_set(tmp_path))
    with pytest.raises(NotADirectoryError, match="name the root of a hub"):
        list(shared_set(tmp_path / "nowhere"))


def test_each_line_of_a_file_is_one_json_object_with_the_agreed_keys() -> None:
    """
    Other programs can read the set.
    """
    agreed = {"id", "base", "flaw", "half", "text", "corpus", "place", "expected_line", "against", "wording", "unsure"}
    rows = [json.loads(line) for half in HALVES for line in (HOME / f"{half}.jsonl").read_text("utf-8").splitlines()]

    assert all(agreed == set(row) for row in rows)
    assert len(rows) == len({(row["half"], row["id"]) for row in rows})
