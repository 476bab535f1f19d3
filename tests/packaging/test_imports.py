"""The shape of the code: imports point down, packages are listed, light commands stay light."""

import importlib.metadata
import json
import sys
import tomllib
from pathlib import Path

import pytest

from tests.packaging.project import PACKAGES, ROOT, listed_files, run
from tests.support.repositories import Repository

LOADED = """
import json, sys
from harvest_loop.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
sys.stdout.flush()
sys.stderr.write(json.dumps(sorted({{name.partition(".")[0] for name in sys.modules}})))
"""


def modules_loaded(code: str, *, at: Path) -> set[str]:
    """Top-level names in sys.modules after the code ran in a new interpreter; the standard library left out."""
    report = at / "modules.json"
    wrapped = f"import sys\nsys.stderr = open({str(report)!r}, 'w')\n{code}"
    run([sys.executable, "-c", wrapped], at=at)
    return set(json.loads(report.read_text(encoding="utf-8"))) - sys.stdlib_module_names


def test_imports_point_down(tmp_path: Path) -> None:
    """
    Whoever reads a floor need not know the floors above it.
    """
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]

    assert " 0 broken" in run(command, at=ROOT)


def test_every_folder_with_python_is_a_listed_package() -> None:
    """
    A folder that nobody lists works in the checkout and is missing from the wheel.
    """
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = set()
    for name in listed_files():
        for folder, package in PACKAGES.items():
            parent = Path(name).parent
            if name.endswith(".py") and parent.is_relative_to(folder):
                folders.add(".".join((package, *parent.relative_to(folder).parts)).replace("/", "."))

    assert folders == set(settings["packages"])


def test_the_links_lead_to_the_folders() -> None:
    """
    Type checkers see the code that is shipped, and not a copy of it.
    """
    links = {str(path.readlink()) for path in (ROOT / "src" / "harvest_loop").iterdir() if path.is_symlink()}

    assert {f"../../{folder}" for folder in PACKAGES if not folder.startswith("src")} == links


def test_no_flow_is_named_like_an_installed_module() -> None:
    """
    The engine loads a flow by its file's name where it is told to, and would then get the other module.
    """
    taken = set(importlib.metadata.packages_distributions()) | sys.stdlib_module_names
    flows = {path.stem for path in (ROOT / "flows").glob("*.py") if path.stem != "__init__"}

    assert set() == flows & taken


def test_help_loads_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """
    Help answers at once because it pays for no library, installed or ours, beyond its own table.
    """
    before = modules_loaded("import json\nsys.stderr.write(json.dumps(sorted(sys.modules)))", at=tmp_path)

    after = modules_loaded(LOADED.format(arguments=["--help"]), at=tmp_path)

    assert {"harvest_loop"} == after - {name.partition(".")[0] for name in before}


@pytest.mark.parametrize("arguments", [["--help"], ["close", "--help"], ["status"]])
def test_light_commands_load_no_engine(arguments: list[str], hub: Repository, tmp_path: Path) -> None:
    """
    Asking what a command does, or what waits, must not cost the seconds that the engine takes to load.
    """
    hub.write("harvest.toml", "")
    words = [*arguments, "--hub", str(hub.path)] if arguments == ["status"] else arguments

    loaded = modules_loaded(LOADED.format(arguments=words), at=tmp_path)

    assert "harvest_loop" in loaded
    assert "prefect" not in loaded


@pytest.mark.parametrize(
    "task",
    [
        "ask_mid_session",
        "complete_wave",
        "follow_drift",
        "manifest_pass",
        "offer_capability",
        "read_at_start",
        "survey_inbox",
    ],
)
def test_what_a_command_does_before_the_engine_starts_loads_no_engine(task: str, tmp_path: Path) -> None:
    """
    The engine reads its settings as it is loaded: too early, a run would go to the server that a person set for others.
    """
    code = f"import json, harvest_loop.tasks.{task}\nsys.stderr.write(json.dumps(sorted(sys.modules)))"

    assert "prefect" not in {name.partition(".")[0] for name in modules_loaded(code, at=tmp_path)}


def test_no_client_of_a_model_is_loaded_before_it_is_asked(hub: Repository, tmp_path: Path) -> None:
    """
    Whoever runs offline pays for none: not the command line, and not the steps that could ask one.
    """
    code = "import json, harvest_loop.cli, harvest_loop.tasks.ask_judge, harvest_loop.adapters.models.doors\n"

    loaded = modules_loaded(f"{code}sys.stderr.write(json.dumps(sorted(sys.modules)))", at=tmp_path)

    clients = {"anthropic", "openai", "pydantic_ai", "httpx2", "genai_prices"}
    assert set() == clients & {name.partition(".")[0] for name in loaded}
