"""`harvest cadence`: look over the last four weeks: higher routes taken, patterns repeated (SPEC 4.13, 6-b)."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--hub", metavar="DIR", help="the repository that holds the harness")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(arguments: argparse.Namespace) -> int:
    """Print what the cycle that ends today shows; no asset is changed, and no engine started.

    Raises: UsageError when there is no hub, HubError when it can't be read or its state not be written.
    """
    from harvest_loop.commands.progress import show, show_json
    from harvest_loop.domain.cadence_page import cadence_page
    from harvest_loop.schemas.cadence import CadenceRequest
    from harvest_loop.tasks.review_cadence import review_cadence

    review = review_cadence(CadenceRequest(hub=arguments.hub))
    if arguments.json:
        show_json(review.model_dump(mode="json"))
    else:
        show(cadence_page(review).removesuffix("\n").split("\n"))
    return 0
