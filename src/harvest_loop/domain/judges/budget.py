"""What a call may take, and whether a run and a day have room for it: decided before each call (SPEC 5)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from harvest_loop.schemas.judging import EgressLine, Receipt, Spent
from harvest_loop.schemas.profile import Depth

DAY = 5  # runs at the ceiling
SAME_REFUSALS = 2
_DEPTHS: Mapping[Depth | None, float] = {"S": 1 / 3, "M": 1.0, "L": 2.0, "XL": 4.0, None: 1.0}
_BYTES_A_TOKEN = 3  # fewer than any text has on average, so that the estimate is never too low
_PER = 1_000_000
DEAREST = (15.0, 75.0)


class Price(NamedTuple):
    """USD for a million tokens in and out; where no table has the model, the dearest stand in."""

    tokens_in: float = DEAREST[0]
    tokens_out: float = DEAREST[1]
    known: bool = False

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return what so many tokens cost, in USD."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / _PER


def ceiling(per_run: Spent, depth: Depth | None) -> Spent:
    """Return the ceiling of a run at this depth."""
    return scaled(per_run, _DEPTHS[depth])


def scaled(spent: Spent, by: float) -> Spent:
    """Return so many times as much, whole numbers rounded down."""
    return Spent(
        requests=int(spent.requests * by),
        tokens_in=int(spent.tokens_in * by),
        tokens_out=int(spent.tokens_out * by),
        usd=spent.usd * by,
    )


def estimate(sent: int, most_out: int, price: Price) -> Spent:
    """Return what one request of so many bytes may take at most."""
    tokens_in = -(-sent // _BYTES_A_TOKEN)
    return Spent(requests=1, tokens_in=tokens_in, tokens_out=most_out, usd=price.of(tokens_in, most_out))


def spent_on(lines: Iterable[EgressLine], receipts: Iterable[Receipt]) -> Spent:
    """Return what calls took; one that was cut off before it was told counts as it was estimated."""
    told = {receipt.call: receipt.spent for receipt in receipts}
    calls: dict[str, Spent] = {}
    for line in lines:
        calls[line.call] = calls.get(line.call, Spent()) + line.estimate
    return sum((told.get(call, guessed) for call, guessed in calls.items()), Spent())


def why_not(asked: Spent, spent: Spent, most: Spent, what: str) -> str:
    """Return which ceiling the call would break; empty: none."""
    after = spent + asked
    for name in ("requests", "tokens_in", "tokens_out", "usd"):
        if getattr(after, name) > getattr(most, name):
            unit = name.replace("_", " ")
            return f"budget of the {what}: {getattr(after, name):.10g} of {getattr(most, name):.10g} {unit}"
    return ""


def broken_circuit(receipts: Sequence[Receipt], vendor: str, model: str) -> str:
    """Return the refusal with which a judge answered the last calls of a run, all alike; empty: it may be asked."""
    last = [one.failure for one in receipts if (one.vendor, one.model) == (vendor, model)][-SAME_REFUSALS:]
    if len(last) == SAME_REFUSALS and last[0] and len(set(last)) == 1:
        return last[0]
    return ""
