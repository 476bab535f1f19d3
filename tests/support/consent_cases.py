"""Each consent rule in texts that a person can compare: what it refuses, and the nearest thing that passes."""

import datetime as dt
from typing import NamedTuple

TODAY = dt.date(2026, 3, 10)
REGISTRY = """\
classes:
  - name: memory-archive
    owner: sweep
    mode: archive
    target: memory
    capabilities: [read, local-write]
    sinks: []
    feeds: []
    promotion_eligible: true
  - name: release-notes
    owner: writer
    mode: write
    target: docs
    capabilities: [read, publish]
    sinks: [release page]
    feeds: [ci]
    promotion_eligible: false
"""
PROFILE = """\
---
language: en
standing_consent:
  memory-archive:
    granted: 2026-03-01
    expires: 2026-03-31
    owner: sweep
    mode: archive
    target: memory
    effects: [local-write]
    sinks: []
---

2026-03-01: granted, in the person's words: go on without asking.
"""


class Case(NamedTuple):
    """Ids of the rules broken; a piece of the sound text; what stands there instead, refused and passing."""

    rules: str
    sound: str
    refused: str
    passing: str


ELIGIBLE = "    promotion_eligible: true\n"
PROPOSED = """\
    promotion_eligible: true
    proposed_by: session 7
    excludes: [deleting an entry]
    adversarial_examples: [renaming an entry, moving the index]
    reviewed_by: a person
"""
NAME = "  - name: memory-archive\n"

OF_THE_REGISTRY = (
    Case("R1", "    owner: writer\n", "", "    'owner': writer\n"),
    Case("R1", "    feeds: []\n", "", "    feeds: [\n    ]\n"),
    Case("R1", "    mode: write\n", "    modes: write\n", "    mode : write\n"),
    Case("R1", "classes:\n", "classes:\n  - memory-move\n", "classes:\n  # - memory-move\n"),
    Case("R1-b R4", "eligible: true", 'eligible: "true"', "eligible: True"),
    Case("R1-b", "eligible: false", 'eligible: "false"', "eligible: FALSE"),
    Case("R1-b", "eligible: false", "eligible: 0", "eligible: false  # 0"),
    Case("R1-b", "mode: write", "mode: '  '", "mode: '  write  '"),
    Case("R1-b", "mode: write", "mode: 7", "mode: '7'"),
    Case("R1-b", "mode: write", "mode: 2026-03-01", "mode: '2026-03-01'"),
    Case("R1-b", "mode: write", "mode:", "mode: 'null'"),
    Case("R1-b", "mode: write", "mode: [write]", "mode: '[write]'"),
    Case("R1-b", "name: release-notes", "name: {of: notes}", "name: 'of: notes'"),
    Case("R1-b", "owner: writer", "owner: true", "owner: 'true'"),
    Case("R1-b", "target: docs", "target: 1.5", "target: v1.5"),
    Case("R1-b R2", "feeds: []", "feeds:", "feeds: []  # none"),
    Case("R1-b", "sinks: [release page]", "sinks: release page", "sinks:\n    - release page"),
    Case("R1-b", "sinks: [release page]", "sinks: [release page, '']", "sinks: [release page, '-']"),
    Case("R1-b", "capabilities: [read, publish]", "capabilities: [read, 7]", "capabilities: [read, '7']"),
    Case("R1-b", NAME, f"{NAME}    lease_days: 366\n", f"{NAME}    lease_days: 365\n"),
    Case("R1-b", NAME, f"{NAME}    lease_days: 0\n", f"{NAME}    lease_days: 1\n"),
    Case("R1-b", NAME, f"{NAME}    lease_days: true\n", f"{NAME}    lease_days: 30\n"),
    Case("R1-b", NAME, f"{NAME}    lease_days: '30'\n", f"{NAME}    lease_days: 31\n"),
    Case("R1-b", "owner: writer", 'owner: "\\u200b"', 'owner: "\\u200bwriter"'),
    Case("R1-b", NAME, f"{NAME}    reason: []\n", f"{NAME}    reason: it stays here\n"),
    Case("R1-b", NAME, f"{NAME}    reviewed_by: ''\n", f"{NAME}    reviewed_by: a person\n"),
    Case("R1-b R2-d", NAME, f"{NAME}    proposed_by: 7\n", f"{NAME}    proposal: 7\n"),
    Case("R1-b", NAME, f"{NAME}    excludes: all\n", f"{NAME}    excludes: [all]\n"),
    Case("R1-b", NAME, f"{NAME}    adversarial_examples: [' ']\n", f"{NAME}    adversarial_examples: []\n"),
    Case("R1-c", "name: release-notes", "name: memory-archive", "name: memory-archives"),
    Case("R1-c", "name: release-notes", "name: ' memory-archive '", "name: Memory-archive"),
    Case("R1-c", "name: release-notes", 'name: "memory-archive\\u3000"', 'name: "memory-archive\\u200b"'),
    Case("R2 R7", "sinks: []", "sinks: [publish]", "sinks: []  # no publish"),
    Case("R2 R7", "sinks: []", "sinks: [scratch]", "x-sinks: [scratch]\n    sinks: []"),
    Case("R2", "feeds: []", "feeds: [ci]", "feeds: [ ]"),
    Case("R2", "feeds: []", "feeds: [unknown]", "feeds: [  # unknown\n    ]"),
    Case("R2-b", "local-write]", "local-write, delete]", "local-write, network]"),
    Case("R2-b", "local-write]", "local-write, unknown]", "local-write, dispatch]"),
    Case("R2-b", "local-write]", "local-write, go-public]", "local-write, repo-mutation]"),
    Case("R2-b", "local-write]", "local-write, ＰＵＢＬＩＳＨ]", "local-write, ＲＥＡＤ]"),
    Case("R2-b", "local-write]", 'local-write, "de\\u200blete"]', 'local-write, "re\\u200bad"]'),
    Case("R2-b", "local-write]", "local-write, History-Rewrite]", "local-write, Repo-Mutation]"),
    Case("R2-c", "local-write]", "local-write, launch]", "local-write, network]"),
    Case("R2-c", "local-write]", "local-write, repo mutation]", "local-write, repo-mutation]"),
    Case("R2-c", "local-write]", 'local-write, "net\\u00a0work"]', 'local-write, "\\u00a0network "]'),
    Case("R1-b R2-c", "local-write]", 'local-write, "\\u200b"]', 'local-write, "read\\u200b"]'),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("a person", "session 7"), PROPOSED),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("a person", "' session 7 '"), PROPOSED.replace("a person", "session 8")),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("a person", "Session 7"), PROPOSED.replace("a person", "session seven")),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("moving the index", "'renaming an entry '"), PROPOSED),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("[deleting an entry]", "[]"), PROPOSED.replace("deleting an", "an")),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("renaming an entry, ", ""), PROPOSED.replace("renaming an", "an")),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("    reviewed_by: a person\n", ""), PROPOSED + "    reason: local\n"),
    Case("R2-d", ELIGIBLE, PROPOSED.replace("excludes:", "excluded:"), PROPOSED.replace("proposed_by:", "proposed:")),
    Case("R4", "eligible: true", "eligible: false", "eligible: TRUE"),
    Case("R7", "owner: sweep", "owner: another", "owner: 'sweep '"),
    Case("R7", "mode: archive", "mode: Archive", "mode: ' archive'"),
    Case("R7", "target: memory", "target: memory/notes", "target: 'memory'"),
    Case("R7", "local-write]", "network]", "network, local-write]"),
    Case("", "classes:", "classes: &a [*a]\nx:", "x: []\nclasses:"),
    Case("", "classes:\n", "classes:\n  -\tname: [\n", "classes:\n  # -\tname: [\n"),
    Case("", "classes:\n", "list:\n", "'classes':\n"),
    Case("", "mode: write", "mode: write\n    mode: write", "mode: write\n    <<: {mode: read}"),
    Case("", "classes:\n", "classes: of ours\nx:\n", "x: [1]\nclasses:\n"),
)

CLASS = "  memory-archive:\n"
CONSENT = "standing_consent:\n"
GRANTED = "    granted: 2026-03-01\n"
EXPIRES = "    expires: 2026-03-31\n"
END = "---\n\n2026"

OF_THE_PROFILE = (
    Case("R3", CLASS, "  memory-archives:\n", "  ' memory-archive ':\n"),
    Case("R3", CLASS, "  Memory-archive:\n", "  memory-archive :\n"),
    Case("R3", CLASS, '  "memory-archive\\u200b":\n', '  "memory-archive\\u00a0":\n'),
    Case("R3", CONSENT, f"{CONSENT}  index-add: granted\n", f"{CONSENT}  index-add: declined\n"),
    Case("R3", CONSENT, f"{CONSENT}  index-add: [unset]\n", f"{CONSENT}  index-add: ' Unset '\n"),
    Case("R3", CONSENT, f"{CONSENT}  index-add:\n", f"{CONSENT}  index-add: {{state: REVOKED}}\n"),
    Case("R3", CONSENT, f"{CONSENT}  7: declined\n", f"{CONSENT}  '7': declined\n"),
    Case("R3", CONSENT, f"{CONSENT}  '': declined\n", f"{CONSENT}  '-': declined\n"),
    Case("R3", CONSENT, f"{CONSENT}  ' memory-archive': declined\n", f"{CONSENT}  memory-archives: declined\n"),
    Case("R3", CONSENT, f"{CONSENT}  memory-archive: declined\n", f"{CONSENT}  release-notes: declined\n"),
    Case("R3", GRANTED, f"{GRANTED}    state: active\n", f"{GRANTED}    state: ' Granted '\n"),
    Case("R3", GRANTED, f"{GRANTED}    state:\n", f"{GRANTED}    # state:\n"),
    Case("R3", GRANTED, f"{GRANTED}    state: [granted]\n", f"{GRANTED}    state: granted\n"),
    Case("R3", GRANTED, f"{GRANTED}{GRANTED}", f"    <<: {{granted: 2026-03-09}}\n{GRANTED}"),
    Case("R3", END, "\n\n2026", "...\n\n2026"),
    Case("R3", END, "--- end\n\n2026", "--- # end\n\n2026"),
    Case(
        "R3", END, f"---\n{CONSENT}  index-add: {{}}\n\n2026", "---\nThe standing_consent of index-add ended.\n\n2026"
    ),
    Case("R3", END, f"...\n---\n{CONSENT}---\n2026", "... # done\n---\nlanguage: ko\n---\n2026"),
    Case("R3", "language: en\n", "mine: {standing_consent: {}}\n", "mine: {language: en}\n"),
    Case("R3", "---\nlanguage: en\n", "---\n- en\n---\n", "---\nlanguage: ko\n"),
    Case("R3", "---\nlanguage: en\n", "Mine:\n---\n", "\n---\n"),
    Case("R3", "language: en\n", "language: en: ko\n", "language: 'en: ko'\n"),
    Case("R3", "---\nlanguage: en\n", "%YAML 2.0\n---\n", "%YAML 1.2\n# as 1.2\n---\n"),
    Case("R3", "---\nlanguage: en\n", "---\n\ufeff---\n", "---\nlanguage: '\ufeff'\n"),
    Case("R3", "---\nlanguage: en\n", "%YAML 1.2\nas 1.2\n---\n", "%YAML 1.2\n  # as 1.2\n---\n"),
    Case(
        "R3",
        CONSENT,
        f"{CONSENT}  a: {{state: unset, standing_consent: {{}}}}\n",
        f"{CONSENT}  a: {{state: unset, is: {{}}}}\n",
    ),
    Case("R3", CONSENT, f"{CONSENT}  standing_consent: [unset]\n", f"{CONSENT}  standing_consent: unset\n"),
    Case("R3", END, "---\nSee {a: 1, standing_consent: x}\n\n2026", "---\nSo, standing_consent: see {above}\n\n2026"),
    Case("R3", END, "a..\n\n2026", "...\t\n\n2026"),
    Case("R3", END, ".a.\n\n2026", "---\t\n\n2026"),
    Case("R3", END, "..a\n\n2026", "---\t# end\n\n2026"),
    Case("R3", "---\nlanguage: en\n", "---\t- # mine\n", "---\t# mine\n"),
    Case("R3", "---\nlanguage: en\n", "---t\n", "---\t\n"),
    Case("R3", END, "---\n+ standing_consent: x\n\n2026", "---\n+ standing consent: x\n\n2026"),
    Case("R3", END, "---\n15) standing_consent: x\n\n2026", "---\n/ standing_consent: x\n\n2026"),
    Case("R3", END, "---\n? standing_consent\n\n2026", "---\n? standing_consent or not\n\n2026"),
    Case("R3", END, "---\nSee {'standing_consent' : x}\n\n2026", "---\nSee {'standing_consent'}: x\n\n2026"),
    Case("R3", END, "---\nSee {**standing_consent**: x}\n\n2026", "---\nSee {**standing**: x}\n\n2026"),
    Case("R3", "language: en\n", "Standing_Consent: {}\n", "standing_consents: {}\n"),
    Case("R3", END, "---\n- 'stand\u200bing_consent' : x\n\n2026", "---\n- standing_consent - x\n\n2026"),
    Case("R4 R7", CLASS, "  release-notes:\n", "  memory-archive: # not release-notes:\n"),
    Case("R5", EXPIRES, "", "    'expires': '2026-03-31'\n"),
    Case("R5", GRANTED, "", "    'granted': 2026-03-01\n"),
    Case("R5", "expires: 2026-03-31", "expires: 2026-03-09", "expires: 2026-03-10"),
    Case("R5", "granted: 2026-03-01", "granted: 2026-03-11", "granted: 2026-03-10"),
    Case("R5", "expires: 2026-03-31", "expires: 2027-03-02", "expires: 2027-03-01"),
    Case("R5", "expires: 2026-03-31", "expires: 2026-06-31", "expires: 2026-06-30"),
    Case("R5", "expires: 2026-03-31", "expires: 2026-3-31", "expires: 2026-03-31  # 3-31"),
    Case("R5", "expires: 2026-03-31", "expires: 2026-03-31 10:00:00", "expires: '2026-03-31'"),
    Case("R5", "expires: 2026-03-31", "expires: '20260331'", 'expires: "2026-03-31"'),
    Case("R6", "effects: [local-write]", "effects: []", "effects: [local-write]  # []"),
    Case("R6", "effects: [local-write]", "effects: local-write", "effects:\n    - local-write"),
    Case("R6", "effects: [local-write]", "effects: [local-write, '']", "effects: [local-write, read]"),
    Case("R6", "    sinks: []\n", "", "    'sinks': []\n"),
    Case("R6", "    sinks: []\n", "    sinks:\n", "    sinks: [a page]\n"),
    Case("R6", "    sinks: []\n", "    sinks: [7]\n", "    sinks: ['7']\n"),
    Case("R6", "target: memory", "target: ''", "target: 'memory '"),
    Case("R6", "owner: sweep", "owners: sweep", "owner: ' sweep'"),
    Case("R6", "mode: archive", "mode: [archive]", "mode: 'archive'"),
    Case("R7", "owner: sweep", "owner: sweeper", "owner: ' sweep '"),
    Case("R7", "mode: archive", "mode: Archive", "mode: 'archive '"),
    Case("R7", "target: memory", 'target: "mem\\u200bory"', 'target: "\\tmemory"'),
    Case("R7", "effects: [local-write]", "effects: [network]", "effects: [Local-Write, read]"),
)
