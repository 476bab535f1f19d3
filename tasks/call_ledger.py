"""Each request of a judge: room for it in the budget, entered before it is sent, receipted after (SPEC 5)."""

import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from harvest_loop.adapters import clock, model_ledger
from harvest_loop.adapters.hub_lock import locked
from harvest_loop.adapters.models.prices import listed_price
from harvest_loop.adapters.redaction import count_redactions
from harvest_loop.domain.judges import budget
from harvest_loop.domain.judges.desk import LOCAL
from harvest_loop.errors import JudgeUnusable
from harvest_loop.schemas.judging import ChosenJudge, EgressLine, JudgeDesk, Prompt, Receipt, Role, Spent, Usage
from harvest_loop.schemas.settings import HubSettings


@dataclass(frozen=True)
class OneCall:
    """A call that is going on: its name in ledger and receipts, what it asks, and when it began."""

    name: str
    prompt: Prompt
    begun: float
    entered: list[Spent] = field(default_factory=list)
    """What each request that was entered in the ledger may take at most."""


class CallLedger:
    """What one role's calls take, against the ceilings of the run and the day."""

    def __init__(self, root: Path, settings: HubSettings, desk: JudgeDesk, role: Role) -> None:
        self._root, self._settings, self._desk, self._role = root, settings, desk, role
        self._judge = desk.judge_of(role)

    @cached_property
    def _price(self) -> budget.Price:
        return price_of(self._judge, self._settings.judge.prices)

    def enter(self, call: OneCall, sent: str) -> None:
        """Enter one request, before it is sent.

        Raises: JudgeUnusable when a ceiling has no room for it, or the judge refused twice in the same words; HubError
        when the ledger can't be read or written.
        """
        size = len(f"{call.prompt.system}{sent}".encode("utf-8", "surrogatepass"))
        asked = budget.estimate(size, self._settings.judge.answer_tokens, self._price)
        now = clock.stamp(clock.now())
        with locked(self._root):
            why = self._why_not(asked, day=now[:10])
            if why:
                raise JudgeUnusable(why)
            line = EgressLine(
                call=call.name,
                at=now,
                run=self._desk.run,
                session=self._desk.session,
                role=self._role,
                vendor=self._judge.vendor,
                model=self._judge.shown_model,
                bytes=size,
                redactions=dict(sorted(count_redactions(sent).items())),
                estimate=asked,
            )
            model_ledger.append_egress(self._root, self._settings, line)
            call.entered.append(asked)

    def close(self, call: OneCall, *, usage: Usage | None = None, output: str | None = None, why: str = "") -> Spent:
        """Write the receipt of a call, and return what it took; nothing where nothing was sent.

        Raises: HubError when it can't be written.
        """
        if not call.entered:
            return Spent()
        spent, known = _spent(call.entered, usage, self._price)
        receipt = Receipt(
            call=call.name,
            at=clock.stamp(clock.now()),
            role=self._role,
            prompt_version=call.prompt.version,
            prompt_sha256=call.prompt.sha256,
            input_sha256=call.prompt.input_sha256,
            back_end=self._judge.back_end,
            vendor=self._judge.vendor,
            model=self._judge.shown_model,
            spent=spent,
            tokens_known=known,
            price_known=self._price.known,
            seconds=round(time.monotonic() - call.begun, 3),
            output_sha256=output,
            failure=why,
        )
        with locked(self._root):
            model_ledger.append_receipt(self._root, self._settings, self._desk.run, receipt)
        return spent

    def _why_not(self, asked: Spent, *, day: str) -> str:
        """Which ceiling, or which refusal, forbids one more request."""
        lines, torn = model_ledger.read_egress(self._root, self._settings)
        if torn:
            return f"egress.jsonl has lines that can't be read ({torn}): what was spent is unknown"
        today = [line for line in lines if line.at[:10] == day]
        told = {run: self._receipts(run) for run in sorted({line.run for line in today} | {self._desk.run})}
        own = told[self._desk.run]
        refusal = budget.broken_circuit(own, self._judge.vendor, self._judge.shown_model)
        if refusal:
            return f"it failed twice in the same words and is not asked again in this run: {refusal}"
        of_run = budget.spent_on([line for line in lines if line.run == self._desk.run], own)
        of_day = budget.spent_on(today, [receipt for receipts in told.values() for receipt in receipts])
        return budget.why_not(asked, of_run, self._desk.run_ceiling, "run") or budget.why_not(
            asked, of_day, self._desk.day_ceiling, "day"
        )

    def _receipts(self, run: str) -> tuple[Receipt, ...]:
        receipts, torn = model_ledger.read_receipts(self._root, self._settings, run)
        if torn:
            raise JudgeUnusable(f"receipts of {run} have lines that can't be read ({torn}): what was spent is unknown")
        return receipts


def price_of(judge: ChosenJudge, written: tuple[str, ...]) -> budget.Price:
    """Return what the settings say of a model, else the table; on this machine nothing is paid."""
    for one in written:
        name, _, figures = one.partition("=")
        if name == judge.model:
            into, _, out = figures.partition("/")
            return budget.Price(float(into), float(out), known=True)
    if judge.vendor == LOCAL:
        return budget.Price(0.0, 0.0, known=True)
    listed = listed_price(judge.vendor, judge.model) if judge.model else None
    return budget.Price() if listed is None else budget.Price(*listed, known=True)


def _spent(guessed: list[Spent], usage: Usage | None, price: budget.Price) -> tuple[Spent, bool]:
    """What a call took, and whether its judge told; else what it was estimated at."""
    if usage is None or usage.tokens_in is None or usage.tokens_out is None:
        return sum(guessed, Spent()), False
    return (
        Spent(
            requests=max(usage.requests, len(guessed)),
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            usd=price.of(usage.tokens_in, usage.tokens_out),
        ),
        True,
    )
