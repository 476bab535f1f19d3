"""Words by which a person who writes Portuguese rejects or changes what an agent did."""

from harvest_loop.domain.correction_cues import Cue, Language, cues

_FILLER = (
    r"^(?:(?:a+h+|o+h+|h+m+|é+|ei|opa|ok|olha|mas|pera(?:í| aí)?|peraí|espera(?: aí| um pouco)?|calma|então|bom|cara|"
    r"e|ô|"
    r"putz|poxa|nossa|por favor|pf|pfv|agora|só|também|na verdade|desculpa|sim|obrigad[oa]|valeu|vlw|ficou bom|boa)\b"
    r"[\s,.!…:—–-]*){0,6}"
)
_FINE = (
    r"(?!(?:obrigad|precisa|tem problema|se preocupe|te preocupes|sei|há|tenho|tem (?:erro|nada)|tudo (?:bem|certo)|"
    r"assim (?:está|tá)|está (?:bom|ótimo|perfeito|bem)|tá (?:bom|ótimo|perfeito|bem|tudo)|pode seguir|pode continuar|"
    r"por enquanto|ainda|esquenta|isso é tudo|continua|o erro|d[áe]u? erro|o mesmo|mesma coisa|não (?:func|deu|abr|"
    r"apar))\w*)"
)
_ASK = (
    r"(?:(?:você |vc |tu )?(?:pode(?:s|ria|rias)?|consegue(?:s)?|dá (?:para|pra)|da pra|dava para|importas-te de) )?"
    r"(?:por favor |só |agora |me |vamos |melhor )*"
)
_YOU = r"(?:você|vc|voce|tu|cê)"
_HARM = (
    r"(?:esqueceu|apagou|removeu|deletou|quebrou|ignorou|pulou|renomeou|sobrescreveu|duplicou|inventou|mexeu|"
    r"entendeu (?:errado|mal)|confundiu|reescreveu|chutou|perdeu|estragou|bagunçou|sumiu|exagerou|trocou)"
)
_DID = rf"(?:{_HARM}|mudou|alterou|colocou|botou|moveu|tirou|deixou|commitou)"
_TU = (
    r"(?:apagaste|removeste|esqueceste(?:-te)?|mudaste|alteraste|partiste|estragaste|mexeste|ignoraste|trocaste|"
    r"saltaste|"
    r"puseste|tiraste|inventaste|duplicaste|percebeste mal|reescreveste|exageraste)"
)
_N = r"n[ãa]o+"
_WRONG = r"(?:errad[oa]s?|incorret[oa]s?|mal|trocad[oa]s?)"
_PLACES = (
    r"(?:arquivo|ficheiro|branch|pasta|lugar|sítio|função|nome|diretório|tabela|coluna|projeto|ambiente|repositório|"
    r"módulo|"
    r"lado|versão|ordem)"
)
_WORD = r"[\w…./'-]{1,30}"

_CUES: tuple[Cue, ...] = (
    *cues("answer", rf"{_FILLER}{_N} ?[,.!;:—–-]+ ?{_FINE}(?=\w)", rf"{_FILLER}nada disso\b"),
    *cues(
        "strong",
        rf"{_FILLER}{_N} {_N}\b",
        rf"\b{_N} (?:é|era|são|eram) (?:n?[oa]s? |em |de |para |pra |um |uma |"
        rf"d[oa] )?{_WORD}(?: {_WORD}){{0,2}},? (?:é|era|são|eram|mas|e sim)\b",
        r"\b(?:está|tá|ficou|fizeste|fez|é) (?:tudo )?(?:ao contrário|invertid[oa]s?|trocad[oa]s?)\b|\binvert(?:eu|"
        r"este)\b",
        rf"\b{_N} gostei\b|\bficou pior\b",
        r"\b(?:arranja|arruma|acha|encontra|procura|tenta|pensa em|faz) (?:de )?(?:uma? )?outr[ao] (?:jeito|forma|"
        r"maneira|modo|solução)\b|\bd[eo]utr[ao] (?:jeito|forma|maneira|modo)\b|\bde outr[ao] (?:jeito|forma|maneira|"
        r"modo)\b",
        r"^(?:isso|isto|assim) (?:quebra|muda|altera|parte) (?:a|o) (?:api|assinatura|contrato|interface|esquema|"
        r"schema)\b",
        r"\b(?:só |apenas |eu )perguntei\b|^perguntei\b|\bera (?:só )?uma pergunta\b",
        rf"{_FILLER}(?:apagou|removeu|deletou|sumiu com|tirou|trocou|mudou|mexeu|renomeou|esqueceu) (?:n?[oa]s? |"
        r"meus? |minhas? |tod[oa]s |tudo|de |d[oa]s? )",
        r"\bvolta(?:r)? (?:pr[oa]|ao|à|para [oa]) (?:que era|anterior|original|jeito|normal|antig[oa])\b",
        rf"{_FILLER}(?:cancela|cancele|anula) (?:só |apenas |isso|tudo|[oa] últim)",
        rf"\b{_N} (?:é|era|foi|está|tá|ficou) (?:bem |mais |nada )?(?:isso|assim|esse|essa|este|esta|isto|aí|aqui|"
        r"nesse|nessa|o que (?:eu )?(?:pedi|quis|queria|quero|disse|falei)|o (?:arquivo|ficheiro|certo|lugar|sítio|"
        r"correto)|a (?:pasta|branch|certa))\b",
        rf"\b{_N} (?:foi|era|é) (?:isso |isto )?(?:o )?que (?:eu )?(?:pedi|quis|queria|disse|falei|quero)",
        rf"{_FILLER}(?:isso |isto |aí |assim |{_YOU} |tudo )?(?:está|tá|ficou|saiu|fez|fizeste|continua|"
        rf"é)(?: (?:tudo|completamente|totalmente|ainda|isso|isto))* {_WRONG}\b",
        rf"{_FILLER}(?:tudo )?errad[oa] ?(?:[.,!…—–]|$)",
        rf"{_FILLER}(?:é |esse é |isso é |está |tá )?(?:no |na |o |a )?{_PLACES} errad[oa]s?\b",
        r"(?<!que )\beu (?:já |só |tinha |te |bem )*(?:disse|falei|pedi|queria|quis dizer|avisei|mencionei|dito|"
        r"pedido|falado)\b(?! (?:saber|perguntar|ver|entender|perceber|agradecer|com|ao|à|pro|na|no)\b)",
        r"\b(?:já |bem )?te (?:disse|falei|pedi|avisei)\b|\bjá (?:disse|falei|pedi|avisei) (?:que|para|pra|isso|duas|"
        r"mais de|\w+ vezes)\b",
        r"\bs[óo] (?:pedi|queria|era)\b|\b(?:pedi|era|queria) (?:s[óo]|apenas)\b|^(?:eu )?pedi (?:para|pra)\b",
        r"\beu quis dizer\b|^(?:eu )?qu(?:is|eria) dizer\b|\bcomo (?:eu )?(?:disse|falei|pedi)\b",
        rf"\b{_N} (?:te )?pedi\b|\bninguém (?:te |lhe )?pediu\b|\bera (?:para|pra|p/) (?!funcionar|estar|dar|"
        r"aparecer|abrir|ter|carregar|sair|passar|retornar|devolver)\w+",
        rf"{_FILLER}{_YOU} (?:já |ainda |também |só |acabou de |simplesmente )*{_DID}\b",
        rf"(?:, |\bmas |\be |\bpq |\bpor ?qu[eê] (?:é que )?){_YOU} {_HARM}\b",
        rf"\b{_TU}\b",
        rf"\b{_YOU} {_N} (?:fez|pôs|colocou|usou|adicionou|atualizou|mudou|removeu|rodou|leu|seguiu|devia|deveria|"
        r"precisava|era)\b",
        rf"\b{_YOU} (?:devia|deveria) ter\b|\b{_N} (?:devia|deveria|devias|precisava|precisavas|era pra) (?:ter|"
        r"mexer|mudar|criar|apagar)\b",
        r"(?<!se )\besqueceu d[eoa]s?\b",
        r"(?:^|, |\be )exager(?:ou|aste|ado)\b",
    ),
    *cues(
        "strong",
        rf"{_FILLER}{_ASK}(?:desfaz|desfaça|desfazer|reverte|reverta|reverter|restaura|restaure|restaurar|descarta|"
        r"descarte|descartar)\b(?: (?:só |apenas |também )?(?:isso|isto|ess[ae]s?|est[ae]s?|[oa]s?|tudo|aquilo)\b|"
        r" ?[,.!?]|$)",
        rf"(?:{_FILLER}|, |\bmelhor |\be ){_ASK}(?:volta|volte|voltar|voltas) (?:atrás|como|tudo|isso|(?:ao|à|"
        r"para [oa]|pr[oa]|pra|[oa]) (?:que|anterior|antig[oa]|original|versão|jeito|código|como|primeir[oa]|estado|"
        r"forma|esquema|outr[oa]))",
        r"\b(?:bota|coloca|põe|coloque|traz|traga|bote|mete|repõe|ponha) (?:[\w ]{1,30} )?de volta\b|^(?:repõe|"
        r"repor)\b",
        r"\b(?:deixa|deixe|deixar|mantém|mantenha|manter|ficar?|mantemos) (?:[\w ]{1,30} )?(?:como (?:estava|era|"
        r"tava|está)m?|do jeito que)\b",
        rf"{_FILLER}{_ASK}(?:tira|tire|remove|remova|apaga|apague) (?:[oa]s? |ess[ea]s? |tudo )?(?:isso|isto|"
        rf"[\w ]{{0,30}}) ?(?:o )?que (?:você|vc|puseste|meteste|adicionaste|criaste)\b",
        r"\b(?:como|do jeito (?:que|q)) (?:estava|era|tava)m?\b",
        asked=True,
    ),
    *cues(
        "opening",
        rf"{_FILLER}(?:para|pare|pára|chega|alto)(?: ?[.,!…]|$| de \w+r\b| com isso\b)|^chega de \w+",
        rf"{_FILLER}(?:nada de|sem) (?!erros?|problemas?|resposta|retorno|querer|dúvida|pressa|aviso)\w+",
        rf"{_FILLER}{_ASK}(?:tira|tire|remove|remova|apaga|apague|corta|corte) (?:isso|isto|ess[ae]s?|"
        r"est[ae]s?)\b(?! (?:item|ticket|tarefa))",
        rf"{_FILLER}{_ASK}(?:deixa|deixe|mantém|mantenha) (?:só |apenas )?(?:[oa]s? |meu |minha |meus |"
        r"minhas )(?!app|servidor)\w+",
        r"\b(?:usa|use|usar|aproveita|aproveite) (?:[oa]s? )?[\w./-]+ (?:que )?(?:já (?:existe|temos|tem|tinha|está)|"
        r"existente)",
        r"\bjá (?:existe|temos|tem) (?:um|uma) \w+",
        rf"{_FILLER}(?:só|apenas|somente) (?:[oa]s?|n[oa]s?|ess[ae]|est[ae]|um|uma)\b",
        rf"{_FILLER}(?:faz |deixa |quero )?(?:bem |muito )?(?:mais (?:simples|curt[oa]|enxut[oa]|direto)|"
        r"menos \w+)\b|\bsimplifica\b",
        rf"^{_N} (?:n[oa]s?|em|para|pra|com|por|isso|esse|essa|este|assim|aí|aqui|tod[oa]s?|tudo|quero)\b",
        rf"{_FILLER}{_YOU} (?:já |ainda |também |só |acabou de )*(?!acertou|conseguiu|resolveu|arrumou|corrigiu|"
        rf"melhorou|explicou|mandou|falou|disse|comentou|perguntou|sugeriu)\w{{3,}}(?:ou|eu|iu|ôs|ez)\b(?! bem)",
        r"\b(?!haste|contraste|desgaste|baste|gaste|afaste|arraste|acertaste|explicaste|arranjaste|mandaste|"
        r"falaste)\w{2,}aste\b",
        r"\b(?:fizeste|puseste|meteste|escreveste|converteste|devolveste|partiste|inseriste|removeste|"
        r"definiste)\b(?! bem)",
        r"\b(?:tem|têm) (?:que|de) (?:ser|ficar|estar|ter|continuar|vir|usar)\b|\b(?:deve|devia|deveria)m? (?:ser|"
        r"ficar|usar|ter)\b(?!.*\b(?:mas|agora)\b)",
        rf"{_FILLER}(?:eu )?(?:quero|queria) (?!saber|entender|perceber|ver|perguntar|que|fazer|adicionar|criar|"
        r"uma? nov)",
        rf"{_FILLER}{_ASK}(?:muda|mude|troca|troque|põe|coloca|coloque|bota|passa|passe|move|faz|faça) (?:isso|isto|"
        r"ele|ela|esse|essa|este|esta)\b",
        r"^(?:muda|troca|põe|coloca|passa|mete)-(?:[oa]s?|n[oa]s?)\b",
        r"^(?:um pouco |bem |muito )?(?:mais|menos) (?!tarde|uma|um|nada|alguma|cedo|"
        r"ou)\w+(?: \w+)?(?:,? (?:por favor|pf))?[.!]*$",
        r"\b(?:tínhamos |tinhamos |já )?combin(?:amos|ámos)\b|\bcomo combinado\b|\brel(?:ê|eia)\b|\b(?:lê|"
        r"leia) .{1,30}(?:de novo|outra vez|novamente)",
        rf"{_FILLER}(?:de novo|outra vez|mais uma vez) (?:com|os|as|o|a|isso|isto)\b",
        r"\baqui (?:a gente |nós |se )?(?:usa|usamos|é)\b|\bo padrão (?:aqui|do projeto|da casa) é\b",
        rf"\b{_N} precisava (?:de |d[oa]|tudo|tanto|disso)\b",
        r"^(?:esquece|esqueça)(?: isso| isto)?[,.!]",
        r"\b(?:é|são) (?:demais|muito|muita coisa|de mais)[.!]*$",
        rf"{_FILLER}{_N} (?:esconda|escondas|abrevia|abrevie|abrevies|encurta|encurte|instala|instales|embrulha|"
        r"engula|mistura|misture|mistures|duplique|repita|repitas|chuta|chute|traduz|traduza|traduzas|formata|"
        r"formate|formates|comente|mocka|mocke|troca|troque|troques|mova|movas|precisava|tires|tire|"
        r"tira)\b(?! (?:nada|mais))",
        rf"^(?:n[oa]s?|em|com|isso|esse|essa) [\w-]+ {_N}[.!]*$|^(?:é )?(?:n[oa]s?|em|com) [\w-]+,? {_N} (?:n[oa]s?|"
        r"em|com) [\w-]+",
        rf"^mas (?:por favor )?(?:tira|tire|troca|troque|usa|use|muda|mude|deixa|deixe|remove|remova|põe|coloca|{_N} )",
        r"^é (?:o |a )?(?:[\w-]+ )?\d+[.!]*$|\b(?:chama-se|se chama|chamamos)\b.*\bn[ãa]o\b",
        rf"{_FILLER}{_N} (?:mexe|mexa|mexas|mexer|altera|altere|alteres|muda|mude|mudes|usa|use|uses|apaga|apague|"
        r"apagues|remove|remova|removas|cria|crie|cries|adiciona|adicione|faz|faça|faças|coloca|coloque|toca|toque|"
        r"toques|renomeia|renomeie|escreve|escreva|inventa|invente|inventes|quero|põe|ponhas)\b(?! (?:nada|mais))",
        r"\b(?:deixa|deixe) (?:[\w ]{1,30} )?(?:quiet[oa]|em paz)\b",
        r"\bem vez disso\b|^(?:em vez|ao invés|no lugar) (?:de|d[oa])\b",
        rf"{_FILLER}(?:eu )?(?:prefiro|preferia|acho melhor|melhor (?:usar|fazer|deixar|manter|voltar))\b",
        r"\b(?:está|tá|ficou|isso é|é|são) (?:muito|demasiado) (?:long|verbos|complicad|complex|exagerad)\w+|"
        r"\b(?:complicad[oa]|long[oa]|verbos[oa]|complex[oa]|exagerad[oa]) (?:demais|de mais)\b",
        r"^(?!(?:funciona|roda|mostra|aparece|dá|abre|só|ainda|talvez|sim|"
        rf"acho)\b){_WORD}(?: {_WORD}){{0,4}}, {_N} (?!sei|é|há|tem|está|tá|foi|funcion|deu|d[áa]|precis|aparec|"
        rf"consig|pod)(?:n?[oa]s? |em |com |de |para |um |uma )?{_WORD}(?: {_WORD}){{0,2}}[.!]*$",
        r"^falt(?:ou|a|am|aram)\b",
        r"^(?:quase|tá quase|está quase)\b.{0,20}\b(?:mas|só)\b",
        r"\b(?:ficou bom|tá bom|está bom|bom|boa|ótimo|obrigad[oa]|valeu|perfeito),? (?:mas|só que|"
        rf"só) (?:por favor )?(?:tira|troca|usa|muda|deixa|remove|{_N} |põe|coloca|faz|o |a )",
        rf"\b(?:a gente|nós|aqui|cá) {_N} (?:usamos|se usa|usa) ",
        rf"\b{_N} (?:resolve|é solução|adianta)\b",
    ),
    *cues("interrupt", rf"{_FILLER}(?:pare|usa|use|só|deixa(?! eu| me| ver))\b", r"^só\b|\bem vez\b"),
)

PORTUGUESE = Language(
    cues=_CUES,
    no_correction=(
        rf"^{_N} (?:sei|há|aparec\w+|funcion\w+|consig\w+|deu|abr\w+|tem|roda|compil\w+|carreg\w+|precisa|percebi|"
        r"entendi)\b"
        r"|^(?:para|pare|espera|pausa)[,. ]+(?:que |vou|preciso|tenho|deixa eu|já volto|um)"
        r"|\b(?:errei|me enganei|enganei-me|li errado|entendi errado|confundi|culpa minha|erro meu|foi mal|"
        r"engano meu|sem querer)\b"
    ),
    question=(
        r"^(?:(?:e|mas|ok|então|hm+)\b[\s,.…]*){0,2}(?:o que|qual|quais|como (?:é que|faço|eu faço|se |faz|fica)|"
        r"quando|onde|quem|"
        r"será que|dá (?:pra|para)|é (?:preciso|possível)|posso|podemos|tem como|existe)\b"
    ),
    why=r"^(?:(?:e|mas|ok|então|hm+)\b[\s,.…]*){0,2}(?:pq|por ?qu[eê])\b",
    praise=r"\b(?:perfeit[oa]|ótim[oa]|maravilha|excelente|adorei|impecável|show)\b",
    new_task=(
        r"^(?:agora|próxim|daqui (?:pra|para)|a partir|também|depois|cria|crie|implementa|implemente|escreve|escreva|"
        r"adiciona|"
        r"adicione|faz|faça|commita|quando|preciso)\b"
    ),
)
