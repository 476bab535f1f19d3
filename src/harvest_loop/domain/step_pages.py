"""One short page a step, for the artifacts that people read in the UI."""

from collections.abc import Iterable, Sequence

from harvest_loop.domain.examined import references_text
from harvest_loop.domain.quench.told import quench_rows, summary
from harvest_loop.domain.quoting import as_code, as_path, in_page, table_row
from harvest_loop.domain.verification_page import verification_page
from harvest_loop.schemas.card import CardCheck
from harvest_loop.schemas.curation import Curation, Hygiene
from harvest_loop.schemas.evidence import SessionEvidence
from harvest_loop.schemas.examination import Bidirectional
from harvest_loop.schemas.judgement import Attack, Candidate, Collision, Critique, Innovation, JudgedCandidate
from harvest_loop.schemas.patterns import FieldHarvest
from harvest_loop.schemas.regressions import Quench
from harvest_loop.schemas.verification import Verification

_FILES = 20


def evidence_page(evidence: SessionEvidence) -> str:
    """The session's commits, each with the files that it changed, and uncommitted paths."""
    rows: list[tuple[str, str]] = []
    for commit in evidence.git.commits:
        rows.append((as_code(commit.sha[:10]), in_page(commit.subject)))
        rows += [(change.status, as_path(change.path)) for change in commit.changes[:_FILES]]
        rows += [("and more", f"{len(commit.changes) - _FILES} files")] if len(commit.changes) > _FILES else []
    rows += [(change.state, as_path(change.path)) for change in evidence.git.uncommitted]
    return _page(f"{evidence.source}: evidence", ("what", "subject or path"), rows)


def quench_page(quench: Quench) -> str:
    """What the three axes of step 0-a say of each changed asset."""
    title = f"Quench: {summary(quench)}"
    return _page(title, ("asset or place", "axis", "outcome", "counts, or what was found"), quench_rows(quench))


def predictions_page(verification: Verification) -> str:
    """What step 0-c made of earlier predictions."""
    return f"## Predictions\n\n{verification_page(verification, quote=in_page)}"


def memory_page(hygiene: Hygiene) -> str:
    """The memory folders of step 0-c, and what of them is stale."""
    if hygiene.skipped:
        return f"## Memory\n\nskipped: {in_page(hygiene.skipped)}\n"
    rows = [("folder", in_page(str(root))) for root in hygiene.roots]
    rows += [(one.word, f"{as_path(one.file)}, {in_page(one.root)}") for one in hygiene.standings if one.is_stale]
    return _page("Memory", ("what", "where"), rows)


def curation_page(curation: Curation) -> str:
    """What the curator of step 6 would change."""
    rows = [(str(line.kind), as_path(line.target), in_page(line.title)) for line in curation.lines]
    rows += [(f"{line.kind}, no word needed", as_path(line.target), in_page(line.title)) for line in curation.automatic]
    return _page("Curator", ("kind", "target", "why"), rows)


def card_page(check: CardCheck) -> str:
    """The removal list of step 0-b."""
    rows = [(in_page(one.item), one.certainty, in_page(f"{one.source}: {one.detail}")) for one in check.removals]
    rows += [(in_page(one.item), one.certainty, in_page(f"{one.source}: {one.detail}")) for one in check.uncertain]
    return _page("Card items that are done", ("item", "certainty", "source"), rows)


def patterns_page(harvest: FieldHarvest) -> str:
    """The patterns of step 1."""
    rows = [
        ("★" * one.impact, one.kind, in_page(one.title), one.fate, as_code(str(one.evidence[0].pointer)))
        for one in harvest.patterns
    ]
    return _page("Patterns", ("impact", "kind", "title", "fate", "evidence"), rows)


def collisions_page(collisions: Sequence[Collision]) -> str:
    """The collisions of step 2."""
    rows = [(as_code(one.id), in_page(one.pattern.title), one.relation, one.route, _closest(one)) for one in collisions]
    return _page("Collisions", ("id", "pattern", "relation", "route", "closest asset"), rows)


def attacks_page(attacks: Sequence[Attack]) -> str:
    """The attacks of step 3a."""
    rows = [(as_code(one.collision), one.severity, one.kind, in_page(one.reason)) for one in attacks]
    return _page("Attacks", ("collision", "severity", "kind", "reason"), rows)


def proposals_page(innovation: Innovation) -> str:
    """The proposals of step 3b, and what got none."""
    rows = [
        (as_code(one.collision), as_path(one.change.path), in_page(one.abstraction)) for one in innovation.proposals
    ]
    rows += [(as_code(one.collision), "none", in_page(one.reason)) for one in innovation.declined]
    return _page("Proposals", ("collision", "target", "what, or why not"), rows)


def grades_page(candidates: Sequence[Candidate]) -> str:
    """The grades of step 3.5."""
    rows = [(one.grade, one.kind, as_path(one.target), in_page(one.why)) for one in candidates]
    return _page("Grades", ("grade", "type", "target", "why"), rows)


def critic_page(critiques: Sequence[Critique]) -> str:
    """The Critic's words of step 3.75."""
    rows = [
        (as_code(one.hash[:10]), one.word, "; ".join(in_page(found.message) for found in one.findings) or "nothing")
        for one in critiques
    ]
    return _page("Critic", ("candidate", "word", "findings"), rows)


def doctor_page(judged: Sequence[JudgedCandidate]) -> str:
    """What step 4 found of each candidate that the Critic let pass."""
    rows = []
    for one in judged:
        if one.examination is not None:
            found = "; ".join(in_page(f"{each.severity}: {each.message}") for each in one.examination.findings)
            rows.append((as_code(one.candidate.hash[:10]), as_path(one.candidate.target), found or "nothing"))
    return _page("Harness doctor", ("candidate", "target", "findings"), rows)


def references_page(judged: Sequence[JudgedCandidate]) -> str:
    """What step 5 found of each candidate, and what refers back to it now."""
    rows = [
        (as_path(one.candidate.target), str(one.references.references), in_page(references_text(one) or one.reason))
        for one in judged
        if one.references is not None
    ]
    return _page("References back", ("target", "refers to", "what refers back"), rows)


def changed_references_page(found: Bidirectional) -> str:
    """What step 5 found of the assets that a session changed."""
    rows = [
        (as_path(each.path), str(each.line), in_page(f"refers to {each.target}, which does not refer back"))
        for each in found.missing
    ]
    rows += [(as_path(each.path), str(each.line or ""), in_page(each.message)) for each in found.unresolved]
    return _page("References back", ("asset", "line", "what"), rows)


def _closest(collision: Collision) -> str:
    if not collision.covers:
        return "none"
    closest = collision.covers[0]
    return f"{as_path(closest.path)} {closest.figure:.2f}"


def _page(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [table_row(*row) for row in rows]
    if not lines:
        return f"## {in_page(title)}\n\nnothing\n"
    return "\n".join([f"## {in_page(title)}", "", table_row(*columns), "|---" * len(columns) + "|", *lines, ""])
