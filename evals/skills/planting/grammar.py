"""What a planter has to know of English, the same for both halves."""

import json
from collections.abc import Mapping
from pathlib import Path

_LISTS: Mapping[str, str] = json.loads(
    (Path(__file__).resolve().parents[1] / "wordings" / "grammar.json").read_text(encoding="utf-8")
)

# Verbs with which a sentence asks for an act.
IMPERATIVES = frozenset(_LISTS["imperatives"].split())
# What is counted often in any text and stands for no subject of a skill.
NO_SUBJECT = frozenset(_LISTS["no_subject"].split())
# What can't stand between a determiner and its noun.
NO_ADJECTIVE = "|".join(_LISTS["no_adjective"].split())
# What stands there and can't be told of a single case.
NUMBERING = "|".join(_LISTS["numbering"].split())
# Words of many skills' names, which say nothing about whose rule it is.
NO_TOPIC = frozenset(_LISTS["no_topic"].split())
