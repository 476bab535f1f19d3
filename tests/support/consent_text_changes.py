"""What may be changed in how a sound pair is spelled, fenced and asked about."""

import random

from tests.support.consent_draft import Draft
from tests.support.consent_spelling import Doubled

SPACES = (" ", "\t", "\u3000", "\u00a0", "\n")

INVISIBLE = ("\u200b", "\u2060", "\u00ad", "\ufeff", "\u0007", "\u200f")


def respelled_words(draft: Draft, rng: random.Random) -> None:
    """The same vocabulary in another case, width, or with what nobody sees."""
    for owner, key in ((draft.any_class(rng), "capabilities"), (draft.any_grant(rng), "effects")):
        if isinstance(owner.get(key), list):
            owner[key] = [_respelled(word, rng) if isinstance(word, str) else word for word in owner[key]]


def _respelled(word: str, rng: random.Random) -> str:
    at = rng.randint(0, len(word))
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in word)
    return rng.choice((word.upper(), word.title(), wide, word[:at] + rng.choice(INVISIBLE) + word[at:], f" {word}"))


def respelled_identity(draft: Draft, rng: random.Random) -> None:
    """An identity with space around it (the same), or in another case, width, or with what nobody sees (another)."""
    grant = draft.any_grant(rng)
    key = rng.choice(("owner", "mode", "target"))
    if isinstance(grant.get(key), str):
        grant[key] = _other_identity(grant[key], rng)


def respelled_class(draft: Draft, rng: random.Random) -> None:
    """The class's name in the profile respelled, or a second grant whose name differs in nothing but space."""
    if not draft.mapped or not draft.grants:
        return
    name = rng.choice(list(draft.grants))
    if isinstance(name, str):
        value = draft.grants[name] if rng.random() < 0.2 else draft.grants.pop(name)
        draft.grants[_other_identity(name, rng)] = value


def _other_identity(text: str, rng: random.Random) -> str:
    space = rng.choice(SPACES)
    kept = (f"{space}{text}", f"{text}{space}", f"{space}{text}{space}")
    other = (
        text.upper(),
        text + rng.choice(INVISIBLE),
        f"{text}s",
        text.replace("-", "‐"),
        text.replace("é", "e\u0301"),
    )
    return rng.choice((*kept, *kept, *other))


def doubled(draft: Draft, rng: random.Random) -> None:
    """A key that stands there twice, deep in one of the files."""
    if rng.random() < 0.5 and isinstance(draft.classes, list) and draft.any_class(rng):
        draft.classes[0] = Doubled(draft.classes[0]) if isinstance(draft.classes[0], dict) else draft.classes[0]
    elif draft.mapped and draft.grants:
        draft.grants = Doubled(draft.grants)


def without_file(draft: Draft, rng: random.Random) -> None:
    """One of the files isn't there."""
    if rng.random() < 0.5:
        draft.has_registry = False
    else:
        draft.has_profile = False


def other_required(draft: Draft, rng: random.Random) -> None:
    """Another class is asked for, or none in a way that can be meant."""
    names = [name for name in (draft.grants if draft.mapped else ()) if isinstance(name, str)]
    draft.required = rng.choice(
        ("", " ", "nowhere", "two words", "index-add", *names, *(f" {name}\t" for name in names))
    )


def text_edit(draft: Draft, rng: random.Random) -> None:
    """Something of the text itself; the pair's writer knows how."""
    draft.edits.append(
        (
            rng.choice(("registry", "profile")),
            rng.choice(("cut", "tab", "colon", "empty", "root", "twice", "tag", "cycle", "comment")),
        )
    )


def text_of_body(draft: Draft, rng: random.Random) -> None:
    """A grant, or only talk of one, where no machine reads it."""
    draft.body = rng.choice(
        (
            "",
            "\nstanding_consent:\n  a: {granted: 2026-01-01}\n",
            "\n```yaml\nstanding_consent:\n```\n",
            "---\nstanding_consent: {}\n---\n",
            '\n  "standing_consent" : x\n',
            "\n- standing_consent: x\n",
            "\nThe key `standing_consent` stands above.\n",
            "\n# Standing consent\n\n---\n\nDone: nothing.\n",
            "\nmy_standing_consent_2: x\n",
        )
    )


def place_of_key(draft: Draft, rng: random.Random) -> None:
    """The grants under another key, or inside one; or keys of others around them."""
    kind = rng.choice(("inside", "beside", "beside", "words"))
    if kind == "inside":
        draft.profile["meta"] = rng.choice(({"standing_consent": {}}, [{"standing_consent": draft.grants}]))
    elif kind == "words":
        draft.profile["notes"] = "we spoke of standing_consent and left it"
    else:
        draft.profile |= {"language": "ko", "sidecar_consent": "declined", "skills": {"a": {"accepted": 3}}}


def fences(draft: Draft, rng: random.Random) -> None:
    """The block's fences otherwise: with a comment, a terminator, never ended, or not there."""
    draft.edits.append(
        ("profile", rng.choice(("dots", "commented", "open", "unfenced", "late", "glued", "directive", "blank first")))
    )
