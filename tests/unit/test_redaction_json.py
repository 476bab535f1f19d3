"""Records that are JSON are redacted text by text, and stay JSON (SPEC 11-4)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.redaction_json import redact_json

SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vX7yZ9aB1cD3eF5"
_TEXTS = st.lists(
    st.sampled_from(
        ["TOKEN=`", "\n", '"', "\\", "password: ", "export API_KEY=", SECRET, "각주", " ", "words", "'", ","]
    )
).map("".join)


@given(st.dictionaries(_TEXTS, st.lists(_TEXTS, max_size=3), max_size=4), st.sampled_from([None, 2]))
def test_what_is_left_is_json_and_each_text_is_as_if_redacted_alone(
    told: dict[str, list[str]], indent: int | None
) -> None:
    """
    No quote, comma or escape of the file is taken for part of a secret, and no secret stays.
    """
    written = redact_json(json.dumps(told, indent=indent, ensure_ascii=False))

    read = json.loads(written)
    assert [[redact(text) for text in texts] for texts in told.values()] == list(read.values()) or len(read) < len(told)
    assert SECRET not in written
    assert written == redact_json(written)


@pytest.mark.parametrize("name", ["password", "api_key", "token"])
def test_a_value_whose_name_says_that_it_is_secret_is_taken_out(name: str) -> None:
    """
    By itself the word says nothing; words that nobody would choose as a password stay.
    """
    assert "hunter2hunter2" not in redact_json(json.dumps({name: "hunter2hunter2"}))
    assert {name: ""} == json.loads(redact_json(json.dumps({name: ""})))


@pytest.mark.parametrize("name", ["entry.json", "all.jsonl"])
def test_the_door_to_the_hub_writes_json_that_can_be_read(name: str, tmp_path: Path) -> None:
    """
    A record that says how to set a token is no secret that reaches over the end of its text.
    """
    told = {"text": "set `TOKEN=`\nghp\n", "next": f"the token is {SECRET}"}
    write = hub_files.append_line if name.endswith("l") else hub_files.write_new

    write(tmp_path, name, json.dumps(told))

    read = json.loads((tmp_path / name).read_text())
    assert told["text"] == read["text"]
    assert SECRET not in read["next"]
