"""The aspects of work that a sentence speaks of, as a fixed vocabulary that outlives its wording."""

import re
from functools import lru_cache

_TABLE: tuple[tuple[str, str], ...] = (
    ("permissions", r"permissions?|least.privilege|credentials?"),
    (
        "pinning",
        r"pin(?:s|ned|ning)? (?:all|github|actions?|images?|to)|hash(?:es)?|digests?|(?:fully-?)?locked|lock ?files?",
    ),
    ("caching", r"cach(?:e|es|ed|ing)"),
    ("provenance", r"provenance|attest\w*|sign(?:ed|ing)|trusted publish\w*|oidc"),
    ("parallel runs", r"parallel\w*|concurren\w+|(?:dead)?lock(?:s|ing)?|races?|contention"),
    ("strictness", r"strict(?:er|ly|ness)?|pedantic|fail(?:s|ing)? (?:on|when|if|loudly)|hard gates?|enforc\w+"),
    ("coverage", r"coverage"),
    ("linting", r"lint(?:s|ing|er|ers)?|formatters?|auto ?fix(?:es)?"),
    ("type checks", r"type[- ]?(?:check\w*|tests?|safety)|typing tests?"),
    ("docs builds", r"docs? build\w*|build(?:ing)? docs|doctests?"),
    ("packaging", r"packag(?:e|es|ed|ing)|tarballs?|wheels?|pypi|npm publish|dist"),
    ("version matrix", r"(?:python|node|supported) versions?|matrix"),
    ("pull requests", r"pull requests?|prs?|forks?|merge requests?"),
    ("secrets", r"secrets?|tokens? (?:generation|scope)"),
    ("supply chain", r"supply[- ]chain|minimum ?release ?age|cooldown|vulnerab\w+|audits?"),
    ("dependency groups", r"dependency groups?|dependabot updates|dependency updates?"),
    (
        "releases",
        r"releas(?:e|es|ing) (?:script|process|workflow|notes|skill|checks?)|publish\w*|for releas\w+|before releas\w+",
    ),
    ("visual regression", r"visual regression|vrt|screenshot\w*|snapshots?"),
    ("flakiness", r"flak(?:y|es|ing|iness)|timeouts?|hang(?:s|ing)?"),
    ("isolation", r"isolat\w+|sandbox\w*|worktrees?|ephemeral"),
    ("dry runs", r"dry[-_ ]?run"),
    ("retries", r"retr(?:y|ies)|idempoten\w+|fallbacks?|mirror(?:s|ed)?"),
    ("triggers", r"schedul\w+|cron|trigger\w*|event[- ]driven"),
    ("review", r"review(?:s|er|ers|ing)?|checklists?|approv\w+|gat(?:e|es|ed)\b"),
    ("sub-agents", r"sub-?agents?|delegat\w+|multi-agent|orchestrat\w+|dispatch\w*"),
    ("prompts", r"prompts?|descriptions?|frontmatter|rationali[sz]ation|instructions?|wording|hallucinat\w+"),
    ("context", r"context|transcripts?|bootstrap|memory"),
    ("skills", r"skills?|slash commands?|agents?"),
    ("portability", r"windows|posix|portab\w+|cross-platform|macos|linux|git bash|powershell|nixos|wsl"),
    ("contributions", r"contribut\w+|issue templates?|slop|polic(?:y|ies)|guidelines?|disclos\w+|maintain\w+"),
    ("tests", r"tests?|testing|fixtures?|harness|evals?|e2e|end-to-end|regressions?|smoke"),
    ("hooks", r"hooks?|pre-?(?:commit|push)"),
    ("commits", r"commit messages?|branch (?:names|naming)|conventional commits?|changelogs?"),
    ("cost", r"token (?:usage|cost|budget)|cost|budget"),
    ("continuous integration", r"ci|workflows?|pipelines?|github actions?"),
    ("validation", r"validat\w+|schemas?|drift|verif\w+|checks?|guard(?:s|rails?)?"),
    ("security", r"secur\w+|harden\w*|injection|secret scanning|gitleaks"),
    ("encoding", r"utf-?8|encodings?|unicode|accents?|umlauts?|bom|line endings?|crlf"),
    ("time zones", r"time ?zones?|utc|dst|calendar days?|local days?"),
    ("quoting", r"quot(?:e|es|ed|ing)|escap(?:e|es|ed|ing)|shlex|shell splitting"),
    ("environments", r"dev(?:elopment)? (?:env\w*|setup|server|shell)|local dev\w*|onboard\w*|toolchain"),
    ("deployment", r"deploy\w*|rollouts?|dashboards?|containers?|docker\w*|provision\w*"),
    ("documentation", r"document(?:ed|ation|s)?|docs|guides?|runbooks?|playbooks?"),
    ("planning", r"plans?|specs?|design docs?|brainstorm\w*|acceptance criteria"),
    ("model choice", r"model (?:tiers?|choice|selection|strategy)|models?"),
)
_FACETS = tuple((name, re.compile(rf"(?<![\w/.])(?:{words})(?![\w/])", re.IGNORECASE)) for name, words in _TABLE)


@lru_cache(maxsize=16384)
def facets_of(text: str) -> tuple[str, ...]:
    """Return the aspects that a text speaks of, in the order of the vocabulary."""
    return tuple(name for name, pattern in _FACETS if pattern.search(text))
