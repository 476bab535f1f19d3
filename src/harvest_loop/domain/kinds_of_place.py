"""What a reader calls the places where work is done: one of them, and several."""

from harvest_loop.domain.paths_of_work import Role, role_of

_ONE: dict[Role, str] = {
    "ci": "the CI workflow",
    "automation": "the automation",
    "check": "the check",
    "hook": "the hook",
    "script": "the script",
    "template": "the template",
    "prompt": "the prompt",
    "agent": "the agent",
    "command": "the command",
    "skill": "the skill",
    "test infrastructure": "the test support",
    "test": "the test",
    "guide": "the guide",
}
_MANY: dict[Role, str] = {
    "ci": "CI workflows",
    "automation": "repository automation",
    "check": "settings of linters and checkers",
    "hook": "git hooks",
    "script": "scripts",
    "template": "templates",
    "prompt": "prompts",
    "rule": "agent instructions",
    "agent": "agents",
    "command": "agent commands",
    "skill": "skills",
    "deploy": "the deployment",
    "test infrastructure": "test support",
    "test": "tests",
    "toolchain": "the toolchain",
    "guide": "guides",
}


def noun_for(path: str) -> str:
    """What one place is called, with its article; empty where the path says it all."""
    role = role_of(path)
    if role in ("hook", "check") and path.endswith((".toml", ".yaml", ".yml", ".json", ".jsonc", ".cfg", ".ini")):
        return ""
    return _ONE.get(role, "")


def subject_of(path: str) -> str:
    """What kind of place a path is, in the plural; a recipe goes by its file's name. Empty for anything else."""
    role = role_of(path)
    return path.rsplit("/", 1)[-1] if role == "recipe" else _MANY.get(role, "")
