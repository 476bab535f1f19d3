"""The names that stand for writing: our own doors, the standard library's, and how a file is opened (SPEC 8.4)."""

import ast

_DOORS = {
    "hub_files": "write_new replace change put_in rewrite move write_bytes append_line append_text",
    "hub_records": "append_record append_records",
    "whole_file": "put put_new add give_name clear_beside",
    "hub_folders": "remove_empty_folder",
    "git_command": "run_git start_git",
    "processes": "start",
    "git_desk": "Desk",
}
DOORS = {f"{door}.{name}" for door, names in _DOORS.items() for name in names.split()}
_PATH = {
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
    "lchmod",
    "move_into",
    "copy_into",
    "extractall",
    "FileHandler",
    "RotatingFileHandler",
}
_OS = {
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
    "lchmod",
    "chown",
    "lchown",
    "utime",
    "mknod",
    "mkfifo",
    "setxattr",
    "removexattr",
    "system",
    "popen",
    "startfile",
    "posix_spawn",
    "posix_spawnp",
}
_PROGRAMS = {"run", "Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput"}
_HARMLESS = {"shutil.get_terminal_size", "shutil.which", "shutil.disk_usage"}
_OPENERS = {"open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "tarfile.open"}
GIT_QUESTIONS = {
    "cat-file",
    "diff",
    "diff-tree",
    "for-each-ref",
    "hash-object",
    "log",
    "ls-files",
    "ls-tree",
    "merge-base",
    "merge-file",
    "rev-list",
    "rev-parse",
    "status",
}


def is_written_by(node: ast.expr, full: str, call: ast.Call | None) -> bool:
    """Whether a name, in full, stands for writing where it is used; `call`: the call of it, if it is called."""
    head, _, last = full.rpartition(".")
    if ".".join(full.split(".")[-2:]) in DOORS:
        return True
    if head == "os" and (last in _OS or last.startswith(("exec", "spawn"))):
        return True
    if head == "subprocess" and last in _PROGRAMS:
        return call is not None or last != "Popen"  # as a type it starts nothing
    if head == "shutil" and full not in _HARMLESS:
        return True
    if full in ("sqlite3.connect", "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell"):
        return True
    return _is_method(node, full, call)


def _is_method(node: ast.expr, full: str, call: ast.Call | None) -> bool:
    last = full.rpartition(".")[2]
    if isinstance(node, ast.Attribute):
        if last in _PATH:
            return True
        if last == "replace" and call is not None and len(call.args) == 1 and not call.keywords:
            return True  # a path's; a text's takes two words
    if call is None or last not in ("open", "ZipFile", "GzipFile"):
        return False
    return _opens_to_write(call, full)


def _opens_to_write(call: ast.Call, full: str) -> bool:
    if full == "os.open":
        named = {each.attr if isinstance(each, ast.Attribute) else "" for each in ast.walk(call)}
        return "O_RDONLY" not in named or bool(named & {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"})
    behind = 1 if full in _OPENERS or full.endswith("File") else 0
    modes = [*call.args[behind : behind + 1], *(each.value for each in call.keywords if each.arg == "mode")]
    return not all(_reads(mode) for mode in modes)


def _reads(mode: ast.expr) -> bool:
    return isinstance(mode, ast.Constant) and isinstance(mode.value, str) and not set(mode.value) & set("wax+")
