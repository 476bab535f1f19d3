"""The alarms of SPEC 4.6b while a session goes on, and over the hub's working tree; without the engine."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from harvest_loop.adapters.asset_versions import AssetVersions
from harvest_loop.adapters.git_since import Since, changed_since, commit_of
from harvest_loop.adapters.redaction import redact
from harvest_loop.adapters.skills import read_hub
from harvest_loop.adapters.transcripts.following import FollowedTranscript
from harvest_loop.domain.drift.baseline import Baseline
from harvest_loop.domain.drift.new_uses import SpokenText
from harvest_loop.domain.drift.watch import Session, drift_of, find_drift
from harvest_loop.schemas.drift import Drift, DriftWarning
from harvest_loop.schemas.settings import HubSettings
from harvest_loop.schemas.transcript_events import Event, FilesChanged, Prompt, Setting, ToolResult
from harvest_loop.tasks.words_of_hub import DocumentChange, HubWords, is_document, read_words

_MOST_LETTERS = 2_000  # of a prompt, as in the facts of a transcript
_MOST_PROMPTS = 2_000  # the last ones


def drift_since(hub: Path, settings: HubSettings, revision: str) -> Drift:
    """Return what the hub's documents on disk, and the messages of commits since, do to its words at a revision.

    Raises: UsageError when there is no such revision, FieldError when the hub is no repository that can be read.
    """
    since = changed_since(hub, revision)
    words = _words(hub, settings, since)
    drift = drift_of(Baseline(words.before), Session(words.changed, tuple(_messages(since)), words.gone))
    return drift.model_copy(update={"notes": words.notes})


class DriftFollower:
    """Tells each new detection of a session that goes on, once.

    Raises:
        UsageError: the transcript can't be followed, or the hub has no such revision.
        FieldError: the hub is no repository that can be read.
    """

    def __init__(self, hub: Path, settings: HubSettings, transcript: Path, revision: str) -> None:
        self._hub, self._settings = hub, settings
        self._transcript = FollowedTranscript(transcript)
        self._revision = commit_of(hub, revision) or revision
        self._prompts: deque[SpokenText] = deque(maxlen=_MOST_PROMPTS)
        self._told: set[str] = set()
        self._worked = True
        self._in_hub = False
        self._baseline: Baseline | None = None
        self._words = HubWords(())
        self._messages: tuple[SpokenText, ...] = ()

    @property
    def is_behind(self) -> bool:
        """Whether the transcript holds more than was looked at."""
        return self._transcript.is_behind

    def look(self) -> tuple[DriftWarning, ...]:
        """Read what was appended, and the hub again where the agent has worked since; return what is new.

        Raises: OSError when the transcript is gone or can't be read.
        """
        heard = False
        for event in self._transcript.look():
            heard = self._take(event) or heard
        if self._worked:
            self._read_hub()
        elif not heard:
            return ()
        baseline = self._baseline or Baseline(())
        session = Session(self._words.changed, (*self._messages, *self._spoken()), self._words.gone)
        new = tuple(one for one in find_drift(baseline, session) if one.id not in self._told)
        self._told |= {one.id for one in new}
        return new

    def _take(self, event: Event) -> bool:
        """Take in one event, and say whether the person spoke."""
        if isinstance(event, Prompt):
            text = redact(event.text[:_MOST_LETTERS])
            self._prompts.append(SpokenText("prompt", Path(event.place.file).name, event.place.line, text))
            return True
        if isinstance(event, Setting) and event.folder:
            self._in_hub = self._in_hub or Path(event.folder).is_relative_to(self._hub)
        self._worked = self._worked or isinstance(event, (ToolResult, FilesChanged))
        return False

    def _spoken(self) -> Iterator[SpokenText]:
        yield from (prompt._replace(in_hub=self._in_hub) for prompt in self._prompts)

    def _read_hub(self) -> None:
        since = changed_since(self._hub, self._revision)
        words = _words(self._hub, self._settings, since)
        if self._baseline is None or self._baseline.documents != words.before:
            self._baseline = Baseline(words.before)
        self._words, self._messages, self._worked = words, tuple(_messages(since)), False


def follow(follower: DriftFollower, tell: Callable[[DriftWarning], None], goes_on: Callable[[], bool]) -> None:
    """Tell what each look finds until `goes_on`, which waits between two looks, says that the session has ended.

    Raises: OSError when the transcript is gone or can't be read.
    """
    last = False
    while True:
        for warning in follower.look():
            tell(warning)
        if follower.is_behind:
            continue
        if last:
            return
        last = not goes_on()  # what was written until then is looked at once more


def _words(hub: Path, settings: HubSettings, since: Since) -> HubWords:
    prefix = since.prefix
    changes = tuple(
        DocumentChange(path[len(prefix) :], old.removeprefix(prefix), before=since.sha)
        for path, old in since.paths
        if path.startswith(prefix) and is_document(path[len(prefix) :], settings)
    )
    with AssetVersions(hub, prefix) as versions:
        return read_words(read_hub(hub, settings), settings, changes, versions)


def _messages(since: Since) -> Iterator[SpokenText]:
    yield from (SpokenText("commit", sha[:10], None, text) for sha, text in since.messages)
