"""Find the code that writes: every use of what changes a file, a folder or a repository, by module and function.

A name is followed to where it was imported from, whatever it is called here, and counts also where it is handed on.
What it can't tell, such as a mode that is computed, counts as writing.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.support.writing_calls import GIT_QUESTIONS, is_written_by

LEAVE = "Allowed"
FOLDERS = {
    "src/harvest_loop": "",
    "tasks": "tasks.",
    "flows": "flows.",
    "schemas": "schemas.",
    "deployments": "deploy.",
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Writer(NamedTuple):
    """A function that writes, itself or through another of its module, and whether it asks for a leave."""

    module: str
    function: str
    asks: bool
    itself: bool

    @property
    def is_public(self) -> bool:
        return not any(part.startswith("_") for part in self.function.split("."))


def writers_below(root: Path) -> tuple[Writer, ...]:
    """Every function of the project that writes; modules are named below harvest_loop."""
    return tuple(writer for name, source in sources_below(root) for writer in writers_in(name, source))


def sources_below(root: Path) -> Iterator[tuple[str, str]]:
    """Every module of the project and its text."""
    for folder, prefix in FOLDERS.items():
        for path in sorted((root / folder).rglob("*.py")):
            inner = path.relative_to(root / folder)
            if not any((root / folder / part).is_symlink() for part in inner.parents if part != Path()):
                yield prefix + ".".join(inner.with_suffix("").parts), path.read_text(encoding="utf-8")


def writers_in(module: str, source: str) -> tuple[Writer, ...]:
    """Every function of one module that writes; what stands outside of functions has no name."""
    tree = ast.parse(source)
    names, constants = origins(tree), _constants(tree)
    functions = dict(_functions(tree.body, ""))
    writing = {name for name, node in functions.items() if _writes(node, names, constants)}
    if any(_writes(node, names, constants) for node in _outside(tree.body)):
        writing.add("")
    itself = frozenset(writing)
    while True:
        short = {name.rpartition(".")[2] for name in writing if name}
        more = {name for name, node in functions.items() if _used_here(node) & short} - writing
        if not more:
            break
        writing |= more
    return tuple(
        Writer(module, name, bool(name) and _asks(functions[name]), name in itself) for name in sorted(writing)
    )


def makers_of_leave(root: Path) -> set[str]:
    """The modules that make a leave themselves, or make another of one."""
    return {module for module, source in sources_below(root) if _makes_leave(ast.parse(source))}


def callers_of(root: Path, *functions: str) -> set[str]:
    """The modules that use one of these functions of the project, each told as module.function."""
    wanted = tuple(f".{name}" for name in functions)
    return {
        module
        for module, source in sources_below(root)
        for tree in (ast.parse(source),)
        if any(name.endswith(wanted) for name in _used(tree, origins(tree)))
    }


def origins(tree: ast.AST) -> dict[str, str]:
    """What each imported name of a module stands for, in full."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.asname: each.name for each in node.names if each.asname}
        elif isinstance(node, ast.ImportFrom):
            found |= {each.asname or each.name: f"{node.module or ''}.{each.name}" for each in node.names}
    return found


def _makes_leave(tree: ast.Module) -> bool:
    names = origins(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = _full(node.func, names)
        if called.removesuffix("._make").rpartition(".")[2] == LEAVE:
            return True
        if called.endswith("._replace") and {each.arg for each in node.keywords} & {"ground", "action", "grant"}:
            return True
    return False


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, _Function]]:
    for node in body:
        if isinstance(node, _Function):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def _outside(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What stands in no function that has a name here, such as one below an `if`."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _outside(node.body)
        elif not isinstance(node, _Function | ast.Import | ast.ImportFrom):
            yield node


def _writes(node: ast.AST, names: Mapping[str, str], constants: Mapping[str, ast.expr]) -> bool:
    called = {id(each.func): each for each in ast.walk(node) if isinstance(each, ast.Call)}
    for each in ast.walk(node):
        if isinstance(each, ast.Name | ast.Attribute):
            full, call = _full(each, names), called.get(id(each))
            if is_written_by(each, full, call):
                return True
            is_question = call is not None and full.endswith(("git_command.ask_git", "git_command.start_question"))
            if is_question and call is not None and _verb(call, constants) not in GIT_QUESTIONS:
                return True
    return False


def _verb(call: ast.Call, constants: Mapping[str, ast.expr]) -> str | None:
    """The command of a question to git: its first word, where that can be told."""
    if len(call.args) < 2:
        return None
    first = call.args[1]
    if isinstance(first, ast.Starred):
        told = constants.get(first.value.id) if isinstance(first.value, ast.Name) else None
        first = told.elts[0] if isinstance(told, ast.Tuple | ast.List) and told.elts else first
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    """What is assigned to each name that is assigned to once."""
    found: dict[str, ast.expr] = {}
    twice = set()
    for node in ast.walk(tree):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(target, ast.Name) and isinstance(node, ast.Assign):
                twice |= {target.id} & found.keys()
                found[target.id] = node.value
    return {name: value for name, value in found.items() if name not in twice}


def _used(tree: ast.AST, names: Mapping[str, str]) -> set[str]:
    return {f".{_full(each, names)}" for each in ast.walk(tree) if isinstance(each, ast.Name | ast.Attribute)}


def _used_here(node: ast.AST) -> set[str]:
    """The names of the module's own functions and methods that a function uses, called or handed on."""
    plain = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    own = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name))
    return plain | {each.attr for each in own if isinstance(each.value, ast.Name) and each.value.id in ("self", "cls")}


def _asks(node: _Function) -> bool:
    """Whether a function takes a leave and looks at it."""
    named = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    leaves = {each.arg for each in named if isinstance(each.annotation, ast.Name) and each.annotation.id == LEAVE}
    used = {each.id for part in node.body for each in ast.walk(part) if isinstance(each, ast.Name)}
    return bool(leaves & used)


def _full(node: ast.expr, names: Mapping[str, str]) -> str:
    """The dotted name, with what it was imported as put in full; empty for the value of a call and the like."""
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{_full(node.value, names)}.{node.attr}"
    return ""
