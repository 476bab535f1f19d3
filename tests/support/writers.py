"""Find the code that writes: every call that changes a file, a folder or a repository, by module and function."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HUB_FILES = {
    "write_new",
    "replace",
    "change",
    "put_in",
    "rewrite",
    "move",
    "write_bytes",
    "append_line",
    "append_text",
}
WHOLE_FILE = {"put", "put_new", "add", "give_name", "clear_beside"}
DOORS = {"hub_files": HUB_FILES, "whole_file": WHOLE_FILE, "hub_folders": {"remove_empty_folder"}}
PATH_METHODS = {
    "write_text",
    "write_bytes",
    "unlink",
    "rmdir",
    "mkdir",
    "rename",
    "touch",
    "symlink_to",
    "hardlink_to",
    "chmod",
}
OS_WRITES = {
    "replace",
    "rename",
    "renames",
    "remove",
    "unlink",
    "rmdir",
    "removedirs",
    "mkdir",
    "makedirs",
    "link",
    "symlink",
    "truncate",
    "ftruncate",
    "chmod",
}
LEAVE = "Allowed"
_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"}


class Writer(NamedTuple):
    """A function that writes, by itself or through another of its module, and whether it asks for a leave."""

    module: str
    function: str
    asks: bool

    @property
    def is_public(self) -> bool:
        return not any(part.startswith("_") for part in self.function.split("."))


def writers_below(root: Path) -> tuple[Writer, ...]:
    """Every function of the project that writes; modules are named below harvest_loop."""
    places = {**_modules(root / "src" / "harvest_loop", ""), **_modules(root / "tasks", "tasks.")}
    places |= _modules(root / "flows", "flows.") | _modules(root / "schemas", "schemas.")
    return tuple(
        writer for name, path in sorted(places.items()) for writer in writers_in(name, path.read_text(encoding="utf-8"))
    )


def writers_in(module: str, source: str) -> tuple[Writer, ...]:
    """Every function of one module that writes."""
    tree = ast.parse(source)
    names = _door_names(tree)
    functions = dict(_functions(tree))
    writing = {name for name, node in functions.items() if any(_writes(call, names) for call in _calls(node))}
    if any(_writes(call, names) for call in _calls_outside(tree)):
        writing.add("")
    while True:
        short = {name.rpartition(".")[2] for name in writing}
        more = {name for name, node in functions.items() if _names_called(node) & short} - writing
        if not more:
            break
        writing |= more
    return tuple(Writer(module, name, bool(name) and _asks(functions[name])) for name in sorted(writing))


def makers_of_leave(root: Path) -> set[str]:
    """The modules that make a leave themselves."""
    found = set()
    for place in (root / "src" / "harvest_loop", root / "tasks", root / "flows", root / "schemas"):
        for path in place.rglob("*.py"):
            if any(part.is_symlink() for part in (path, *path.parents)):
                continue
            calls = (
                node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
            )
            if any(_name_of(call.func) in (LEAVE, f"{LEAVE}._make", f"{LEAVE}._replace") for call in calls):
                found.add(path.stem)
    return found


def _modules(folder: Path, prefix: str) -> dict[str, Path]:
    found = {}
    for path in sorted(folder.rglob("*.py")):
        inner = path.relative_to(folder)
        if any((folder / part).is_symlink() for part in inner.parents if part != Path()):
            continue
        found[prefix + ".".join(inner.with_suffix("").parts)] = path
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, ast.FunctionDef))


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (each for each in ast.walk(node) if isinstance(each, ast.Call))


def _calls_outside(tree: ast.Module) -> Iterator[ast.Call]:
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _calls(node)


def _door_names(tree: ast.Module) -> set[str]:
    """The names under which this module can call a door, with the module in front or without."""
    found = {f"{door}.{name}" for door, names in DOORS.items() for name in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            door = (node.module or "").rpartition(".")[2]
            told = DOORS.get(door, set()) | ({"run_git"} if door == "git_command" else set())
            found |= {each.asname or each.name for each in node.names if each.name in told}
            found |= {
                f"{each.asname}.{name}"
                for each in node.names
                if each.asname and each.name in DOORS
                for name in DOORS[each.name]
            }
    return found


def _writes(call: ast.Call, doors: set[str]) -> bool:
    name = _name_of(call.func)
    if name in doors or name in {f"os.{word}" for word in OS_WRITES} or name.startswith("shutil."):
        return name != "shutil.get_terminal_size"
    method = name.rpartition(".")[2]
    if isinstance(call.func, ast.Attribute) and method in PATH_METHODS:
        return not name.startswith(("hub_files.", "os."))
    if method == "open":
        return _opens_to_write(call, name)
    return False


def _opens_to_write(call: ast.Call, name: str) -> bool:
    if name == "os.open":
        return bool({each.attr for each in ast.walk(call) if isinstance(each, ast.Attribute)} & _FLAGS)
    values = [*call.args, *(each.value for each in call.keywords if each.arg == "mode")]
    modes = [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(len(mode) <= 3 and set(mode) & set("wax+") and set(mode) <= set("rwaxbt+") for mode in modes)


def _names_called(node: ast.AST) -> set[str]:
    called = {_name_of(call.func) for call in _calls(node)}
    return {name.removeprefix("self.") for name in called if name.count(".") == name.startswith("self.")}


def _asks(node: ast.FunctionDef) -> bool:
    named = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return any(isinstance(each.annotation, ast.Name) and each.annotation.id == LEAVE for each in named)


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_name_of(node.value)}.{node.attr}"
    return ""
