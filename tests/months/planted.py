"""What is planted in the simulated months: skills, predictions, memories, and the truth about each."""

from collections.abc import Iterator
from typing import NamedTuple

META = "tracks/_meta"
MANIFEST = f"{META}/edit_manifest.yaml"
WINDOW_DAYS = 25


class PlantedSkill(NamedTuple):
    """A skill of the hub, in which sessions it is used, and what has to be said of it at the end."""

    name: str
    about: str
    every: int  # used in each n-th of sixty sessions; 0: in none
    until: float = 1.0  # share of the months that are over
    again_from: float = 1.0
    pinned: bool = False
    fades: bool = False

    def is_used(self, session: int, sessions: int) -> bool:
        """Whether a session, of so many in the three months, calls it; in fewer ones it is called more often."""
        share = session / sessions
        in_time = share < self.until or share >= self.again_from
        return bool(self.every) and in_time and session % max(1, round(self.every * sessions / 60)) == 0


class PlantedEdit(NamedTuple):
    """An entry of the manifest, and what it has to come to."""

    name: str
    check: str
    truth: str
    lands: bool = True

    @property
    def id(self) -> str:
        return f"em-2026-01-05-{self.name}"


SKILLS = (
    PlantedSkill("count-the-till", "the till at closing time", every=1),
    PlantedSkill("label-a-tool", "a label for a tool that came in", every=4),
    PlantedSkill("write-the-poster", "the poster for an open day", every=2, until=0.25, fades=True),
    PlantedSkill("sort-the-keys", "the keys of the cupboards", every=0, fades=True),
    PlantedSkill("ask-the-committee", "a question for the committee", every=2, until=0.2, again_from=0.7),
    PlantedSkill("close-for-winter", "what is done before the winter break", every=0, pinned=True),
    PlantedSkill("oil-the-saws", "saws that are to be oiled", every=3),
)
# A memory that names what a person throws away half-way through, and one that no line of the index names.
FADING, THROWN_AWAY = "tea", "docs/tea.md"
UNNAMED = "memory/odd [one].md"
TWINS = ("greet-a-member", "welcome-a-member")


def _check(kind: str, target: str, direction: str, baseline: float, threshold: float | None = None) -> str:
    goal = "" if threshold is None else f"\nthreshold: {threshold:g}"
    return f"kind: {kind}\ntarget: '{target}'\ndirection: {direction}\nbaseline: {baseline:g}{goal}"


# Edits that helped, hurt, and did nothing.
EDITS = (
    PlantedEdit("used-daily", _check("skill_uses", "count-the-till", "up", 0, 2), "verified"),
    PlantedEdit("used-by-nobody", _check("skill_uses", "sort-the-keys", "up", 0, 2), "falsified"),
    PlantedEdit("fewer-corrections", _check("corrections", "label-a-tool", "down", 5, 0), "verified"),
    PlantedEdit("more-corrections", _check("corrections", "oil-the-saws", "down", 1, 0), "falsified"),
    PlantedEdit("written-down", _check("grep", "docs/desk.md:The lamp stays on.", "present", 0), "verified"),
    PlantedEdit("never-written", _check("grep", "docs/desk.md:The radio stays off.", "present", 0), "falsified"),
    PlantedEdit("friction-gone", _check("friction", "the drawer jams", "absent", 0), "verified"),
    PlantedEdit("friction-stays", _check("friction", "the lock sticks", "absent", 0), "falsified"),
    PlantedEdit("vague", "kind: feeling\ntarget: desk\ndirection: up", "untestable"),
    PlantedEdit("not-merged", _check("skill_uses", "count-the-till", "up", 0, 2), "pending", lands=False),
)


def skill_text(name: str, about: str, *, pinned: bool = False) -> str:
    """A skill with steps and a Done When of its own."""
    words = name.replace("-", " ")
    mark = "pinned: true\n" if pinned else ""
    return f"""---
name: {name}
description: Use when {about} has to be dealt with, to {words} the way the desk does it.
{mark}---

# {words.capitalize()}

1. Look at `docs/desk.md` for what the desk agreed on about {about}.
2. Do what it says for {about}, and write down what was different today.
3. Tell the next person at the desk in one sentence that names {about}.

## Done When

- `docs/desk.md` holds a line that names {about}.
- The next person has read that line.
"""


def twin_text(name: str, greeting: str) -> str:
    """One of two skills that say nearly the same; what they share is long."""
    return f"""---
name: {name}
description: Use when somebody comes to the desk for the first time, to {greeting} them and start a card.
---

# {greeting.capitalize()} a member

1. Say your own name first, then ask for theirs, and write it the way they spell it.
2. Ask which tools they have used before, so that nobody goes home with a saw they can't hold.
3. Show the shelf with the gloves and goggles before any machine is lent.
4. Start the card with the day, the name and the first tool, and put it into the box behind the desk.
5. Say when the desk is open, and that a late tool is better than a hidden one.

## Done When

- A card with the day, the name and the first tool stands in the box behind the desk.
- The member has repeated the opening hours without looking.
"""


def hub_files() -> Iterator[tuple[str, str]]:
    """The files that a person keeps in the hub on the first day."""
    yield "harvest.toml", '[loop]\nmode = "forced"\n'
    yield "CLAUDE.md", "# Rules\n\n- Write names the way people spell them.\n- A tool that is late is asked for once.\n"
    yield "docs/desk.md", "# The desk\n\n" + "".join(f"- About {one.about}: see the folder.\n" for one in SKILLS)
    for one in SKILLS:
        yield f"skills/{one.name}/SKILL.md", skill_text(one.name, one.about, pinned=one.pinned)
    yield f"skills/{TWINS[0]}/SKILL.md", twin_text(TWINS[0], "greet")
    yield f"skills/{TWINS[1]}/SKILL.md", twin_text(TWINS[1], "welcome")
    names = [*(one.name for one in SKILLS), *TWINS]
    rows = "".join(f"- [{name}](skills/{name}/SKILL.md): ours since the first winter\n" for name in names)
    yield "CATALOG.md", f"# Catalog\n\n{rows}\nA line of mine below the list.\n"
    topics = (
        "saws",
        "drills",
        "ladders",
        "keys",
        "hours",
        "members",
        "posters",
        "winter",
        "stairs",
        "lamp",
        "van",
        "tea",
    )
    live = "".join(f"- [{topic}]({topic}.md): what we know of {topic}\n" for topic in topics)
    dead = "- [rent](rent.md): who pays it\n"
    kept = "<!-- - [old](old.md): a note of mine -->\n\n```\n- [sample](sample.md)\n```\n"
    yield "memory/MEMORY.md", f"# Memory\n\n{live}{dead}\n{kept}"
    for topic in topics:
        kind = "reference" if topic in ("keys", "hours") else "project"
        keys = f"metadata:\n  type: {kind}\n  modified: 2026-01-05\n"
        front = f"---\nname: {topic}\ndescription: what we know of {topic}\n{keys}---\n"
        seen = THROWN_AWAY if topic == FADING else "docs/desk.md"
        yield f"memory/{topic}.md", f"{front}\nThe {topic} are as they were. See `{seen}`.\n"
    yield THROWN_AWAY, "# Tea\n\nThe kettle is in the cupboard.\n"
    yield UNNAMED, "---\nname: odd one\ndescription: what nobody listed\nmetadata:\n  type: user\n---\n\nA note.\n"


def manifest_text(window_sessions: int) -> str:
    """The manifest with all planted entries pending, as a person might have written it."""
    return "".join(_entry(edit, window_sessions) for edit in EDITS)


def _entry(edit: PlantedEdit, window_sessions: int) -> str:
    asked = f"{edit.check}\nwindow_sessions: {window_sessions}\nwindow_days: {WINDOW_DAYS}"
    check = "\n".join(f"    {line}" for line in asked.split("\n"))
    return (
        f"- id: {edit.id}\n  date: 2026-01-05\n  file: skills/{edit.name}-note/SKILL.md\n"
        f"  edit_summary: planted\n  predicted_impact: planted\n  predicted_measurable_by: planted\n"
        f"  validation_status: pending  # by hand\n  validation_type: mechanical\n  check:\n{check}\n"
    )
