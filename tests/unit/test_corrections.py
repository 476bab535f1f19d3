"""Corrections: prompts that reject or change what the agent just did, and all that only looks like one (SPEC 3.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.correction_cues import Turn
from harvest_loop.domain.corrections import find_correction

CORRECTIONS = (
    # English
    "no, use tabs",
    "Nope, that belongs in lib/",
    "That's not what I asked for.",
    "thats wrong, it counts twice",
    "I asked you to fix the typo, not to rewrite the page",
    "i meant the other folder",
    "you deleted my notes",
    "Nobody asked for a wrapper class.",
    "undo that",
    "please revert your last change",
    "Can you put the old names back?",
    "leave the header as it was",
    "thanks! but drop the emoji",
    "httpx, not requests",
    "don't mock the database",
    "use the existing helper instead",
    "Stop adding comments.",
    "hmm no. the first table",
    "that's way too complicated",
    # Korean
    "아니, 탭 써",
    "그게 아니라 주문 기준으로",
    "테스트는 건드리지 말라고 했잖아",
    "되돌려 주세요",
    "원래대로 해줘",
    "요청한 거랑 다른데요",
    "주석 말고 이름을 바꿔",
    "파일 하나만 고치라니까 왜 다 바꿨어",
    "제가 말한 건 이 화면이 아니에요",
    # Portuguese
    "não, usa tabs",
    "Não foi isso que eu pedi.",
    "está errado, conta duas vezes",
    "eu disse centavos",
    "desfaz isso",
    "volta para a versão anterior",
    "deixa os testes como estavam",
    "você apagou meus comentários",
    "só pedi para mudar a cor",
    "node 20, não 22",
    "não mexe nesse arquivo",
)
OTHERS = (
    # reports
    "No dialog appeared",
    "no errors now",
    "it still fails on the second run",
    "no, still the same error",
    "the second row has the wrong value",
    "works in one browser, not in the other",
    "다이얼로그가 안 떠요",
    "에러는 아니고 경고만 떠요",
    "그거 말고는 다 통과했어요",
    "não apareceu nenhum diálogo",
    "não funcionou",
    "o valor da segunda linha está errado",
    # questions
    "why did you use a thread?",
    "is that wrong?",
    "what was wrong with the old one",
    "왜 스레드를 썼어?",
    "이게 맞나요",
    "o que está errado aqui?",
    # new tasks
    "next: pagination",
    "add a --dry-run flag. no tests for this one please",
    "now rename the module",
    "write a cli that\n- reads files\n- does not smooth\n- sums\n- exits 1\n- is small\n- has no ui\n- don't use async",
    "다음 화면은 인라인 스타일 쓰지 말고 짜줘",
    "agora faz a paginação, não precisa de testes",
    # thanks
    "no, that's perfect",
    "no problem, thanks",
    "not bad!",
    "i was wrong and you were right",
    "아니야 이대로 완벽해",
    "não, assim está ótimo",
    # the person's own slips, and going on
    "oops wrong window, ignore that",
    "no, go on",
    "아 잘못 눌렀어 계속해",
    # what somebody else says
    "> no, that's wrong\nwhat do you think?",
    "the reviewer wrote: no, that is wrong, undo it",
    'she said "no, undo that" and left',
    "```\nno, that's wrong\n```",
    "",
    "   \n\t",
)


def cue(prompt: str, turn: Turn = "worked", *, answers: bool = True, interrupted: bool = False) -> str | None:
    return find_correction(prompt, answers_agent_turn=answers, after_interrupt=interrupted, turn=turn)


@pytest.mark.parametrize("prompt", CORRECTIONS)
def test_a_prompt_that_rejects_or_changes_what_was_done_is_a_correction(prompt: str) -> None:
    """
    Clear words in three languages, with and without good manners.
    """
    assert cue(prompt)


@pytest.mark.parametrize("prompt", OTHERS)
def test_what_only_looks_like_one_is_none(prompt: str) -> None:
    """
    A report, a question, a new task, thanks, an own slip and other people's words correct nothing.
    """
    assert cue(prompt) is None


@pytest.mark.parametrize("prompt", CORRECTIONS)
def test_without_an_agents_turn_there_is_nothing_to_correct(prompt: str) -> None:
    """
    The first prompt of a session may hold any words.
    """
    assert cue(prompt, answers=False) is None


@pytest.mark.parametrize(
    "prompt", ["no, leave it", "아니, 그냥 둬", "não, deixa", "httpx, not requests", "don't use mocks"]
)
def test_an_answer_to_a_question_is_no_correction(prompt: str) -> None:
    """
    `Shall I …?` is answered with no; nothing that was done is rejected.
    """
    assert cue(prompt, "talked") is None


def test_no_after_work_that_ended_in_a_question_answers_it() -> None:
    """
    Agents end with `shall I also …?`; a later undo is a correction all the same.
    """
    assert cue("no, only the parser", "asked") is None
    assert cue("no, only the parser", "worked") == "no"
    assert cue("undo that", "asked") == "undo that"


@pytest.mark.parametrize("prompt", ["only the staging host", "instead of that, the docs", "só a tabela de clientes"])
def test_a_new_course_right_after_an_interrupt_is_a_correction(prompt: str) -> None:
    """
    Whoever stops the agent and names another way changes what it was doing.
    """
    assert cue(prompt, answers=True, interrupted=True)


@pytest.mark.parametrize(
    "prompt", ["go on", "sorry, hit esc by accident, carry on", "is it done?", "stop, i need to reboot"]
)
def test_an_interrupt_alone_is_no_correction(prompt: str) -> None:
    """
    People stop an agent for reasons of their own.
    """
    assert cue(prompt, interrupted=True) is None


def test_the_cue_is_short_and_on_one_line() -> None:
    """
    It is shown in records beside the place of the prompt.
    """
    found = cue("you " + "also " * 200 + "deleted it\nall")

    assert found is None or (len(found) <= 60 and "\n" not in found)
    assert cue("no!!! use tabs") == "no"


def test_a_correction_deep_in_a_long_prompt_is_a_new_task() -> None:
    """
    Past the first sentences people describe what they want, not what went wrong.
    """
    assert cue("one. two. three. four. five. that's wrong.") is None


@given(st.text(), st.booleans(), st.sampled_from(["worked", "asked", "talked"]))
def test_any_text_has_an_answer(text: str, interrupted: bool, turn: Turn) -> None:
    """
    Whatever a person pastes is no error.
    """
    found = cue(text, turn, interrupted=interrupted)

    assert found is None or found.strip()


@given(st.sampled_from(CORRECTIONS), st.text(max_size=80), st.booleans())
def test_nothing_quoted_is_a_correction(correction: str, around: str, interrupted: bool) -> None:
    """
    The same words in a quote or a fence are somebody else's.
    """
    text = f"{around}\n{correction}"
    fence = "`" * (3 + text.count("`"))
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))

    assert cue(quoted, interrupted=interrupted) is None
    assert cue(f"{fence}\n{text}\n{fence}", interrupted=interrupted) is None
