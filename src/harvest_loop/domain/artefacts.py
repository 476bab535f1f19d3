"""The artefact that a path belongs to: a whole skill, plugin, workflow or test harness, not its single files."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from harvest_loop.domain.paths_of_work import INSTRUCTION_FILES, Role, role_of

# Roles whose files hold many practices at once; what a commit says about them is a practice of its own.
SHARED_ROLES: frozenset[Role] = frozenset(
    {"ci", "recipe", "rule", "hook", "automation", "deploy", "toolchain", "check", "guide"}
)
# Roles that steer agents: their home is the harness.
HARNESS_ROLES: frozenset[Role] = frozenset({"skill", "agent", "command", "plugin", "prompt", "rule", "host"})

_PLUGIN_PART = re.compile(r"^(?P<root>(?:.*/)?plugins/[^/]+)/(?:agents|commands|skills|hooks|\.[a-z]+-plugin)/")
_PLUGIN_MANIFEST = re.compile(r"^(?P<root>[^.].*)/\.claude-plugin/plugin\.json$")
_SKILL_ROOT = re.compile(r"^(?P<root>(?:.*/)?skills/[^/]+)/")
_SKILL_SCRIPT = re.compile(r"^(?:.*/)?skills/[^/]+/(?:scripts/.+|[^/]+\.(?:sh|py|js|mjs|cjs|ts))$")
_TEST_DIR = re.compile(r"^(?P<root>(?:.*/)?(?:tests?|spec)/[^/]+)/")
_HARNESS_DIR = re.compile(
    r"^(?P<root>(?:.*/)?(?:evals?|e2e|vrt|loadtests?|benchmarks?|acceptance|mock[-_][^/]+|testing))/"
)
_SCRIPT_DIR = re.compile(r"^(?P<root>(?:.*/)?(?:scripts?|tools|bin|dev|hack)/[^/]+)/")


@dataclass(frozen=True)
class Artefact:
    """A thing that work is done with: `key` names it for good, `label` is what a reader calls it."""

    role: Role
    key: str
    label: str

    @property
    def shared(self) -> bool:
        return self.role in SHARED_ROLES


def plugin_roots(paths: Iterable[str]) -> frozenset[str]:
    """Return the folders that are plugins of an agent host: what lies below one is a single artefact."""
    found = (_PLUGIN_PART.match(path) or _PLUGIN_MANIFEST.match(path) for path in paths)
    roots = (match["root"] for match in found if match)
    return frozenset(root for root in roots if root.rpartition("/")[2] not in ("skills", "agents", "commands", "hooks"))


def artefact_of(path: str, plugins: frozenset[str] = frozenset()) -> Artefact | None:
    """Return the artefact that a path is part of; None for the product, documents, settings and noise."""
    role = role_of(path)
    if role == "noise":
        return None
    plugin = _plugin_of(path, plugins)
    if plugin is not None:
        return _plain("plugin", plugin)
    maker = _MAKERS.get(role)
    return maker(path) if maker is not None else None


def _plugin_of(path: str, plugins: frozenset[str]) -> str | None:
    if not plugins:
        return None
    parts = path.split("/")
    return next((root for root in ("/".join(parts[:n]) for n in range(1, len(parts))) if root in plugins), None)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _stem(path: str) -> str:
    name = _name(path)
    return re.sub(r"(?<=.)\.[A-Za-z0-9.]+$", "", name) or name


def _plain(role: Role, path: str, noun: str | None = None) -> Artefact:
    stem = _stem(path)
    return Artefact(role=role, key=f"{role}:{stem.lower()}", label=f"{noun or role} {stem}")


def _ci(path: str) -> Artefact:
    if "/actions/" in path:
        name = path.split("/actions/")[1].split("/")[0]
        return Artefact("ci", f"ci:action {name.lower()}", f"CI action {name}")
    return _plain("ci", path, "CI workflow")


def _automation(path: str) -> Artefact:
    stem = _stem(_name(path).lstrip("."))
    return Artefact("automation", f"automation:{stem.lower()}", f"{stem} configuration")


def _hook(path: str) -> Artefact:
    if ".claude/hooks/" in path or ".cursor/hooks/" in path:
        return Artefact("hook", "hook:agent hooks", "agent hooks")
    return Artefact("hook", f"hook:{_stem(path).lower()}", f"hook {_name(path)}")


def _rule(path: str) -> Artefact:
    if _name(path) in INSTRUCTION_FILES:
        return Artefact("rule", "rule:agent instructions", "agent instructions")
    if "guideline" in path or "/rules/" in path or "/standards/" in path:
        folder = path.split("/")[-2]
        return Artefact("rule", f"rule:{folder.lower()}", f"{folder.rstrip('s')}s")
    if re.search(r"(?:^|/)(?:adrs?|decisions)/", path):
        return Artefact("rule", "rule:decisions", "decision records")
    if "contributing" in path.lower():
        return Artefact("rule", "rule:contributing", "contribution guide")
    words = re.split(r"[-_ ]+", _stem(path))
    plain = " ".join(word if len(word) <= 3 else word.lower() for word in words)
    return Artefact("rule", f"rule:{_stem(path).lower()}", plain)


def _template(path: str) -> Artefact:
    lower = path.lower()
    if "issue_template" in lower:
        return Artefact("template", "template:issues", "issue templates")
    if "pull_request_template" in lower or "merge_request" in lower:
        return Artefact("template", "template:pull request", "pull request template")
    return _plain("template", path)


def _skill(path: str) -> Artefact:
    root = _SKILL_ROOT.match(path)
    if root is not None and _SKILL_SCRIPT.match(path):
        return Artefact(
            "script", f"script:{_stem(path).lower()}", f"script {_name(path)} of skill {_name(root['root'])}"
        )
    folder = root["root"] if root else path.rpartition("/")[0]
    return Artefact("skill", f"skill:{_name(folder).lower()}", f"skill {_name(folder)}")


def _test_infrastructure(path: str) -> Artefact:
    folder = _HARNESS_DIR.match(path) or _TEST_DIR.match(path) or _SCRIPT_DIR.match(path)
    if folder is None:
        return _plain("test infrastructure", path, "test support")
    name = _name(folder["root"])
    return Artefact("test infrastructure", f"test infrastructure:{name.lower()}", f"test harness {name}")


def _script(path: str) -> Artefact:
    folder = _SCRIPT_DIR.match(path)
    name = _name(folder["root"]) if folder else _stem(path)
    return Artefact("script", f"script:{name.lower()}", f"script {name if folder else _name(path)}")


def _host(path: str) -> Artefact:
    host = path.split("/")[0].lstrip(".")
    return Artefact("host", f"host:{host.lower()}", f"{host} integration")


def _deploy(path: str) -> Artefact:
    lower = _name(path).lower()
    if "docker" in lower or lower.startswith("compose"):
        return Artefact("deploy", "deploy:docker", "container image")
    if lower.endswith((".tf", ".tfvars")):
        return Artefact("deploy", "deploy:terraform", "Terraform setup")
    if "dashboards/" in path.lower():
        return Artefact("deploy", "deploy:dashboards", "dashboards")
    return Artefact("deploy", f"deploy:{_stem(path).lower()}", f"deployment {_name(path)}")


def _recipe(path: str) -> Artefact:
    return Artefact("recipe", f"recipe:{_name(path).lower()}", _name(path))


def _file(path: str) -> Artefact:
    role = role_of(path)
    label = f"lint rules {_name(path)}" if re.search(r"(?:^|/)(?:[\w-]+-)?(?:lints?|rules)/", path) else _name(path)
    return Artefact(role, f"{role}:{_name(path).lower()}", label)


_MAKERS: dict[Role, Callable[[str], Artefact]] = {
    "ci": _ci,
    "automation": _automation,
    "check": _file,
    "hook": _hook,
    "script": _script,
    "recipe": _recipe,
    "template": _template,
    "prompt": lambda path: _plain("prompt", path),
    "rule": _rule,
    "agent": lambda path: _plain("agent", path),
    "command": lambda path: _plain("command", path),
    "skill": _skill,
    "host": _host,
    "deploy": _deploy,
    "test infrastructure": _test_infrastructure,
    "toolchain": _file,
    "guide": lambda path: _plain("guide", path),
}
