"""The words by which a sentence says yes or no, what comes first, and what it puts aside (SPEC 4.6, 4.8)."""

import re

# They turn what is said around; an odd number of them is a no.
_TURNING = r"""
never|not|no|none|nor|nobody|nothing|neither|don['’]t|doesn['’]t|didn['’]t|won['’]t|wouldn['’]t|can['’]t|cannot|
mustn['’]t|shouldn['’]t|needn['’]t|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|avoid\w*|refrain\w*|forbid\w*|forbade|
prohibit\w*|disallow\w*|bann?ed|ban|bar(?:s|red)|stop(?:s|ped|ping)?|halt(?:s|ed)?|ceas\w+|quit|skip\w*|
drop(?:s|ped|ping)?|discard\w*|strip(?:ped|ping)?|bypass\w*|circumvent\w*|resist|
keep (?:away )?from|stay away from|steer clear|shy away|hands off|leave off|abstain\w*|abandon\w*|
omit\w*|leav\w+ out|left out|leave (?:it|this|that)|without|dispens\w+|forgo\w*|
(?:spare|save) (?:yourself|yourselves|us|them|the (?:trouble|effort|work|time))|unnecessary|needless\w*|superfluous|
redundant|dispensable|expendable|overkill|overrated|exaggerated|excessive|pointless|useless|futile|senseless|
meaningless|
out of the question|wast\w+|in vain|hardly|scarcely|barely|beginners|a thing of the past|lifted|waived|abolished|
suspended|scrapped|retired|outdated|obsolete|
forget (?:about|to)|ignor\w+|disregard\w*|overlook\w*|neglect\w*|refus\w+|declin\w+|exempt\w*|excus\w+|wrong|
incorrect|mistaken|inadmissible|too much|
too (?:early|late|soon)|(?:frowned|looked down) (?:up)?on|discourag\w+|unwelcome|undesirable|
(?:bad|poor) (?:idea|practice|style|form|habit)|
(?:is|be|was|only|just) (?:a mistake|an error|a myth|superstition)|harmful|unwise|opt out|get (?:away|by) without|
switch(?:ed)? off|turn(?:ed)? off|give up|
instead of|rather than
"""
FORBIDS = re.compile(rf"(?i)(?<![-\w])(?:{''.join(_TURNING.splitlines())})(?![-\w])")
# A no that is none, or one that is taken back.
FORBIDS_NOT = re.compile(
    r"(?i)\b(?:no longer|not|nothing|never|isn['’]t|doesn['’]t|don['’]t|needn['’]t|won['’]t|can['’]t|cannot|no|"
    r"nobody|"
    r"should not|under no circumstances|in no case|at no time)\s+"
    r"(?:\w+\s+){0,3}?"
    r"(?:forbidden|prohibited|banned|wrong|against|avoid\w*|refrain\w*|hesitate|shy|afraid|stop\w*|prevent\w*|fail|"
    r"forget|skip\w*|omit\w*|neglect\w*|ignor\w+|harm\w*|hurts?|objections?|problem|reason not|hesitation|"
    r"second thought|further ado|worry|speaks|forbids|minds?|objects?|complain\w*|cares?|notices?|matters?|hold back|"
    r"asking|bad|regret\w*|drop|abandon|leave out|overlook|wast\w+|a mistake|mistaken|harmful|unwise|be excused|"
    r"stands? in the way|is wrong)\b"
    r"|\b(?:nobody|no one|none|nothing|no other)\s+(?:else\s+)?(?:but|except|other than|besides|than)\b"
    r"|\b(?:nobody|no one|none|nothing) else\b|,\s*(?:and )?not [^,]{1,40},"
    r"|\bwithout (?:a |any |further |much |the )*(?:second thought|hesitat\w+|asking|ado|qualms|scruples|exceptions?|"
    r"fear|worry\w*|thinking|ceremony|restraint|reserve|delay|fail|remorse)\b"
    r"|\bno (?:matter|questions|need to ask|worries|limits?|exceptions?|excuse\w*|doubt)\b"
    r"|\b(?:ban|bar|prohibition|rule|restriction)\b[^.;:]{0,20}\b(?:gone|lifted|dropped|abolished|waived|"
    r"suspended|over|"
    r"removed|obsolete|outdated|history)\b"
    r"|\b(?:wrong|unwise|a mistake|an error|bad|harmful) (?:not to|to (?:skip|omit|avoid|leave out|forget))\b"
    r"|\bnot even\b|\bwhether or not\b|\bif not\b|\bnot (?:until|later than|earlier than|sooner than)\b"
)
OPTIONAL = re.compile(
    r"(?i)\b(?:optional\w*|voluntar\w+|at will|up to (?:you|them|each|whoever)|whether or not|if (?:you|they|one) "
    r"(?:like|wish|want|feel)|(?:need|have|has|needs|required?|obliged?|necessary|bound|expected|"
    r"supposed) (?:not|no)|"
    r"need(?:n['’]t| not)|"
    r"(?:don|doesn|won|didn)['’]t (?:have|need) to|(?:does|do|will) not (?:have|need) to|"
    r"(?:not|isn['’]t|aren['’]t|never|hardly|no longer) (?:be )?(?:necessary|needed|required|obliged|compulsory|"
    r"mandatory|"
    r"expected|supposed|called for)|"
    r"(?:nobody|no one) (?:has|needs|is (?:obliged|required|expected)|expects|asks|requires)|"
    r"can choose|may (?:decline|refuse|opt|leave|skip|choose|well not)|"
    r"no (?:need|call|obligation|duty|requirement)|as you like|(?:only|solely) (?:if|when|in case) (?:somebody|"
    r"someone|asked|you|"
    r"they|there|time|it suits|convenient)|or (?:don['’]t|not|might not|may not|need not|leave it|leave it out|"
    r"skip it)"
    r"\b|whether to|decides? (?:alone|freely|whether)|as (?:you|they|one) (?:please|wish)|rarely|seldom|now and then|"
    r"exceptional\w*|as an exception|at most|time (?:allows|permits)|when there is time|free (?:not )?to|"
    r"at (?:one's|your|their) discretion|a matter of taste|nice to have|a bonus|a luxury|not worth|isn['’]t worth)\b"
)
NORMATIVE = re.compile(
    r"(?i)^[\W_]*(?:(?:please|but|and|then|so|else|also|but also|you) )?(?:never|don['’]t|do not|always|"
    r"avoid)\s+(?!(?:as|an?|the|in|on|for|from|of|with|by|at|that|this)\b)\w|"
    r"\w\s(?:must(?:n['’]t)?|may not|should(?:n['’]t)?|(?:is|are) (?:not allowed|forbidden|required|"
    r"mandatory)|has to|have to|needs to)\s\w"
)
ASKS = re.compile(r"\?[\W_]*$|^[\W_]*[\"“]")
PREFERS = re.compile(
    r"(?i)(?:,\s+(?:and |but )?(?:not|never)|\s+(?:and|but) (?:not|never)|\s+instead of|\s+rather than|"
    r"\s+in place of|,?\s+as opposed to)\s+(?P<other>[^,.;:()]+)"
)
PREFERS_OVER = re.compile(
    r"(?i)\b(?:prefer|favou?r|choose|pick)\b\s(?P<one>[^,.;:()]+?)\s(?:over|to|before|"
    r"ahead of)\s(?P<other>[^,.;:()]+)"
)
ORDER = re.compile(
    r"(?i)(?P<then>,? (?:and )?(?:only )?then)\b|(?<![-\w])(?:"
    r"(?P<first>before|ahead of|prior to|earlier than|in advance of|precedes?|(?:is|are) followed by|"
    r"in front of|not later than|no later than|at the latest when)|"
    r"(?P<last>(?:only |(?:not )?(?:until|till) |no (?:earlier|sooner) than |not (?:earlier|"
    r"sooner) than )?(?:after|once|when)|"
    r"as soon as|following|follows|later than|not until|subsequent to|no (?:earlier|sooner) than|waits? for|behind|"
    r"in the wake of|on the heels of)|"
    r"(?P<until>until|till))(?![-\w])"
)
WAITS = re.compile(
    r"(?i)\b(?:wait|leave|hold|keep|postpone|delay|defer|put off|save|not|never|don['’]t|nothing|nobody)\b"
)
WAITS_NOT = re.compile(
    r"(?i)\b(?:not|never|no|without|don['’]t|needn['’]t|instead of|rather than)\b[^.;:,]{0,25}\b(?:wait\w*|delay\w*|"
    r"postpon\w+|hesitat\w+|hold\w*|linger\w*)[^.;:,]*|\bwhether or not\b|\beven (?:if|though)\b"
)
LATE = re.compile(
    r"(?i)\b(?:last|later|afterwards?|finally|in the end|at the end|can wait|still (?:open|to come|"
    r"pending|missing)|comes? after|(?:can|may|will|shall) follow|follows?\W*$|at the very end|"
    r"at the close)\b"
)
EARLY = re.compile(
    r"(?i)\b(?:first|beforehand|earlier|at the (?:beginning|start|outset)|to begin with|right away|"
    r"straight away|at once|immediately|already|(?:is|are) (?:over|done|finished|complete|behind)|ha(?:s|"
    r"ve) been)\b"
)
NOT_YET = re.compile(
    r"(?i)\b(?:while|as long as|although|though|even when)\b.*\b(?:not|isn['’]t|hasn['’]t|aren['’]t|"
    r"haven['’]t|still)\b"
)
# They put aside what stands behind them, or what stands before them.
ASIDE_NEXT = re.compile(
    r"(?i)\b(?:instead of|rather than|in place of|in lieu of|in preference to|as opposed to|not|never|no|"
    r"without|over|"
    r"than|avoid(?:s|ing)?|skip(?:s|ping)?|forget|leave|drop(?:s|ping)?|ditch|replac(?:es?|ing)|abandon(?:s|"
    r"ing)?|don['’]t|unlike|against|"
    r"prefer\w*\b[^.;:]{0,80}? to|preferable to|superior to|preference over|beats?|outperforms?|outdoes|"
    r"ahead of|wins? over|trumps?|give up|swap|exchange|turn away from|move (?:on |away )?from|switch from|from|"
    r"only costs?|so much for|(?:turn|convert)(?! (?:it|them|this|these)\b)|(?:nobody|no one) (?:needs|wants|uses))\b"
)
ASIDE_BEFORE = re.compile(
    r"(?i)\b(?:avoided|gives? way|yields?|makes? room|(?:is|are|was|were|be|been|gets?) (?:replaced|superseded|"
    r"ousted|avoided|banned|dropped|discarded|inferior)|(?:is|are) (?:out|wrong|overkill|superfluous|"
    r"unnecessary|pointless|excessive|too much|not wanted|banned|forbidden|taboo|"
    r"obsolete|outdated|no good|no use|worse|frowned upon|discouraged|a thing of the past|a mistake|history|"
    r"second best|"
    r"second choice|the exception|no longer \w+|not \w+)|belongs? (?:in|to) the past|"
    r"(?:is|are)n['’]t (?:wanted|allowed|used|good|welcome|right|enough)|would be wrong|ha(?:s|ve) (?:no place|"
    r"had its day)|"
    r"loses? (?:out )?(?:to|against)?|only costs?|costs? (?:time|too much)|(?:has|have|had) to go|should go|"
    r"in (?:its|their) stead|alone\b|aside\b|(?:only )?(?:in|as|if) (?:an? )?(?:emergenc\w+|last resort|exception\w*|"
    r"all else fails)|at most|if at all)\b"
)
TAKES_NEXT = re.compile(r"(?i)\b(?:take|choose|pick|in favou?r of|turn (?:it|them|this) into|prefer(?=\s))\b")
TAKES_BEFORE = re.compile(
    r"(?i)\b(?:wins?|(?:is|are) (?:right|what|better|preferred|best|the way|superior|preferable)|beats?)\b"
)
CONDITION = re.compile(r"(?i)^\W*(?:if|when|whenever|unless|where|because|since|as long as|while|in case)\b")
CLAUSE_END = re.compile(r"[;:,()]|\s[-–—]+\s")
PART_END = re.compile(r"[;:()]|\s[-–—]+\s")
REASON = re.compile(r"(?i),? (?<!only )(?:because|since|so that|in order to)\b.*")
# What stands before a noun, and makes none of a verb.
NOUN_LEADS = re.compile(
    r"(?i)\b(?:the|an?|this|that|these|those|each|every|any|all|some|its|their|our|your|of|with|no)[\s\"“*_`]*$"
)
# Who leaves a thing out doesn't do with it what a rule asks.
LEAVES_OUT = re.compile(
    r"(?i)\b(?:leave out|leaving out|left out|skip|skipping|skipped|omit|omitting|omitted|drop|dropping|dropped|"
    r"forgo|"
    r"forget|do without|dispense with|spare|strip|stripped|discard|discarded|ignore|ignored|neglect)\b"
)
LETS = re.compile(r"(?i)\b(?:let|have|make|help|see)\b")
# With these a sentence asks for something; what begins otherwise tells how things are.
_ASKED = """
accept add adjust allow alert align analyse analyze announce answer append apply approve archive ask assert assess
assign assume attach audit avoid back begin benchmark block book branch break bring browse build bump cache calculate
call cancel capture carry catch centralize change chart check choose cite clarify classify clean clear click clone
close collect combine comment commit communicate compare compile complete compute configure confirm connect consider
consult contact continue convert copy correct count cover create cut date deal debug decide declare define delete
delegate deliver deploy derive describe design detect determine develop dig disable discard discuss dispatch display
divide document download draft draw drop duplicate edit emit enable encode end enforce ensure enter enumerate escalate
establish estimate evaluate examine execute exclude expand explain explore export expose express extend extract fail
favor favour fetch file fill filter find finish fix flag focus follow force format forward gather generate get give go
group handle hand have highlight hold identify ignore implement import include index inform initialize insert inspect
install invite invoke isolate iterate join judge keep label launch learn leave let limit link list listen load locate
lock log look maintain make manage map mark match measure mention merge migrate minimize mock model monitor move name
negotiate normalize note notify number offer open optimize order organize outline output pair parse pass pause perform
pick pin place plan point post prefer prepare present preserve press prevent print prioritize probe process produce
profile promote propose protect prove provide prune publish pull push put query quote raise range ration read rebase
rebuild recheck record redact reduce refactor refer reflect refresh refuse register reject release rely remember
remind remove rename render reopen reorder repair repeat replace reply report reproduce request require rerun reserve
reset resolve respond restart restore restrict return reuse revert review revise revoke rewrite roll rotate round route
run sample save say scale scan schedule scope score screen search seek select send separate serve set settle share ship
show sign simplify simulate skip sketch snapshot solve sort spawn specify spell split stage start state stay stop store
stub submit suggest summarize suppress surface switch synchronize tag take talk target tell terminate test think throw
track trace train transfer translate treat trigger trim try tune turn type understand undo unify update upgrade upload
use validate verify version view visit wait walk warn watch weigh work wrap write
"""
IMPERATIVES = frozenset(_ASKED.split())
# What is done to a thing on the one side undoes what is done to it on the other.
_OPPOSITES = """
keep retain carry include add attach preserve record write hold | drop remove omit delete strip discard erase purge
open | close
enable activate | disable deactivate
start begin launch | stop halt cease
accept approve allow permit | refuse reject decline forbid deny
show display reveal publish | hide conceal mask
raise increase widen | lower reduce decrease
lock freeze | unlock unfreeze
merge join combine | split separate
pin fix | float loosen
"""
OPPOSITES = tuple(tuple(side.split() for side in row.split("|")) for row in _OPPOSITES.strip().splitlines())
