"""The phrases that close an item, in English, Korean and Portuguese (SPEC 4.2)."""

from harvest_loop.domain.closing_rules import Rule, commands, states

_END = r"(?=$|\s*[.,!;:…)—–-])"
_FILLER = (
    r"^(?:(?:ok(?:ay)?|alright|right|yes|yeah|yep|no|well|so|and|also|then|please|pls|just|now|let's|we can|you can|"
    r"we could|you may|we should|you should|go ahead and|i think we can|feel free to|thanks|great|good|perfect|cool|"
    r"fine|"
    r"actually|btw|fyi|hey|oh|anyway|sure|done|update|status)\b[\s,.!:…—–-]*){0,6}"
)
_IS = (
    r"(?:(?:is|are|was|were|got|has been|have been|been|it's|that's|this is|he's|'s|'re|they're|already|now|just|"
    r"finally|"
    r"all|both) )+"
)
_AS_STATE = (
    r"(?=$|\s*[.,!;:…)—–-]| (?:now|already|today|yesterday|upstream|in|to|on|by|as|this|last|so|and|thanks|since|"
    r"because|"
    r"for|from|at|via|an hour|two|earlier|finally|btw|too|it|that|them|#?\d)\b)"
)
_SOMEBODY = r"\b(?:we|i|they|he|she|someone|somebody|upstream|maintainers?|reviewers?|client|customer|team|boss)"
_HAVE = r"(?:'ve| have| has)? (?:just |already |finally |now )*"
_IT = (
    r"(?:it|that|this|them|both|pr|mr|#?\d+|(?:the|that|your|their|our) (?:pr|mr|branch|fix|patch|change|"
    r"pull request|whole thing))"
)
_THING = r"(?:item|issue|ticket|one|task|card|topic|point|entry|pr|thread|story|to-?do|question|request|action item)"
_PLACE = r"(?:card|list|backlog|to-?dos?|to-?do list|agenda|next (?:steps?|session)|tracker|radar|watch ?list)"
_NO_LONGER = (
    r"(?:no longer (?:needed|necessary|required|relevant)|(?:not|n't) (?:needed|necessary|required|"
    r"relevant) any ?(?:more|longer))"
)
_WATCHING = r"(?:monitor(?:ing)?|watch(?:ing)?|track(?:ing)?|keep(?:ing)? an eye on|follow(?:ing)? up on|chas(?:e|ing))"

ENGLISH: tuple[Rule, ...] = (
    *states(
        rf"{_IS}(?P<phrase>merged|cancell?ed){_AS_STATE}",
        rf"{_FILLER}(?P<phrase>merged|cancell?ed){_END}",
        rf"{_FILLER}(?P<phrase>merged|cancell?ed) (?:it|that|this|them|already|now|upstream|by|yesterday|today|last)\b",
        rf"{_SOMEBODY}{_HAVE}(?P<phrase>merged|cancell?ed) {_IT}\b",
        r"\S (?P<phrase>merged|cancell?ed)$",
        r"[:=→>–—-] ?(?P<phrase>merged|cancell?ed)\b",
        r"(?:^(?:#?[\w-]{1,12}:? )?|[,:] |\b(?:it|that|this|one|item|task|ticket|issue) |"
        r"(?<!that )(?<!which )(?:\b(?:is|are)|'s|"
        rf"'re) )(?P<phrase>{_NO_LONGER})\b",
        rf"^\S.{{0,60}}(?P<phrase>{_NO_LONGER})$",
        r"\b(?:we|i) (?P<phrase>(?:don't need|no longer need) (?:it|that|this|them|that one|this one)(?: any ?more|"
        rf" any longer)?){_END}",
        rf"{_FILLER}(?P<phrase>not possible){_END}",
        rf"[:=→>–—-] ?(?P<phrase>not possible){_END}",
        rf"(?:\b(?:it|this|that|\w{{3,}})(?:'s| is| are)(?: just| simply| definitely| really)*|^so|"
        rf"[,:]) (?P<phrase>not possible){_END}",
        r"(?P<phrase>mutual citations? (?:is |are |has been |have been |was |were |got |now |finally )*confirmed)\b",
    ),
    *commands(
        r"\bconfirmed(?: that|:| as| to be)?(?: it's| it is| this is| that's| is)? (?P<phrase>impossible|"
        r"not possible)\b",
        r"(?P<phrase>(?:impossible|not possible),? confirmed)\b",
        rf"{_FILLER}(?P<phrase>stop (?:monitoring|watching|chasing))\b",
        rf"(?P<phrase>no need to {_WATCHING})\b",
        rf"\b(?:don't|no longer) (?:need|have) to (?P<phrase>{_WATCHING})\b.{{0,60}}\bany ?(?:more|longer)\b",
        rf"{_FILLER}(?P<phrase>close (?:this|that|it))(?={_END}| (?:out|off|now|then|please|pls|for good|as|too|up|"
        rf"{_THING})\b)",
        rf"(?:{_FILLER}|[,;] |\band |\bplease |\bcan )(?P<phrase>close (?:the|this|"
        rf"that) (?:[\w'’…./-]+ ){{0,6}}?{_THING})\b",
        rf"{_FILLER}(?P<phrase>(?:remove|take|drop|strike|delete|cross|scratch) (?:it|this|that|them|(?:this|that|"
        rf"the) {_THING}) (?:off|from|out of) (?:the |my |our |your )?{_PLACE}){_END}",
        rf"(?:{_FILLER}|[,;] )(?P<phrase>drop (?:this|that) (?:one|item|ticket|task|to-?do))\b",
        r"(?:^|[,;] |\band |\bso |\bjust |\bplease )(?P<phrase>remove it)(?= ?(?:please|pls|then|now)?\s*(?:$|[.!;…]))",
    ),
    *commands(
        r"(?P<phrase>(?:no|without|zero) (?:response|reply|answer|reaction)s?|(?:never|hasn't|haven't|didn't|"
        r"not) (?:replied|answered|responded|answer|reply|respond)|radio silence)\b",
        needs_weeks=True,
    ),
)
_MERGED = r"(?:머지|병합|merge)"
_ITEM = r"(?:티켓|항목|이슈|건|카드|할 ?일|태스크|그거|이거|그건|이건|그것|이것|pr|피알|질문)"
_DONE = r"(?:됐|되었|됨|됬|완료|했(?!더니|는데도)|끝(?!나면|날))"

KOREAN: tuple[Rule, ...] = (
    *states(
        rf"(?P<phrase>{_MERGED} ?{_DONE})",
        r"(?<!주문 )(?<!주문이 )(?<!결제 )(?<!결제가 )(?<!예약 )(?<!예약이 )(?<!구독 )(?P<phrase>취소(?:(?:됐|되었|"
        r"했)(?=어|습|음|대|네|으니|$|"
        r"[.,!])|됨|됬|돼서|되어서|하기로|(?=[\s.,!]*$)))",
        r"(?P<phrase>(?:더 ?이상|더는|이제|이젠) ?(?:은|는|안)? ?필요 ?(?:없|하지 ?않))",
        r"(?P<phrase>필요 ?없어(?:졌|짐))",
        r"(?P<phrase>불가능(?:하다고|한 ?걸로|한 ?것으로|함|하대|하답니다)? ?(?:확인|결론|확정|하대|하답|하다네))",
        r"(?P<phrase>(?:안 ?되는|불가능한) ?(?:걸로|것으로) ?(?:확인|결론|확정|판명))",
        r"^(?P<phrase>안 ?된(?:대|다고 ?함|답니다|다네))",
        r"(?P<phrase>상호 ?인용 ?(?:이|은|는)? ?(?:확인|완료))",
    ),
    *commands(
        rf"(?P<phrase>{_ITEM}(?:은|는|도|을|를|만)? ?(?:닫아|닫자|닫어|닫으세|종료 ?처리))",
        r"(?P<phrase>(?:완료|종료|종결|끝난 ?걸로|끝난 ?것으로) ?처리)(?=$|\s*[.,!~]| ?(?:해|하자|부탁|ㄱㄱ|바랍|함$|"
        r"좀))",
        r"(?P<phrase>끝난 ?(?:걸로|것으로) ?(?:해|하|치))",
        r"(?P<phrase>(?:모니터링|감시|추적|팔로업)(?:은|는|을|를|도)? ?(?:이제 |그냥 )?(?:그만(?:해|하|둬|두)|중단해|"
        r"중단하자|중지해|중지하자|안 ?해도|끝내자))",
        r"(?:^|(?:그거|그건|이거|이건|이것|그것|(?:항목|건|이슈|티켓)(?:은|을|도)?|그냥|이제|그럼|으니|니까|니|서|고|"
        r"며),? ?)(?P<phrase>(?:목록|리스트|카드|"
        r"할 ?일|백로그|투두)(?:에서|에선) ?(?:빼|지워|제거|삭제|내려|없애))",
        r"(?P<phrase>항목(?:은|는|을|도)? ?(?:지워|삭제해|제거해|정리해|빼|없애) ?(?:줘|주세요|도 ?(?:됨|돼|되)|주시|"
        r"라|$))",
    ),
    *commands(
        r"(?P<phrase>(?:답변|답장|답|응답|회신|연락|반응)(?:이|은|도|을)? ?(?:전혀 |아예 )?(?:없|안 ?(?:오|와|왔|옴|"
        r"줘|주))|무응답|묵묵부답)",
        needs_weeks=True,
    ),
)
_COISA = r"(?:item|ticket|tarefa|issue|chamado|pend[êe]ncia|ponto|card|cartão|quest[ãa]o|assunto|to-?do|pr|pedido)"
_ESSE = r"(?:ess[ea]|est[ea]|isso|isto|aquel[ea]|[oa])"

PORTUGUESE: tuple[Rule, ...] = (
    *states(
        r"(?:^|[:=→–—-] ?|\b(?:foi|foram|já|está|tá|tava|fica|ficou|acabou de ser) )(?P<phrase>(?:mergead|mesclad|"
        r"cancelad)[oa]s?)\b",
        r"\S (?P<phrase>(?:mergead|mesclad)[oa]s?)$",
        r"(?P<phrase>(?:foi|fez|fizeram|fiz|deram|dei)(?: o)? merge)\b",
        r"(?P<phrase>cancelaram|cancelámos|cancelamos) (?:a|o|isso|esse|essa|tudo)\b",
        r"(?P<phrase>(?:n[ãa]o (?:é|são|vai ser) mais|já n[ãa]o (?:é|são)|deixou de ser) (?:necessári|"
        r"precis)[oa]s?)(?! (?:que|\w+[aei]r)\b)",
        r"(?P<phrase>(?:n[ãa]o precis(?:a|amos|am|o) mais|já n[ãa]o (?:é preciso|precisamos|precisa)))(?=$|"
        r"\s*[.,!;:…]| (?:dess|dest|dele|dela|disso|disto|d[oa] item))",
        r"(?P<phrase>(?:fica|ficou) sem efeito)\b",
        rf"(?:[:=→–—-] ?|\bisso |\bmesmo )(?P<phrase>n[ãa]o é poss[íi]vel){_END}",
        r"(?P<phrase>cita[çc](?:ão|ao|ões) m[úu]tuas? (?:está |foi |já )*confirmada)",
    ),
    *commands(
        r"(?P<phrase>(?:confirmad[oa]|confirmaram)(?:[:,]| que é| que| como)? (?:é )?(?:imposs[íi]vel|"
        r"n[ãa]o é poss[íi]vel))\b",
        r"(?P<phrase>imposs[íi]vel,? confirmad[oa])\b",
        rf"(?P<phrase>(?:fechar|fecha|feche|encerrar|encerra|encerre|fechem) (?:{_ESSE} )?{_COISA})\b",
        r"(?:^|[.,;] ?|\bpodes? |\bpodemos |\be )(?P<phrase>(?:fechar|fecha|feche|encerrar|encerra|"
        r"encerre) (?:ess[ea]|est[ea]|isso|isto))(?=$|\s*[.,!;:…]| (?:aí|também|tb|já|por favor))",
        r"(?P<phrase>(?:dar?|dou|damos) (?:[\w ]{1,30} )?(?:por|como) (?:concluíd|encerrad|fechad|terminad|acabad|"
        r"resolvid)[oa]s?)\b",
        r"(?P<phrase>(?:par[ae]|parar|podemos parar) de (?:monitor|vigi|acompanh|segu)\w+)\b",
        r"(?P<phrase>(?:n[ãa]o precisa(?:mos|m|s)? mais|já n[ãa]o (?:é preciso|precisas|precisa)) (?:de )?(?:monitor|"
        r"vigi|acompanh|segu)\w+)\b",
        r"(?P<phrase>(?:risca|risque|riscar) da (?:minha |nossa )?lista)\b",
        r"(?P<phrase>(?:tira|tire|tirar|remove|remova|remover|risca|risque|riscar) (?:(?:isso|isto|ess[ea]|est[ea]|"
        rf"el[ea])(?: aí| {_COISA})? |(?:o item|a tarefa|a pendência|o ponto) (?:[\w ]{{1,30}} )?)?(?:da|das|do|"
        r"dos) (?:lista|backlog|pend[êe]ncias|to-?dos?))(?=$|\s*[.,!;:…]| (?:por favor|já|então|pf|também|tb)\b)",
    ),
    *commands(
        r"(?P<phrase>sem (?:resposta|retorno)|n[ãa]o (?:respond\w+|tivemos (?:resposta|retorno)|houve (?:resposta|"
        r"retorno)|deram (?:resposta|retorno))|nunca respond\w+|ningu[ée]m respond\w+)\b",
        needs_weeks=True,
    ),
)

RULES: tuple[Rule, ...] = (*ENGLISH, *KOREAN, *PORTUGUESE)
# A sentence without any of these fits no rule: most prompts are passed over at this price.
STEMS: tuple[str, ...] = (
    *(
        "merge",
        "cancel",
        "longer",
        "any more",
        "anymore",
        "need",
        "possib",
        "possív",
        "confirm",
        "stop ",
        "close ",
        "off ",
    ),
    *(
        "from ",
        "out of",
        "remove it",
        "drop ",
        "response",
        "reply",
        "repli",
        "answer",
        "respond",
        "reaction",
        "silence",
    ),
    *(
        "머지",
        "병합",
        "취소",
        "필요",
        "불가능",
        "안된",
        "안 된",
        "되는",
        "인용",
        "닫",
        "종료",
        "처리",
        "끝난",
        "모니터링",
    ),
    *(
        "감시",
        "추적",
        "팔로업",
        "목록",
        "리스트",
        "카드",
        "할 일",
        "할일",
        "백로그",
        "투두",
        "항목",
        "답",
        "응답",
        "회신",
        "연락",
    ),
    *(
        "반응",
        "묵묵부답",
        "mesclad",
        "precis",
        "necess",
        "efeito",
        "citaç",
        "citac",
        "fech",
        "encerr",
        "conclu",
        "terminad",
    ),
    *("acabad", "resolvid", " de ", "lista", "backlog", "pend", "to-do", "todo", "resposta", "retorno"),
)
