"""The few lines of a lightweight harvest, and its question (SPEC 4, 8.1)."""

import pytest

from harvest_loop.domain.waves import wave_page
from harvest_loop.schemas.patterns import FieldHarvest
from tests.support.judged_values import make_judged, make_waiting
from tests.support.patterns import make_pattern

QUESTION = "run full harvest-loop?"


@pytest.mark.parametrize(("found", "offers", "asks"), [(1, True, True), (1, False, False), (0, True, False)])
def test_the_full_run_is_offered_where_patterns_were_found_and_nobody_muted_it(
    found: int, offers: bool, asks: bool
) -> None:
    """
    The verdict stays the last line, and what was found is said, asked or not.
    """
    harvest = FieldHarvest(patterns=(make_pattern(),) * found)
    record = make_waiting(make_judged()).record.model_copy(update={"harvest": harvest})

    lines = wave_page(record, "Verdict: PASS", offers=offers).splitlines()

    assert asks == (QUESTION in lines)
    assert "Verdict: PASS" == lines[-1]
    assert any(f"{found} pattern" in line for line in lines)
