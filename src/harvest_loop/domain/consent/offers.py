"""The offer to stop asking: when it is made, and its words, in the person's language (SPEC 8.4)."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from harvest_loop.domain.consent.gate import never_promotable
from harvest_loop.domain.consent.scopes import class_version, is_narrower
from harvest_loop.domain.consent.streaks import THRESHOLD, approvals, counted, entries_of, streak_of
from harvest_loop.schemas.consent import ConsentClass
from harvest_loop.schemas.consent_records import Approval, ConsentLine, ConsentLog, Offer


class OfferWords(NamedTuple):
    """An offer in one language; the placeholders are filled once, each text as it is."""

    head: str
    scope: str
    none: str
    length: str
    ends: str
    question: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    end: str


WORDS = {
    "en": OfferWords(
        head="You approved {name} 3 times in a row:",
        scope="Scope: {scope}",
        none="no sinks",
        length="Shall it be done without asking for {days} days, until {until}?",
        ends="It ends at any time with “{end}”: harvest consent revoke {command}",
        question="grant it? (yes, no; Enter: no answer)> ",
        yes=("y", "yes"),
        no=("n", "no"),
        end="ask me again",
    ),
    "ko": OfferWords(
        head="{name} 을(를) 3번 연속 승인했습니다:",
        scope="범위: {scope}",
        none="싱크 없음",
        length="앞으로 {days}일간({until}까지) 묻지 않고 진행할까요?",
        ends="언제든 “{end}”라고 하면 끝납니다: harvest consent revoke {command}",
        question="허용할까요? (예, 아니요; Enter: 답하지 않음)> ",
        yes=("예", "네", "응", "y", "yes"),
        no=("아니요", "아니오", "아니", "n", "no"),
        end="다시 물어봐",
    ),
    "pt": OfferWords(
        head="Você aprovou {name} 3 vezes seguidas:",
        scope="Escopo: {scope}",
        none="sem destinos",
        length="Pode ser feito sem perguntar por {days} dias, até {until}?",
        ends="Termina a qualquer momento com “{end}”: harvest consent revoke {command}",
        question="conceder? (sim, não; Enter: sem resposta)> ",
        yes=("s", "sim", "y", "yes"),
        no=("n", "não", "nao", "no"),
        end="volte a perguntar",
    ),
}


def offer_for(scope: ConsentClass, log: ConsentLog, *, state: str, asked: bool = False, broken: str = "") -> Offer:
    """Return the offer of a class, or why it is not made.

    `state` is what stands in the profile for it; `asked`: the person asks for the offer, so that one that was declined,
    or made and not answered, is made again. `broken`: why no grant could be joined now.
    """
    version = class_version(scope)
    streak = streak_of(log.countable, scope.name, version)
    offer = Offer(scope.name, version, approvals(streak))
    return offer._replace(why_not=_why_not(scope, log.outcomes, streak, state, asked=asked) or broken)


def offer_text(scope: ConsentClass, quoted: Sequence[Approval], *, language: str | None, today: date) -> list[str]:
    """Return the lines of the offer: the approvals as they were shown, with their days, the scope, length and end."""
    words = words_of(language)
    sinks = ", ".join(scope.sinks) or words.none
    told = " · ".join((scope.mode, scope.target, ", ".join(scope.capabilities), sinks))
    until = (today + timedelta(days=scope.lease_days)).isoformat()
    length = words.length.replace("{days}", str(scope.lease_days)).replace("{until}", until)
    ends = words.ends.replace("{end}", words.end).replace("{command}", scope.name)
    return [
        words.head.replace("{name}", scope.name),
        *(f"  {one.day}  {one.did}" for one in quoted),
        words.scope.replace("{scope}", told),
        length,
        ends,
    ]


def words_of(language: str | None) -> OfferWords:
    """Return the offer's words in the profile's language; English where it says none, or one that is not known."""
    return WORDS.get((language or "").lower().partition("-")[0], WORDS["en"])


def answer_in(typed: str, language: str | None) -> bool | None:
    """Return whether the typed words are a yes or a no; None: neither."""
    words = words_of(language)
    first = typed.strip().rstrip(".!").casefold()
    if first in words.yes:
        return True
    return False if first in words.no or first == words.end else None


def _why_not(
    scope: ConsentClass, lines: Sequence[ConsentLine], streak: Sequence[ConsentLine], state: str, *, asked: bool
) -> str:
    never = never_promotable(scope)
    if never:
        return f"it never may be: {'; '.join(never)}"
    if state == "granted":
        return "it is granted already"
    if len(streak) < THRESHOLD:
        return f"approved {counted(len(streak))} in a row"
    if asked:
        return ""
    declined = [line for line in entries_of(lines, scope.name) if line.event == "declined"]
    if any(line.version == class_version(scope) for line in declined):
        return "you declined it; it is offered when you ask: harvest consent offer"
    if not all(is_narrower(scope, _scope_of(line)) for line in declined):
        return "it is no narrower than what you declined"
    if not declined and state == "declined":
        return "the profile says declined"
    if _offered_since(lines, streak[-1]):
        return "it was offered and not answered; it is offered again when you ask: harvest consent offer"
    return ""


def _scope_of(line: ConsentLine) -> ConsentClass:
    return ConsentClass(line.name, line.owner, line.mode, line.target, line.effects, line.sinks, (), eligible=True)


def _offered_since(lines: Sequence[ConsentLine], approval: ConsentLine) -> bool:
    """Whether the class was offered in this streak: nothing ended it since."""
    own = entries_of(lines, approval.name)
    at = max((place for place, line in enumerate(own) if line.event == "offered"), default=-1)
    if at < 0 or own[at].version != approval.version:
        return False
    return not any(
        line.event in ("granted", "seen", "revoked", "lapsed", "widened", "rejected", "modified") for line in own[at:]
    )
