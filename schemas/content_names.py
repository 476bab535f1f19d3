"""The names of a form's lines: each is the hash of what the line would write, so that no other text has it."""

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvest_loop.schemas.curation import CurationLine
    from harvest_loop.schemas.form import AnyLine
    from harvest_loop.schemas.judgement import Candidate, Proposal


def digest(*parts: str) -> str:
    """Return the sha256 of the parts, each apart from the others."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def hash_of(kind: str, target: str, literal_text: str) -> str:
    """The content hash that names a candidate's line on the form: sha256 over kind, target path and literal text."""
    return digest(kind, target, literal_text)


def hash_of_proposal(kind: str, proposal: "Proposal") -> str:
    """The content hash of a proposal: over its file and those that refer back to it."""
    others = (part for change in proposal.companions for part in (change.path, change.text))
    return hash_of(kind, proposal.change.path, "\0".join((proposal.change.text, *others)))


def hash_of_edit(line: "CurationLine") -> str:
    """The content hash of any other line: over what is shown, and each piece, move and file that it would write."""
    literal = [line.kind, line.target, line.shown]
    literal += [f"{one.path}\0{one.at}\0{one.old}\0{one.new}" for one in line.splices]
    literal += [f"{one.path}\0{one.to}\0{one.base_sha256}" for one in line.moves]
    if line.draft is not None:
        literal += [line.draft.path, line.draft.text]
        literal += [text for one in line.draft.also for text in (one.path, one.text)]
    return digest(*literal)


def is_as_named(line: "AnyLine") -> bool:
    """Say whether a line still holds the text that its name was made of (SPEC 10.2)."""
    from harvest_loop.schemas.curation import CurationLine

    if isinstance(line, CurationLine):
        return line.hash == hash_of_edit(line)
    return line.hash == line.judged.candidate.hash and line.hash in _names_of(line.judged.candidate)


def _names_of(candidate: "Candidate") -> Iterator[str]:
    """What the candidate may be called: by its text, or where it has none by what weighs against its target."""
    if candidate.proposal is not None:
        yield hash_of_proposal(candidate.kind, candidate.proposal)
        return
    for attack in candidate.attacks:
        yield hash_of(candidate.kind, candidate.target, f"{attack.kind} {attack.citation} {attack.reason}")
