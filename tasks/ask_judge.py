"""One role's calls in a run: redacted, fenced, within the budget, entered before they are sent, receipted (SPEC 5)."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from harvest_loop.adapters.models import calls, doors
from harvest_loop.adapters.redaction import redact, redact_model
from harvest_loop.adapters.role_pages import read_role_page
from harvest_loop.domain.judges import asking
from harvest_loop.domain.judges.attempts import attempts_in
from harvest_loop.domain.judges.desk import url_of
from harvest_loop.domain.judges.role_pages import page_name
from harvest_loop.domain.quoting import one_line
from harvest_loop.errors import HarvestError
from harvest_loop.schemas.base import Message
from harvest_loop.schemas.judging import JudgeDesk, Role, RoleWord, Spent
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.call_ledger import CallLedger, OneCall

A = TypeVar("A", bound=Message)

_LONGEST_WHY = 300


class RoleCalls:
    """The calls of one role in one step; what came of all of them is its `word`."""

    def __init__(self, opened: OpenedHub, desk: JudgeDesk, role: Role) -> None:
        self._settings, self._role, self._judge = opened.settings.judge, role, desk.judge_of(role)
        self._ledger = CallLedger(Path(opened.hub.root), opened.settings, desk, role)
        self.word = RoleWord(role=role, judge=self._judge.named, vendor=self._judge.vendor)

    def ask(self, given: Message, answered: type[A]) -> A | None:
        """Return the judge's answer to one input; None: it gave none that can be used, and `word` says why.

        Only what is redacted is put into the prompt.
        """
        if self._judge.back_end == "offline":
            return None
        if self._judge.refused or self._judge.floor:
            self._note(not_run=self._judge.refused, floor=self._judge.floor)
            return None
        given = redact_model(given)
        self._note(attempts=tuple(dict.fromkeys((*self.word.attempts, *attempts_in(given)))))
        try:
            return self._answer(given, answered)
        except HarvestError as error:
            self._note(not_run=_in_short(error))
            return None

    def drop(self, count: int) -> None:
        """Count findings that named nothing, or whose citation did not hold."""
        self._note(dropped=self.word.dropped + count)

    def _answer(self, given: Message, answered: type[A]) -> A:
        page = read_role_page(page_name(self._role))
        prompt = asking.build_prompt(self._role, page, given, secrets.token_hex(16))
        call = OneCall(secrets.token_hex(8), prompt, time.monotonic())
        try:
            self._ledger.enter(call, prompt.user)
            found = doors.ask(self._call(call, answered))
        except HarvestError as error:
            self._took(self._ledger.close(call, why=_in_short(error)))
            raise
        self._took(self._ledger.close(call, usage=found.usage, output=asking.answer_hash(found.answer)))
        return found.answer

    def _took(self, spent: Spent) -> None:
        if spent.requests:
            self._note(calls=self.word.calls + 1, spent=self.word.spent + spent)

    def _call(self, call: OneCall, answered: type[A]) -> "calls.Call[A]":
        def again(why: str) -> str:
            self._ledger.enter(call, asking.said_again(call.prompt, why))
            return asking.asked_again(why)

        return calls.Call(
            role=self._role,
            judge=self._judge,
            prompt=call.prompt,
            read=lambda text: asking.read_answer(text, answered),
            again=again,
            most_out=self._settings.answer_tokens,
            seconds=self._settings.seconds,
            url=url_of(self._judge.back_end, self._settings),
        )

    def _note(self, **found: object) -> None:
        self.word = self.word.model_copy(update=found)


@contextmanager
def calls_end_with_it() -> Iterator[None]:
    """End every call that still goes on when the block is left, with the children it started."""
    try:
        yield
    finally:
        calls.end_all()


def _in_short(error: HarvestError) -> str:
    return redact(one_line(error.what, limit=_LONGEST_WHY))
