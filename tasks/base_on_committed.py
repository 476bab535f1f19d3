"""An edit is made against what the hub has committed: only that can be changed on a branch (SPEC 4.15)."""

from collections.abc import Collection, Iterable
from pathlib import Path

from harvest_loop.adapters.git_committed import as_committed
from harvest_loop.adapters.skills import read_hub
from harvest_loop.domain.settlement import on_committed
from harvest_loop.schemas.drafts import DraftOutcome
from harvest_loop.schemas.hub import Asset
from harvest_loop.schemas.opened_hub import OpenedHub
from harvest_loop.schemas.run_facts import Judgement
from harvest_loop.schemas.waiting import WaitingForm
from harvest_loop.tasks.step import step


@step("drafts' bases")
def base_on_committed(opened: OpenedHub, judgement: Judgement) -> Judgement:
    """Return the candidates, an edit of an asset with uncommitted changes as one of what is committed, or held."""
    if opened.hub.head_sha is None:
        return judgement
    proposals = (one.candidate.proposal for one in judgement.judged)
    targets = {each.change.path for each in proposals if each is not None and each.change.kind == "edit"}
    bases = _as_committed(opened, targets, opened.hub.assets)
    return judgement.model_copy(update={"judged": on_committed(judgement.judged, bases)})


@step("drafts' bases again")
def read_bases(opened: OpenedHub, waiting: WaitingForm, drafts: DraftOutcome) -> tuple[Asset, ...]:
    """Return the assets that drafts no longer fit, as they are committed by now.

    Raises: HubError when the hub can't be read.
    """
    again = {commit.hash for commit in drafts.commits if commit.outcome == "shown again"}
    proposed = [line.judged.candidate for line in waiting.form.proposals if line.hash in again]
    companions = (each for candidate in proposed if candidate.proposal for each in candidate.proposal.companions)
    targets = {candidate.target for candidate in proposed} | {companion.path for companion in companions}
    assets = read_hub(Path(opened.hub.root), opened.settings).assets
    return tuple(base for base in _as_committed(opened, targets, assets).values() if base is not None)


def committed_assets(opened: OpenedHub, targets: Collection[str]) -> dict[str, Asset | None]:
    """Return the assets at these paths as they are committed: None where one is not, itself where there is no git."""
    if opened.hub.head_sha is None:
        return {asset.path: asset for asset in opened.hub.assets if asset.path in targets}
    return _as_committed(opened, targets, opened.hub.assets)


def _as_committed(opened: OpenedHub, targets: Collection[str], assets: Iterable[Asset]) -> dict[str, Asset | None]:
    root = Path(opened.hub.root)
    return {asset.path: as_committed(root, asset) for asset in assets if asset.path in targets}
