"""The words behind `/harvest-loop`: what a host's agent does when a person asks for a harvest (SPEC 10.4)."""

import shlex
from collections.abc import Sequence

NAME = "harvest-loop"
ANSWERS_TO = ("session harvest", "learning absorption", "fh evolution", "harvest-loop")
NOT_TO = "run the pipeline"
MARK = "Written by harvest init; harvest init --remove takes it out again."


def write_skill(program: Sequence[str]) -> str:
    """Return the skill, which an agent also takes up when it hears one of its names."""
    said = ", ".join(f'"{words}"' for words in ANSWERS_TO)
    description = f"Harvest this session into the hub. Use when the person says {said}. Not for '{NOT_TO}'."
    return f"---\nname: {NAME}\ndescription: '{description.replace(chr(39), chr(39) * 2)}'\n---\n{_body(program)}"


def write_command(program: Sequence[str]) -> str:
    """Return the command, for hosts where a person types it."""
    return f"---\ndescription: Harvest this session into the hub\n---\n{_body(program)}"


def _body(program: Sequence[str]) -> str:
    harvest = shlex.join(program)
    return f"""<!-- {MARK} -->

# Harvest loop

1. In the repository that this session worked in, run: `{harvest} propose`
2. In a terminal it asks by itself. When it says that nobody is here to ask, put its question to the person,
   word for word: run harvest-loop?
3. On yes, run: `{harvest} close --no-input`. Show its page as it is; its last line is the verdict.
4. When proposals wait, tell the person that `{harvest} review` answers them. Never answer them yourself.

## Done When

- [ ] the person has seen the line that begins with `Verdict:`, or has said no
"""
