"""The way of `harvest consent check` stays light: scripts ask before each action (SPEC 8.3, 12)."""

import json
from pathlib import Path

from tests.packaging.test_imports import LOADED, modules_loaded
from tests.support.granted import a_class, a_grant
from tests.support.repositories import Repository

HEAVY = {"prefect", "pydantic", "ruamel", "git", "numpy", "detect_secrets", "orjson", "filelock", "platformdirs"}


def test_the_check_loads_the_standard_library_and_a_yaml_parser_only(hub: Repository, tmp_path: Path) -> None:
    """
    Neither the engine nor pydantic, where a grant is joined as where nothing is there.
    """
    hub.write("harvest.toml", '[paths]\nmeta = "m"\n')
    hub.write("m/consent_classes.yaml", json.dumps({"classes": [a_class()]}))
    grant = a_grant(granted="2026-03-01", expires="2026-03-31")
    hub.write("m/user_adaptation_profile.md", f"---\n{json.dumps({'standing_consent': {'tidy-notes': grant}})}\n---\n")
    code = f"import os\nos.environ['HARVEST_NOW'] = '2026-03-10T12:00:00Z'\nos.chdir({str(hub.path)!r})\n"

    loaded = modules_loaded(code + LOADED.format(arguments=["consent", "check"]), at=tmp_path)

    assert "yaml" in loaded  # it got as far as the files
    assert set() == loaded & HEAVY
