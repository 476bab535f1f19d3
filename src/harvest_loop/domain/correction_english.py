"""Words by which a person who writes English rejects or changes what an agent did."""

from harvest_loop.domain.correction_cues import Cue, Language, cues

_FILLER = (
    r"^(?:(?:ok(?:ay)?|o+h+|a+h+|u+h+|u+m+|h+m+|well|wait|hey|hold on|sorry|but|and|so|argh|ugh|lol|haha|yeah|yes|"
    r"please|"
    r"pls|plz|hang on|whoa|woah|look|right|dude|man|bro|mate|claude|just|now|also|then|again|actually|thanks|"
    r"thank you|ty|"
    r"cool|nice|good|great|fine|guys|really|seriously)\b[\s,.!…:—–-]*){0,6}"
)
_BENIGN = (
    r"(?!(?:thanks|thank|thx|problem|worries|worry|need|rush|idea|clue|luck|biggie|further|more|other|changes?|errors?|"
    r"(?:that's|that is|it's|this is|it is|they're|all) (?:\w+ )?(?:fine|ok|okay|good|all|it|great|perfect|right|"
    r"enough|still)|"
    r"go ahead|not (?:yet|now|really|working)|i (?:don't|do not|haven't|didn't|can't|still) (?:think|know|have|see|"
    r"need|notice|get)|"
    r"we (?:don't|haven't|do not)|looks? good|everything|all good|nothing|sounds|still|same|it still|it (?:doesn't|"
    r"didn't|does not)|"
    r"continue|keep going|go on|carry on|never ?mind|nvm|my bad|false alarm|wait|doesn't|didn't|there (?:is|are|was|"
    r"were)|(?:the|my) (?:tests?|build|page|button|app|errors?|server|ci|job|log|logs|screen) )\b)"
)
_ASK = (
    r"(?:(?:can|could|would|will|can't|let's|i want you to|you should|you can) ?(?:you |we )?)?(?:please |pls |just |"
    r"now |also )*"
)
_THINGS = (
    r"(?:changes?|edits?|commits?|renames?|refactor(?:ing)?|rewrites?|patch(?:es)?|fix(?:es)?|move|migrations?|"
    r"deletions?|"
    r"one|two|three|thing|part|bit|step|work|stuff|version|renaming|formatting|wording|rest)"
)
_IT = (
    r"(?:that|this|it|those|these|them|both|all of (?:that|this|it|them)|everything|your (?:[\w-]+ )?\w+|what you \w+|"
    rf"(?:the|that|those|this) (?:[\w-]+ ){{0,2}}?{_THINGS})"
)
_ADVERBS = (
    r"(?:(?:just|also|again|still|now|already|accidentally|completely|totally|only|even|basically|actually|clearly|"
    r"then|"
    r"somehow|silently|simply) )*"
)
_HARM = (
    r"(?:deleted|removed|broke|overwrote|forgot|missed|misunderstood|misread|ignored|skipped|dropped|lost|left out|"
    r"renamed|"
    r"hardcoded|hard-coded|duplicated|reverted|replaced|touched|invented|made up|hallucinated|assumed|guessed|mixed up|"
    r"messed up|screwed up|swapped|overdid|wiped|disabled|commented out|flipped|mangled)"
)
_DID = rf"(?:{_HARM}|left|changed|put|moved|edited|modified|reformatted|rewrote|committed|pushed|switched)"
_VERB = (
    r"(?:use|make|do|put|try|go with|call|name|return|write|keep|move|drop|remove|don't|do not|rename|leave|revert|"
    r"undo|"
    r"change|set|take|add|stick|let's|get rid)"
)
_NOT_TAIL = (
    r"(?!(?:sure|bad|yet|now|really|great|good|working|found|possible|needed|necessary|urgent|important|certain|too|"
    r"so|a|"
    r"much|even|only|just|ok|okay|fine|any|that|be|been|there|here|broken|work|allowed|supported|set|defined|"
    r"available)\b)"
)
_NO_CASE = r"(?!.*\b(?:when|whenever|if|once|while|until|unless|after)\b)"
_WORD = r"[\w…./'-]{1,30}"
_OLD = (
    r"(?:the (?:first|old|previous|original|earlier|last|initial|other|prior|former|way|version)|how|what|my|v?\d|"
    r"before|plain)"
)
_PLACES = (
    r"(?:file|branch|one|place|direction|approach|way|directory|dir|folder|repo|repository|function|thing|project|"
    r"config|"
    r"module|package|env|environment|assumption|idea|path|language|spot|person|customer|account|version|table|column|"
    r"order)"
)

_CUES: tuple[Cue, ...] = (
    *cues(
        "answer",
        rf"{_FILLER}no+(?:pe|o)? ?[,.!;:—–-]+ ?{_BENIGN}(?=\w)",
        rf"{_FILLER}nah,? {_BENIGN}(?=\w)",
        rf"{_FILLER}no (?=(?:the (?:other|one|second|first|old|new|whole)|use|put|leave|keep|make|just|only|not|"
        r"don't|change|like|"
        r"i (?:want|need)|that's not|it's not|it should|please)\b)",
    ),
    *cues(
        "strong",
        rf"{_FILLER}no+(?:pe)?,? (?=(?:no|stop|i (?:said|meant|asked|told))\b)",
        r"\bnot what (?:i|we) (?:asked|wanted|want|meant|said|had in mind|was asking|were asking|need|needed|"
        r"requested)\b",
        r"\b(?:that|this|it)(?:'s| is| was|'s still| is still) not (?:it|right|correct|true|how|what|where|why|"
        r"the (?:right|point|issue|problem|one|file|way|same|bug|cause|idea|plan))\b",
        r"\b(?:that|this|it) (?:isn't|wasn't|ain't) (?:it|right|correct|true|how|what|where|the (?:right|point|issue|"
        r"problem|one|file|way|same|bug|cause|idea|plan))\b",
        r"(?<!what )\b(?:(?:that|this|it|these|those|you)(?:'s| is| are|'re| was| were)|you(?:'ve)? (?:got|did|"
        rf"have) (?:it|that|this)) {_ADVERBS}(?:all )?wrong\b",
        rf"{_FILLER}(?:that's |it's |this is |still |you (?:\w+ ){{1,3}})?(?:in |on |to )?(?:the |"
        rf"a )?wrong (?:{_PLACES}\b|(?=[.,!…—–]|$))|{_FILLER}wrong ?(?:[.,!…—–]|$)",
        r"\b(?:that|this|it|you)(?:'s| is|'re| are) (?:incorrect|mistaken|backwards)\b",
        r"\bnot like (?:that|this)\b(?! (?:before|in))",
        r"(?<!what )(?<!all )\bi (?:already |just |explicitly |specifically |clearly |literally |only |"
        r"really )*(?:said|told you|asked you|asked for|meant|specified)\b(?! to (?:say|ask|thank|write|mention|"
        r"tell)| thanks)",
        r"(?<!what )(?<!all )\bi (?:already |just |explicitly |specifically |clearly |only |really )*wanted (?!to\b)",
        r"\b(?:as|like) i (?:already )?(?:said|told you|mentioned|asked|wrote)\b",
        r"\bsaid (?:it|that|this|so) (?:twice|before|already|\w+ times)\b",
        r"\bi (?:didn't|did not|never) (?:ask|asked|say|said|want|wanted|mean|meant|tell|told)\b(?! (?:them|him|her))",
        r"\b(?:nobody|no one|no-one) (?:asked|told you)\b",
        rf"{_FILLER}(?:why |because )?you(?:'ve| have)? {_ADVERBS}{_DID}\b",
        rf"(?:, |\bbut |\band |\bwhy (?:did|have|are|would) )you {_ADVERBS}{_HARM}\b",
        r"(?<!if )(?<!case )(?<!did )(?<!that )\byou (?:didn't|did not|haven't|failed to|shouldn't|should not|"
        r"weren't supposed|were not supposed|were (?:only )?supposed|should(?: have|'ve) (?:asked|used|kept|put|left|"
        r"made|done|checked|added|removed|called|written|started|stopped|read|tested|waited)|missed|forgot|"
        r"misunderstood)\b(?! (?:see|know|hear|have to|need to))",
        r"\bscratch that\b",
        r"\bover-?(?:engineer(?:ed|ing)|complicat(?:ed|ing)|kill)\b",
        r"\bother way a?round\b",
        r"\b(?:hides|masks|papers over|defeats|sweeps) (?:it|that|the|this)\b",
        r"\b(?:find|do it|there must be|try) (?:a|some )?(?:another|other|different|better) (?:way|approach)\b|"
        r"\bfind a way (?:without|around|that doesn't)\b|\bfix the (?:actual|real|root|underlying) ",
        r"^(?:this|that|it) (?:breaks|changes) (?:the|our) (?:public |existing )?(?:api|signature|contract|schema|"
        r"interface|abi)\b",
        r"\bi (?:was )?(?:only |just )?asking (?:if|whether|a question)\b|\bi (?:only |just )asked (?:if|whether|"
        r"a question|about)\b|\b(?:it|that) was (?:just |only )?a question\b",
        r"\b(?:requirement|spec|list|ticket|bullet|point|item|step)s? .{0,30}(?:is|are) missing\b|\b(?:is|still|"
        r"you're) missing (?:the )?(?:point|item|last|requirement|step|bullet)",
        rf"{_FILLER}(?:what )?i mean(?:t)? (?:the|in|on|for|to|like|not|was|by)\b",
        r"\byou(?:'re| are) (?:\w+ing )?(?:in |on |at )?the wrong\b",
        r"\bwe (?:had )?agreed (?:on|to|that)\b|\bas agreed\b|\bre-?read\b|\bread .{1,30} again\b|\bremember (?:i|we|"
        r"what i)\b",
    ),
    *cues(
        "strong",
        rf"{_FILLER}{_ASK}(?:undo|revert|roll ?back|back out|discard|scrap|take back|throw (?:away|out)|restore|"
        rf"bring back|put back) {_IT}\b",
        rf"(?:{_FILLER}|, |\band |\bplease ){_ASK}(?:roll|put|change|switch|move|turn|set|bring|take|add) (?:it|that|"
        rf"this|them|those|everything|all of it|the [\w ./-]{{1,40}}?) back\b",
        rf"(?:{_FILLER}|[,.] |\bplease ){_ASK}(?:go|get|revert|roll|change|switch) back to {_OLD}\b",
        rf"{_FILLER}{_ASK}(?:undo|revert)\b ?(?:[.,!?…—-]|$|pls|please)",
        rf"{_FILLER}{_ASK}(?:undo|revert) (?:the|your|my|those|these|all) (?!(?:[\w.-]+ ){{0,2}}?(?:release|"
        r"deploy\w*|merge|version|pr)\b)",
        rf"{_FILLER}{_ASK}(?:bring|put) back (?:the|my|that|those)\b",
        rf"{_FILLER}{_ASK}(?:leave|keep) (?:it|that|this|them|the [\w ./-]{{1,40}}?|"
        rf"my [\w ./-]{{1,40}}?) (?:as (?:it|they) (?:was|were)|the way (?:it|they) (?:was|were)|(?:how|"
        r"like) it was)\b",
        rf"{_FILLER}{_ASK}(?:get rid of|remove|delete|drop|take out|rip out) (?:that|those|these|the|all the|your|"
        rf"all those) ?[\w ./-]{{0,40}}? you (?:just |'ve |have )*(?:added|made|wrote|created|put|introduced|left)\b",
        r"\b(?:i|we) (?:liked|preferred) (?:it|the (?:old|previous|first|original)) ",
        asked=True,
    ),
    *cues(
        "opening",
        rf"{_FILLER}stop ?(?:[.,!…—-]|$|it\b|that\b|please|pls)",
        rf"{_FILLER}stop (?!monitoring|watching|tracking|waiting|worrying|chasing|running)\w+ing\b{_NO_CASE}",
        rf"{_FILLER}(?:don't|do not|never) (?!(?:forget|worry|bother|hesitate|stop|think|know|see|have|need|want|"
        r"understand|get|run|commit|push|deploy|merge|start|wait|close|continue|let|miss|mind|work|"
        rf"exist)\b)[a-z-]+\b(?! (?:anything|a thing|a single thing|yet)){_NO_CASE}",
        rf"{_FILLER}{_ASK}(?:leave|keep) (?:it|that|this|them|the [\w ./-]{{1,40}}?|my [\w ./-]{{1,40}}?) (?:as is|"
        r"alone|unchanged|untouched)\b",
        r"^no (?:more )?[\w-]+ ?!",
        r"^(?:and )?no (?:new|extra|fancy) (?!errors?|warnings?|issues?|failures?|problems?|messages?)\w+",
        rf"{_FILLER}{_ASK}(?:leave|keep) (?:the|my|our|all) (?:rest|original|comments?|order|names?|tests?|others?)\b",
        rf"{_FILLER}{_ASK}(?:make|change|set|switch|move|put|turn|call|name|rename|split|merge|limit|restrict|wrap|"
        rf"sort) (?:it|that|this|them|those|these)\b(?! (?:work|also|so|on (?:the|my) list|to done)){_NO_CASE}",
        rf"{_FILLER}you(?:'ve)? {_ADVERBS}(?!fixed|solved|nailed|mentioned|suggested|asked|explained|showed|helped|"
        rf"finished|need)\w+ed\b|{_FILLER}you(?:'ve)? {_ADVERBS}(?:put|wrote|took|kept|set|cut|ran)\b",
        r"^(?:the |all |these |those |that |this )?[\w…./-]{1,30}(?: [\w…./-]{1,20})? belongs? (?:in|into|under|to|"
        r"on|inside)\b",
        r"^(?:a bit |a little |much |way |even )?(?:smaller|bigger|shorter|longer|simpler|lower|higher|darker|"
        r"lighter|slower|tighter|wider|cleaner)\b",
        rf"{_FILLER}again with (?:the|those|these)\b",
        rf"{_FILLER}{_ASK}(?:remove|drop|delete|kill|take out|get rid of|lose|ditch|rip out) (?:that|those|these|"
        r"this)\b(?! (?:item|ticket|task|issue|one))",
        rf"{_FILLER}(?:just|only) (?:the|this|that|one|for|in|on)\b",
        rf"{_FILLER}(?:make it |keep it )?(?:much |way |a lot |a bit )?(?:simpler|shorter|less \w+)\b",
        rf"{_FILLER}keep it simple\b",
        r"\bthere(?:'s| is) already an?\b|\bwe already have\b|\b(?:use|reuse) (?:the|our|my) (?:existing|built-?in)\b",
        r"\bwe (?:always |only |usually )?use [\w.-]+ (?:here|in this|for|everywhere)\b|\b(?:convention|style|"
        r"rule) (?:here|in this \w+) is\b",
        r"^(?:it|this|that|they|these) should(?:n't| not)? (?:only |just |rather |really )?(?:be|have|use|return|"
        r"go)\b(?!.*\bnow\b)",
        r"^[\w ]{1,20} (?:is|are) (?:more than |plenty )?enough\b",
        rf"\b{_VERB} (?:[^,]{{1,60}} )?instead\b(?! of\b)",
        r"^instead,? ",
        rf"{_FILLER}(?:i'd|i would) (?:rather|prefer)\b",
        r"^(?:o+h[, ]+|ok(?:ay)?[, ]+|well[, ]+|wait[, ]+|h+m+[, ]+)?actually,? (?:no|let's (?!also|add)|use|make|"
        r"keep|don't|i'd|scratch|leave|put|go|it's|that's|it should)\b",
        r"(?<!there)(?:'s| is| are| looks| look| seems) (?:way |far |much |a bit |a little |still )*too (?:verbose|"
        r"long|complicated|complex|much|many|clever|wordy|generic|abstract|formal|fancy|broad|aggressive)\b",
        r"^(?:almost|nearly|not quite|so close|close)(?: there)?(?: ?[,.!…—–-]+ ?|,? (?:but|except|just|"
        r"only)\b)(?=.{5})",
        rf"^[^.]{{0,30}}\b(?:good|fine|nice|great|ok|okay|perfect|better|works)\b,? (?:but|except|just|"
        rf"though),? (?:please |can you |could you |i'd |i want |rather )*{_VERB}\b",
        rf"{_FILLER}{_VERB} .{{1,60}}\bthough\b",
        r"\b(?:should|must)(?:n't| not) have (?:been|changed|touched|moved)\b|\bshould have been\b|\b(?:was|"
        r"were) (?:only )?supposed to (?:be|go|have|use|stay)\b",
        r"\b(?:has|have|needs?|ought|is supposed|are supposed) to (?:stay|remain)\b|\b(?:should|must) (?:stay|"
        r"remain)\b",
        r"^(?!(?:works?|runs?|fails?|loads?|shows?|passes|compiles|builds|happens|still|maybe|yes|ok|"
        r"yeah)\b)(?:it's |it should be |that's |use |in |on |to |with |the |make it |call it |should be |"
        rf"i want )?{_WORD}(?: {_WORD}){{0,2}},? (?:and )?not {_NOT_TAIL}(?:the |in |on |with |to |from |"
        rf"an? )?{_WORD}(?: {_WORD}){{0,2}}[.!]*$",
        r"^not (?:on|in|at|to|the|that|this|there|here|with|for|from|as|by)\b",
        r"\bwe (?:don't|do not|never) (?:use|do|allow|mock|write|put|commit)\b|\bwe call (?:it|that|them|these|"
        r"those)\b",
        r"^it's [a-z]{2,12} \d+[.!]*$|^only (?:hide|show|change|fix|update|rename|touch|the|for|in|on|when|this|that|"
        r"those|if|after|before)\b",
        rf"^but (?:please |can you |could you )?{_VERB}\b",
        r"^(?!.*\b(?:works?|same|fine|still)\b).*\b(?:like|as|how it was) before\b|\b(?:back )?to what it was\b",
        r"\b(?:that's|this is|it's|is|are) (?:totally |completely |really |just |way )?(?:unnecessary|overkill|"
        r"not necessary)\b",
    ),
    *cues(
        "interrupt",
        rf"{_FILLER}(?:no|stop|don't|do not|use|only|instead|not|leave|keep)\b(?! (?:errors?|problem|worries|idea|"
        r"going|sure|working|stop|worry|mind|bad|yet))",
        r"\binstead\b",
    ),
)

ENGLISH = Language(
    cues=_CUES,
    no_correction=(
        r"^no (?:errors?|dialogs?|output|warnings?|changes?|idea|problem|worries|rush|need|thanks|response|luck|"
        r"difference|"
        r"effect|notes|complaints)\b|^(?:don't|do not) (?:worry|forget|hesitate|bother)\b"
        r"|^(?:stop|wait|hold on|pause)[,. ]+(?:i |my |let me|need|lunch|meeting|brb|back|sec|one sec|a sec|phone)"
        r"|\b(?:ignore (?:that|this|me|it)|my (?:bad|mistake|fault)|o+ps|whoops|by accident|"
        r"i (?:was wrong|misread|mistyped|misunderstood|broke|deleted|screwed|messed))\b"
    ),
    question=(
        r"^(?:(?:ok(?:ay)?|so|and|but|hm+|wait|oh|also)\b[\s,.…]*){0,2}(?:what(?:'s)?|how|when|where|who|which|is|"
        r"are|was (?!supposed)|"
        r"were (?!supposed)|do (?:i|you|we|they|these|those|the)|does|did|can (?:i|we|it)|could (?:i|we|it)|"
        r"should (?:i|we|it)|would|"
        r"will|isn't|aren't|doesn't|didn't|has|have (?:you|we)|any|am i)\b"
    ),
    why=r"^(?:(?:ok(?:ay)?|so|and|but|hm+|wait|oh|also)\b[\s,.…]*){0,2}why\b",
    praise=(
        r"\b(?:perfect(?:ly)?|love (?:it|this|that)|awesome|excellent|brilliant|exactly (?:right|what)|spot on|"
        r"great work)\b"
    ),
    new_task=(
        r"^(?:next|also|then|from now on|going forward|for the|in the new|after that|once|when|let's (?:also|now)|"
        r"add|implement|"
        r"create|write|build|commit|push|run)\b"
    ),
)
