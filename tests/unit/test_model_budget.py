"""Whether a run and a day have room for one more call (SPEC 5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.judges.budget import (
    DEAREST,
    Price,
    broken_circuit,
    ceiling,
    estimate,
    scaled,
    spent_on,
    why_not,
)
from harvest_loop.schemas.judging import EgressLine, Receipt, Spent

MOST = Spent(requests=2, tokens_in=1_000, tokens_out=100, usd=1.0)


def line(call: str, guessed: Spent) -> EgressLine:
    return EgressLine(
        call=call,
        at="2026-03-20T09:00:00Z",
        run="r",
        session="s",
        role="critic",
        vendor="v",
        model="m",
        bytes=1,
        estimate=guessed,
    )


def receipt(call: str, spent: Spent, failure: str = "", model: str = "m") -> Receipt:
    return Receipt(
        call=call,
        at="2026-03-20T09:00:01Z",
        role="critic",
        prompt_version=1,
        prompt_sha256="",
        input_sha256="",
        back_end="openai",
        vendor="v",
        model=model,
        spent=spent,
        tokens_known=True,
        price_known=True,
        seconds=0.1,
        failure=failure,
    )


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (Spent(requests=2, tokens_in=1_000, tokens_out=100, usd=1.0), ""),
        (Spent(requests=3), "requests"),
        (Spent(tokens_in=1_001), "tokens in"),
        (Spent(tokens_out=101), "tokens out"),
        (Spent(usd=1.01), "usd"),
    ],
)
def test_each_ceiling_is_reached_and_not_passed(asked: Spent, named: str) -> None:
    """
    What just fits is asked; one more of anything is not, and the ceiling is named.
    """
    said = why_not(asked, Spent(), MOST, "run")

    assert bool(named) == bool(said)
    assert named in said


def test_a_budget_of_nothing_asks_nobody() -> None:
    """
    Zero is a ceiling like any other.
    """
    assert "requests" in why_not(estimate(1, 1, Price()), Spent(), Spent(), "day")


def test_a_call_counts_as_told_and_as_estimated_while_nobody_told() -> None:
    """
    One that was cut off before its receipt may have cost all that it was estimated at.
    """
    guessed, told = Spent(requests=1, tokens_in=500), Spent(requests=1, tokens_in=20)

    spent = spent_on([line("a", guessed), line("b", guessed), line("b", guessed)], [receipt("a", told)])

    assert Spent(requests=3, tokens_in=1_020) == spent


@given(st.text(max_size=300), st.integers(1, 10_000))
def test_an_estimate_is_never_too_low(text: str, most_out: int) -> None:
    """
    No text has more tokens than a third of its bytes, rounded up, but for single bytes, which no tokenizer splits.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    found = estimate(size, most_out, Price())

    assert found.tokens_in * 3 >= size
    assert most_out == found.tokens_out
    assert found.usd == pytest.approx((found.tokens_in * DEAREST[0] + most_out * DEAREST[1]) / 1_000_000)


def test_depth_moves_the_ceiling() -> None:
    """
    S is a third, XL four times; a day has five runs' worth.
    """
    assert 8 == ceiling(MOST, "XL").requests
    assert 333 == ceiling(MOST, "S").tokens_in
    assert MOST == ceiling(MOST, None) == ceiling(MOST, "M")
    assert 5_000 == scaled(MOST, 5).tokens_in


def test_the_same_refusal_twice_breaks_the_circuit() -> None:
    """
    A judge that failed twice in the same words is not asked again; another word, another model or a success is no such.
    """
    twice = [receipt("a", Spent(), "refused"), receipt("b", Spent(), "refused")]

    assert "refused" == broken_circuit(twice, "v", "m")
    assert not broken_circuit(twice[:1], "v", "m")
    assert not broken_circuit([*twice, receipt("c", Spent())], "v", "m")
    assert not broken_circuit([twice[0], receipt("c", Spent(), "500")], "v", "m")
    assert not broken_circuit(twice, "v", "other")
    assert "refused" == broken_circuit([*twice, receipt("c", Spent(), "x", model="other")], "v", "m")
