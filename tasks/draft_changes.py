"""A Y becomes a commit on a branch of its own, for a person to review (SPEC 4.15)."""

from pathlib import Path

from harvest_loop.adapters import hub_files
from harvest_loop.adapters.git_draft import draft_commits
from harvest_loop.adapters.state_folder import runs_folder
from harvest_loop.domain.commits import draft_commit, pull_request_text
from harvest_loop.domain.consent.actions import action_of_drafts
from harvest_loop.domain.consent.gate import asked_for
from harvest_loop.schemas.drafts import DraftOutcome
from harvest_loop.schemas.form import AnyLine, Form
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.tasks.step import step


@step("drafts")
def draft_changes(opened: OpenedHub, form: Form, accepted: tuple[AnyLine, ...]) -> DraftOutcome:
    """Write exactly the texts that were shown, one commit each; the user's checkout is not touched.

    Raises: UsageError when git has no identity to commit with.
    """
    commits = tuple(commit for line in accepted if (commit := draft_commit(line)) is not None)
    if not commits:
        return DraftOutcome(branch=None)
    branch = f"harvest/{form.source}-{form.day}"
    leave = asked_for(action_of_drafts((line.hash for line in accepted), branch), by="Y")
    return draft_commits(Path(opened.hub.root), branch=branch, commits=commits, leave=leave, label=form.run)


@step("pull request text")
def keep_pull_request_text(form: Form, accepted: tuple[AnyLine, ...], outcome: DraftOutcome) -> str | None:
    """Keep the text of the branch's pull request in the state folder and return its place below it; None: no branch.

    Raises: HubError when it can't be written.
    """
    if outcome.branch is None:
        return None
    name = f"{form.run}-{(outcome.base or form.run)[:8]}"  # two hubs may have a run of one name
    hub_files.change(runs_folder(name), "pull_request.md", lambda _: pull_request_text(form, accepted, outcome))
    return f"runs/{name}/pull_request.md"
