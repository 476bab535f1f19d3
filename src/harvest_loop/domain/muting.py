"""Questions that a person muted stay unasked, and what they declined on a form counts towards that (SPEC 8.1)."""

from collections.abc import Sequence

from harvest_loop.domain.answers import words_of
from harvest_loop.domain.profile_outcomes import answer_name
from harvest_loop.domain.quoting import count_of
from harvest_loop.schemas.curation import CurationLine
from harvest_loop.schemas.form import Form, FormAnswer
from harvest_loop.schemas.profile import Nag, NagAnswer, Profile

_REVIEW: Nag = "archive-review"
_REVIEWED = "archiving"


def not_muted(lines: Sequence[CurationLine], profile: Profile) -> tuple[tuple[CurationLine, ...], tuple[str, ...]]:
    """Return the curator's lines that may be asked, and in words what is left out as muted."""
    if _REVIEW not in profile.muted_nags:
        return tuple(lines), ()
    asked = tuple(line for line in lines if line.kind != _REVIEWED)
    count = len(lines) - len(asked)
    said = f"{count_of(count, 'archiving')} not asked about: {_REVIEW} is muted, `harvest profile unmute {_REVIEW}`"
    return asked, (said,) if count else ()


def nag_answers(form: Form, answer: FormAnswer) -> tuple[NagAnswer, ...]:
    """Return what the words on a form say of the questions that can be muted: a yes to any line takes it up.

    A line without a word says nothing: it may never have been read.
    """
    words = words_of(form, answer)
    said = {words[line.hash].answer for line in form.curations if line.kind == _REVIEWED} - {"none"}
    if not said:
        return ()
    return (NagAnswer(nag=_REVIEW, taken="Y" in said, answer=answer_name(form.run, _REVIEW)),)
