"""One tree of errors, divided by who can act.

HarvestError
├── UsageError       the caller: a wrong flag, path or revision           exit 2
│   └── NoHub            nothing names a hub
├── HubError         the hub's files: can't be read, parsed or written    exit 2
│   ├── ManifestError  the manifest doesn't parse: a person must look     exit 3
│   └── UnfinishedError  a run had to stop half-way: the same command goes on  exit 2
├── FieldError       the field: no repository, not readable, not ours     exit 2
├── JudgeError       a judged role
│   ├── JudgeUnavailable  worth a retry
│   └── JudgeUnusable     not worth one
└── ConflictError    someone else wrote in between: read again and merge
"""


class HarvestError(Exception):
    """What went wrong, where, and what to do about it; shown once, without a traceback."""

    exit_code = 2

    def __init__(self, what: str, *, where: str | None = None, remedy: str | None = None) -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        parts = [self.what if self.where is None else f"{self.where}: {self.what}"]
        if self.remedy:
            parts.append(self.remedy)
        return "; ".join(parts)


class UsageError(HarvestError):
    """The caller asked for something that can't be done as asked."""


class NoHub(UsageError):  # noqa: N818  # the name says what was found
    """Nothing names a hub; what needs none goes on."""


class HubError(HarvestError):
    """A file of the hub is missing, unreadable or not what it should be."""


class ManifestError(HubError):
    """The edit manifest doesn't parse; only a person can say what it meant."""

    exit_code = 3


class UnfinishedError(HubError):
    """A run has written some of its files and could not write another; begun again it goes on from there."""


class FieldError(HarvestError):
    """The field is no repository, or can't be read as one."""


class JudgeError(HarvestError):
    """A judged role gave no answer that can be used."""


class JudgeUnavailable(JudgeError):  # noqa: N818  # the name says what to do: try again
    """The judge could not be reached; trying again may help."""


class JudgeUnusable(JudgeError):  # noqa: N818  # the name says what to do: give up
    """The judge answered something that no retry will make usable."""


class ConflictError(HarvestError):
    """Someone else wrote the file since it was read."""


def words_of(error: BaseException) -> str:
    """Return what an error of the system says, without its number and the path, which whoever reports it names."""
    return getattr(error, "strerror", None) or str(error)
