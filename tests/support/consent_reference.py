"""The consent rules of SPEC 8.2 and 8.3 a second time, slowly: the judge of the checker, importing nothing of it."""

import datetime as dt
import re
import unicodedata
from typing import Any, NamedTuple, TypeGuard

from tests.support.consent_yaml import Timestamp, UnreadableError, parts_of, read_yaml

VERIFIED, BROKEN, UNMEASURED = 0, 1, 3
TEXTS = ("name", "owner", "mode", "target")
LISTS = ("capabilities", "sinks", "feeds")
REVERSIBLE = {"read", "local-write", "network", "dispatch", "repo-mutation"}
IRREVERSIBLE = {"go-public", "publish", "delete", "history-rewrite", "unknown"}
GRANTING_NOTHING = {"declined", "unset", "revoked"}
KEY = "standing_consent"
KEY_AT_HEAD = re.compile(rf"[\s>*+{{\"'0-9.)<!-]*{KEY}[\"'*]*\s*:.*|\s*\?\s+[\"']?{KEY}[\"']?\s*")
KEY_IN_BRACES = re.compile(rf"[^{{]*{{(.*[{{,])?[\s\"'*]*{KEY}[\"'*]*\s*:.*")

Class = dict[Any, Any]


class Answer(NamedTuple):
    """What the command says: its exit code and the ids of the rules that are broken."""

    code: int
    rules: frozenset[str]


class Block(NamedTuple):
    """What stands in the first block of a profile, and what is wrong with the file around it."""

    value: Any
    rules: frozenset[str]


def decide(registry: str | None, profile: str | None, today: dt.date, required: str | None = None) -> Answer:
    """Return the answer to two texts (None: no such file); broken outranks unmeasured."""
    if required is not None and len(required.split()) != 1:
        return Answer(BROKEN, frozenset())
    readable, classes = _classes_of(registry)
    block = _block_of(profile)
    grants, rules = _active_grants(block)
    broken = set(block.rules) | rules | _rules_of_registry(classes or [])
    for name, grant in grants:
        broken |= r5_lease(grant, today) | r6_scope(grant)
        if classes is not None:
            broken |= _joined(name, grant, classes)
    if broken or not readable:
        return Answer(BROKEN, frozenset(broken))
    wanted = [name for name, _ in grants if required is None or name == required.strip()]
    return Answer(VERIFIED if classes and wanted else UNMEASURED, frozenset())


def _classes_of(text: str | None) -> tuple[bool, list[Any] | None]:
    """
    Whether the registry is sound as a file, and its entries (None: there is none to join with).

    A registry that doesn't parse, has no `classes` or one that is no list is broken without an id. One that holds
    nothing, or whose `classes` is null or empty, is empty; a file that isn't there can't contradict a grant.
    """
    if text is None:
        return True, None
    try:
        value = read_yaml(text)
    except UnreadableError:
        return False, None
    if value is None:
        return True, []
    if not isinstance(value, dict) or "classes" not in value:
        return False, None
    classes = [] if value["classes"] is None else value["classes"]
    return (True, classes) if isinstance(classes, list) else (False, None)


def _rules_of_registry(classes: list[Any]) -> set[str]:
    broken = r1_c_unique(classes)
    for entry in classes:
        broken |= r1_required(entry)
        if isinstance(entry, dict):
            broken |= r1_b_types(entry)
            if entry.get("promotion_eligible") is True:
                broken |= r2_sinks(entry) | r2_b_irreversible(entry) | r2_c_unlisted(entry) | r2_d_proposed(entry)
    return broken


def r1_required(entry: Any) -> set[str]:
    """R1: a class has all eight fields; what is no mapping has none of them."""
    needed = {*TEXTS, *LISTS, "promotion_eligible"}
    return set() if isinstance(entry, dict) and needed <= set(entry) else {"R1"}


def r1_b_types(entry: Class) -> set[str]:
    """R1-b: a boolean is a boolean, a string holds something, a list holds such strings; a lease is 1 to 365 days."""
    right = [is_text(entry[field]) for field in (*TEXTS, "reason", "proposed_by", "reviewed_by") if field in entry]
    right += [is_texts(entry[field]) for field in (*LISTS, "excludes", "adversarial_examples") if field in entry]
    right += [isinstance(entry[field], bool) for field in ("promotion_eligible",) if field in entry]
    right += [type(entry[field]) is int and 1 <= entry[field] <= 365 for field in ("lease_days",) if field in entry]
    return set() if all(right) else {"R1-b"}


def r1_c_unique(classes: list[Any]) -> set[str]:
    """R1-c: no two classes have one name, trimmed."""
    names = [entry["name"].strip() for entry in classes if isinstance(entry, dict) and is_text(entry.get("name"))]
    return set() if len(names) == len(set(names)) else {"R1-c"}


def r2_sinks(entry: Class) -> set[str]:
    """R2: an eligible class reaches nothing and feeds nothing; what can't be told to be an empty list is unknown."""
    return set() if entry.get("sinks", []) == [] and entry.get("feeds", []) == [] else {"R2"}


def r2_b_irreversible(entry: Class) -> set[str]:
    """R2-b: an eligible class can do nothing that can't be taken back."""
    return {"R2-b"} if words_in(entry.get("capabilities")) & IRREVERSIBLE else set()


def r2_c_unlisted(entry: Class) -> set[str]:
    """R2-c: an eligible class can do nothing that is not on one of the two lists."""
    return {"R2-c"} if words_in(entry.get("capabilities")) - IRREVERSIBLE - REVERSIBLE else set()


def r2_d_proposed(entry: Class) -> set[str]:
    """R2-d: a proposed class is eligible once it excludes something, has two examples and was reviewed by another."""
    if "proposed_by" not in entry:
        return set()
    excludes, examples = entry.get("excludes"), entry.get("adversarial_examples")
    narrowed = is_texts(excludes) and bool(excludes)
    told = is_texts(examples) and len({text.strip() for text in examples}) >= 2
    reviewer, proposer = entry.get("reviewed_by"), entry["proposed_by"]
    reviewed = is_text(reviewer) and not (is_text(proposer) and word(reviewer) == word(proposer))
    return set() if narrowed and told and reviewed else {"R2-d"}


def _block_of(profile: str | None) -> Block:
    """R3, the file: a block is a mapping and ends; the key stands nowhere but at its top. An empty block is none."""
    block, body = parts_of(profile or "")
    loose = {"R3"} if any(is_key(seen(line)) for line in body) else set()
    if block is None:
        return Block({}, frozenset(loose))
    try:
        value = read_yaml("\n".join([*block, ""]))
    except UnreadableError:
        return Block({}, frozenset({"R3"}))
    if value is None:
        return Block({}, frozenset(loose))
    if not isinstance(value, dict):
        return Block({}, frozenset({"R3"}))
    return Block(value, frozenset(loose | _key_elsewhere(value)))


def _key_elsewhere(block: dict[Any, Any]) -> set[str]:
    """R3: a grant under a key that only looks like the one that is read, or inside another one."""
    alike = [key for key in block if isinstance(key, str) and key != KEY and word(key) == KEY]
    inside = [value for key, value in block.items() if key != KEY or not isinstance(value, dict)]
    inside += block[KEY].values() if isinstance(block.get(KEY), dict) else []
    return {"R3"} if alike or any(_holds_key(value) for value in inside) else set()


def is_key(line: str) -> bool:
    """Whether a line writes the key as YAML does, behind what Markdown may put there, or in braces."""
    return KEY_AT_HEAD.fullmatch(line) is not None or KEY_IN_BRACES.fullmatch(line) is not None


def _holds_key(value: Any) -> bool:
    if isinstance(value, list):
        return any(_holds_key(item) for item in value)
    if isinstance(value, dict):
        return any((isinstance(key, str) and word(key) == KEY) or _holds_key(value[key]) for key in value)
    return False


def _active_grants(block: Block) -> tuple[list[tuple[str, dict[Any, Any]]], set[str]]:
    """R3, the grants: a mapping, each name once (trimmed), states that exist; those that grant nothing drop out."""
    written = block.value.get(KEY)
    if written is None:
        return [], set()
    if not isinstance(written, dict):
        return [], {"R3"}
    names = [key.strip() for key in written if is_text(key)]
    broken = set() if len(names) == len(written) == len(set(names)) else {"R3"}
    active: list[tuple[str, dict[Any, Any]]] = []
    for key, value in written.items():
        state = _state_of(value)
        broken |= {"R3"} if state is None else set()
        if state == "granted" and is_text(key):
            active.append((key.strip(), value))
    return active, broken


def _state_of(value: Any) -> str | None:
    """`granted`, one of the words that grant nothing, or None for anything else."""
    if isinstance(value, dict):
        state = value.get("state", "granted")
        known = GRANTING_NOTHING | {"granted"}
    else:
        state, known = value, GRANTING_NOTHING
    folded = state.strip().casefold() if isinstance(state, str) else None
    return folded if folded in known else None


def _joined(name: str, grant: dict[Any, Any], classes: list[Any]) -> set[str]:
    """R3: a grant is for a class that is registered; R4 and R7 speak of the class found."""
    for entry in classes:
        if isinstance(entry, dict) and is_text(entry.get("name")) and entry["name"].strip() == name:
            return r4_eligible(entry) | r7_drift(grant, entry)
    return {"R3"}


def r4_eligible(entry: Class) -> set[str]:
    """R4: the class is eligible, by nothing but `true`."""
    return set() if entry.get("promotion_eligible") is True else {"R4"}


def r5_lease(grant: dict[Any, Any], today: dt.date) -> set[str]:
    """R5: both dates are there, today lies between them or on them, and they are 365 days apart at most."""
    granted, expires = day(grant.get("granted")), day(grant.get("expires"))
    if granted is None or expires is None:
        return {"R5"}
    return set() if granted <= today <= expires and (expires - granted).days <= 365 else {"R5"}


def r6_scope(grant: dict[Any, Any]) -> set[str]:
    """R6: all five fields are recorded; without any effect nothing is, without any sink something is."""
    texts = all(is_text(grant.get(field)) for field in ("owner", "mode", "target"))
    lists = is_texts(grant.get("effects")) and is_texts(grant.get("sinks")) and grant["effects"]
    return set() if texts and lists else {"R6"}


def r7_drift(grant: dict[Any, Any], entry: Class) -> set[str]:
    """R7: same owner, mode and target; effects that the class can do; no sink that was not granted."""
    drifted = False
    for field in ("owner", "mode", "target"):
        if is_text(grant.get(field)) and is_text(entry.get(field)):
            drifted |= grant[field].strip() != entry[field].strip()
    if is_texts(grant.get("effects")) and is_texts(entry.get("capabilities")):
        drifted |= not words_in(grant["effects"]) <= words_in(entry["capabilities"])
    if is_texts(grant.get("sinks")) and is_texts(entry.get("sinks")):
        drifted |= not {s.strip() for s in entry["sinks"]} <= {s.strip() for s in grant["sinks"]}
    return {"R7"} if drifted else set()


def day(value: Any) -> dt.date | None:
    """The day of a date written as `YYYY-MM-DD`, quoted or not; None for anything else."""
    text = value.text if isinstance(value, Timestamp) else value
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return dt.date(int(text[:4]), int(text[5:7]), int(text[8:]))
    except ValueError:
        return None


def is_text(value: Any) -> TypeGuard[str]:
    """Whether it is a string in which there is something to see."""
    return isinstance(value, str) and word(value) != ""


def is_texts(value: Any) -> TypeGuard[list[str]]:
    """Whether it is a list of nothing but such strings."""
    return isinstance(value, list) and all(is_text(item) for item in value)


def words_in(value: Any) -> set[str]:
    """A list as words of a vocabulary; whatever is no string is a word that nobody knows."""
    return {word(item) if isinstance(item, str) else "" for item in value} if isinstance(value, list) else set()


def word(text: str) -> str:
    """A word as words of a vocabulary are compared: as it is seen, trimmed, case-folded."""
    return seen(text).strip().casefold()


def seen(text: str) -> str:
    """NFKC, without control and format characters."""
    letters = unicodedata.normalize("NFKC", text)
    return "".join(letter for letter in letters if unicodedata.category(letter) not in ("Cc", "Cf"))
