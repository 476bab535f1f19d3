"""Writes one draft after the other into a worktree and commits it, or says why not (SPEC 4.15)."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harvest_loop.adapters.git_command import GitFailed, run_git
from harvest_loop.adapters.hub_files import Form, FoundFile, encode_like, place_in_hub, read_file
from harvest_loop.adapters.redaction import redact, redact_lines
from harvest_loop.errors import HubError
from harvest_loop.schemas.drafts import DraftCommit, DraftedCommit

# Nothing may wait for an answer: no editor, no password. The terminal itself is out of reach, see `start_git`.
NO_QUESTIONS = {"GIT_EDITOR": ":", "GIT_ASKPASS": "true", "SSH_ASKPASS": "true", "GPG_TTY": ""}
_COMMIT = (
    *("-c", "gc.auto=0", "-c", "maintenance.auto=false"),
    *("commit", "--quiet", "--cleanup=whitespace", "--file=-"),
)


class _NotDraftedError(Exception):
    """Why a draft does not become a commit; never leaves this file."""

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.again = again


@dataclass(frozen=True, slots=True)
class Desk:
    """A worktree to draft in, beside the hub as the user has it checked out."""

    hub: Path
    folder: Path
    drafted_hub: Path

    def draft(self, commit: DraftCommit) -> DraftedCommit:
        """Commit one draft; when it can't be, the worktree is as it was before."""
        before = self._git("rev-parse", "HEAD")
        try:
            targets = [self._write(part) for part in commit.parts]
            note = "; ".join(filter(None, map(self._note, commit.parts)))
            sha = self._commit(commit, targets, before)
        except (_NotDraftedError, GitFailed, HubError) as error:
            self._git("reset", "--quiet", "--hard", before)
            self._git("clean", "-ffdxq")
            return _not_drafted(commit, error)
        return DraftedCommit(hash=commit.hash, outcome="drafted", sha=sha, detail=note)

    def _write(self, commit: DraftCommit) -> Path:
        """Write the file as it was shown, if what it was shown against still stands."""
        target = place_in_hub(self.drafted_hub, commit.path)
        found = read_file(place_in_hub(self.drafted_hub, commit.base_path))
        self._need_base(commit, found)
        if commit.moved_from is not None:
            return self._move(commit.moved_from, commit.path, target)
        if _holds_secret(commit.text, "" if found is None else found.text):
            raise _NotDraftedError("the text holds a secret, and would not be written as it was shown")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(encode_like(commit.text, self._form(commit) if found is None else found.form))
        except OSError as error:
            raise _NotDraftedError(f"{commit.path} can't be written ({error.strerror or error})") from error
        return target

    def _form(self, commit: DraftCommit) -> Form:
        """How a new file is written: with the line ends of the one that it is taken from."""
        model = None if commit.like is None else read_file(place_in_hub(self.drafted_hub, commit.like))
        return Form() if model is None else Form(newline=model.form.newline)

    def _move(self, path: str, to: str, target: Path) -> Path:
        """Give the file its new name; what stands there is never overwritten."""
        if target.exists() or place_in_hub(self.hub, to).exists():
            raise _NotDraftedError(f"a file stands at {to} already")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            place_in_hub(self.drafted_hub, path).rename(target)
        except OSError as error:
            raise _NotDraftedError(f"{path} can't be moved ({error.strerror or error})") from error
        return target

    def _need_base(self, commit: DraftCommit, drafted: FoundFile | None) -> None:
        """Hold what was shown against the branch's start: what the user has not committed is on no branch."""
        here = read_file(place_in_hub(self.hub, commit.base_path))
        if commit.base_sha256 is None:
            if here is None and drafted is None:
                return
            raise _NotDraftedError(f"{commit.base_path} has changed since it was shown", again=True)
        if drafted is not None and self._is_base(commit, drafted, here):
            return
        if drafted is None and here is not None:
            raise _NotDraftedError(f"{commit.base_path} is not committed in the hub, so that no branch can change it")
        if here is not None and here.sha256 == commit.base_sha256:
            why = "differs from what the hub has committed, or another change of this form was drafted first"
            raise _NotDraftedError(f"{commit.base_path} {why}", again=True)
        raise _NotDraftedError(f"{commit.base_path} has changed since it was shown", again=True)

    def _is_base(self, commit: DraftCommit, drafted: FoundFile, here: FoundFile | None) -> bool:
        """Whether what was shown is the branch's file: as checked out here or by the user, or as git stores it."""
        if commit.base_sha256 in (drafted.sha256, self._stored_sha256(commit.base_path)):
            return True
        return here is not None and commit.base_sha256 == here.sha256 and self._is_committed(commit.base_path)

    def _stored_sha256(self, path: str) -> str:
        return hashlib.sha256(self._ask("cat-file", "blob", f"HEAD:{self._in_worktree(path)}")).hexdigest()

    def _note(self, commit: DraftCommit) -> str:
        """What the user has to know of a change that was made without their uncommitted work."""
        if commit.base_sha256 is None or self._is_committed(commit.base_path):
            return ""
        return f"your uncommitted changes to {commit.base_path} are not in it"

    def _is_committed(self, path: str) -> bool:
        """Whether git would commit the user's file as the branch has it: a filter may write it otherwise on disk."""
        place, asked = str(place_in_hub(self.hub, path)), self._in_worktree(path)
        try:
            here = self._git("hash-object", f"--path={asked}", "--", place)
            return here == self._git("rev-parse", f"HEAD:{asked}")
        except GitFailed:
            return False

    def _in_worktree(self, path: str) -> str:
        return str(place_in_hub(self.drafted_hub, path).relative_to(self.folder))

    def _commit(self, commit: DraftCommit, targets: Sequence[Path], before: str) -> str:
        paths = [str(target.relative_to(self.folder)) for target in targets]
        gone = [] if commit.moved_from is None else [self._in_worktree(commit.moved_from)]
        self._git("--literal-pathspecs", "add", "--", *paths, *gone)
        staged = [self._git("rev-parse", f":{path}") for path in paths]
        if not self._git("diff", "--cached", "--name-only", "--no-ext-diff"):
            raise _NotDraftedError("it changes nothing")
        message = _message(commit).encode("utf-8")
        run_git(self.folder, *_COMMIT, stdin=message, variables=self._variables, apart=True)
        sha = self._git("rev-parse", "HEAD")
        changed = self._ask("diff-tree", "-r", "-z", "--name-only", "--no-renames", before, sha)
        stands = [self._git("rev-parse", f"HEAD:{path}") for path in paths]
        if stands != staged or changed.count(b"\0") != len(paths) + len(gone):
            raise _NotDraftedError("a hook of the repository changed what was to be committed")
        if commit.trailers and not self._git("log", "-1", "--format=%(trailers:only)", sha):
            raise _NotDraftedError("a hook of the repository took the prediction out of the message")
        return sha

    @property
    def _variables(self) -> dict[str, str]:
        """No repository around the folder is worked on in place of a worktree that a hook broke."""
        return {**NO_QUESTIONS, "GIT_CEILING_DIRECTORIES": str(self.folder.parent)}

    def _ask(self, *arguments: str) -> bytes:
        return run_git(self.folder, *arguments, variables=self._variables)

    def _git(self, *arguments: str) -> str:
        return self._ask(*arguments).removesuffix(b"\n").decode("utf-8", "surrogateescape")


def _not_drafted(commit: DraftCommit, error: Exception) -> DraftedCommit:
    if isinstance(error, GitFailed):
        return DraftedCommit(hash=commit.hash, outcome="held", detail=error.stderr.strip() or error.what)
    again = isinstance(error, _NotDraftedError) and error.again
    return DraftedCommit(hash=commit.hash, outcome="shown again" if again else "held", detail=str(error))


def _holds_secret(text: str, before: str) -> bool:
    known = set(before.split("\n"))
    added = [line for line in text.split("\n") if line not in known]
    return redact_lines(added) != added


def _message(commit: DraftCommit) -> str:
    """Return the message with its trailers, each on one line, in a block of their own at the end."""
    trailers = "\n".join(f"{_key(key)}: {_one_line(value)}" for key, value in commit.trailers)
    parts = (_one_line(commit.subject), commit.body.strip("\n"), trailers)
    return redact("\n\n".join(part for part in parts if part) + "\n")


def _key(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", text).strip("-")


def _one_line(text: str) -> str:
    return " ".join(text.split())
