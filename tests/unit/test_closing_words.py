"""Closing statements: the person's own words that close something, and what takes them back (SPEC 4.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvest_loop.domain.closing_words import find_closings

CLOSING = (
    # the phrases of SPEC 4.2
    "exporting to the old portal is not possible",
    "the portal: confirmed impossible",
    "no response from the vendor for 3 weeks",
    "no reply in two months, give up",
    "mutual citation confirmed for the survey",
    "the retry PR is merged",
    "merged!",
    "we merged that PR. we need a new one",
    "the demo was cancelled",
    "cancelled",
    "the cold storage export is no longer needed",
    "stop monitoring the nightly build",
    "close this one please",
    "so remove it",
    "#3 merged",
    # other languages
    "캐시 서버 티켓 닫아줘",
    "어제 머지됐어요",
    "세미나 취소됐어요",
    "목록에서 빼줘",
    "업체에서 3주째 답이 없어요",
    "이제 모니터링은 그만해도 돼요",
    "o item do certificado foi mergeado",
    "pode fechar o item do certificado",
    "tira da lista",
    "tema escuro: cancelado",
    "sem resposta há 3 semanas",
    "não precisa mais vigiar a fila",
)
OPEN = (
    "not merged yet",
    "once it's merged, tell me",
    "when the PR is merged we can go on",
    "it should be merged by tomorrow",
    "is it merged?",
    "don't remove it, i'm still waiting",
    "the merged cells are too wide",
    "cancelled orders go grey in the table",
    "show the ones that were cancelled",
    "it's not possible to log in",
    "no response after 2 days",
    "no response for 3 weeks, ping them again",
    "no response for 3 weeks. remind them tomorrow",
    "don't stop monitoring it",
    "close the file handle in finally",
    "close this dialog on escape",
    "remove it from the parser",
    "delete every import that is no longer needed",
    "make sure it is merged",
    "> merged\nwhat does that mean?",
    'he said "merged" but i see nothing',
    "```\nmerged\n```",
    "아직 머지 안됐어",
    "머지되면 알려줘",
    "머지됐나요?",
    "주문 취소됐는데 환불이 안 떠요",
    "관리자 메뉴에서도 제거해줘",
    "그건 지우지 마세요",
    "ainda não foi mergeado",
    "quando for mergeado, avisa",
    "fecha a conexão quando sair",
    "remove da lista de produtos também",
    "não remove não",
    "",
)


def phrases(prompt: str, *configured: str) -> list[str]:
    return [found.phrase for found in find_closings(prompt, configured)]


@pytest.mark.parametrize("prompt", CLOSING)
def test_the_persons_words_close(prompt: str) -> None:
    """
    The phrases of the specification and their like in Korean and Portuguese.
    """
    assert phrases(prompt)


@pytest.mark.parametrize("prompt", OPEN)
def test_what_is_denied_asked_wished_or_quoted_closes_nothing(prompt: str) -> None:
    """
    An item that is taken out wrongly is work lost, so doubt keeps it in.
    """
    assert [] == phrases(prompt)


def test_each_line_of_a_list_closes_for_itself() -> None:
    """
    People answer a list of open items line by line.
    """
    found = find_closings(
        "going through your list\n\n#3 merged\n#5 no longer needed, we dropped it\n#8 still open, leave"
    )

    assert [("merged", "#3 merged"), ("no longer needed", "#5 no longer needed, we dropped it")] == [
        (closing.phrase, closing.line) for closing in found
    ]


def test_words_of_the_configuration_close_in_any_language() -> None:
    """
    A team adds its own words; they are denied and asked like the others.
    """
    assert ["erledigt"] == phrases("Der Export ist Erledigt.", "erledigt")
    assert [] == phrases("ist der Export erledigt?", "erledigt")
    assert [] == phrases("unerledigtes bleibt", "erledigt")
    assert ["片付いた"] == phrases("エクスポートは片付いた", "片付いた")
    assert [] == phrases("Der Export ist erledigt.", "  ")


@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    """
    Whatever a person pastes is no error.
    """
    assert all(found.phrase.strip() and "\n" not in found.line for found in find_closings(text))


@given(st.sampled_from(CLOSING), st.text(max_size=80))
def test_nothing_quoted_closes(closing: str, around: str) -> None:
    """
    The same words in a quote or a fence are somebody else's.
    """
    text = f"{around}\n{closing}"
    fence = "`" * (3 + text.count("`"))

    assert [] == phrases("\n".join(f"> {line}" for line in text.split("\n")))
    assert [] == phrases(f"{fence}\n{text}\n{fence}")


@given(st.lists(st.text(max_size=20), max_size=4), st.text(max_size=60))
def test_any_configured_words_can_be_looked_for(words: list[str], text: str) -> None:
    """
    What stands in the configuration is text, never a pattern.
    """
    assert isinstance(find_closings(text, words), tuple)
