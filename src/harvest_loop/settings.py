"""What a person set: which hub, and harvest.toml with what the environment puts over it."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from harvest_loop.errors import HubError, UsageError
from harvest_loop.hub_root import HUB_FILE as HUB_FILE
from harvest_loop.hub_root import find_hub as find_hub
from harvest_loop.hub_root import read_toml, unknown_key
from harvest_loop.hub_root import user_config_file as user_config_file
from harvest_loop.schemas.settings import HubSettings

_NOT_SETTINGS = frozenset({"HARVEST_LOOP_DEPTH"})  # how deep the loop is in itself (SPEC 3.1)


def require_writable(hub_root: Path) -> None:
    """Stop before any work when the hub can't be written (SPEC 10.1).

    Raises:
        HubError: the hub is read-only.
    """
    if not os.access(hub_root, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        raise HubError("the hub is read-only", where=str(hub_root), remedy="make it writable, or pass another --hub")


def load_settings(hub_root: Path, environment: Mapping[str, str] = os.environ) -> HubSettings:
    """Return harvest.toml, with HARVEST_<SECTION>_<KEY> over it; every key is optional (SPEC 10.1).

    Raises:
        HubError: the file can't be read or is no TOML.
        UsageError: a key is unknown, or a value is not what its key takes.
    """
    place = hub_root / HUB_FILE
    written = _underscored(read_toml(place))
    _refuse_unknown(written, str(place))
    sections = {name: dict(section) for name, section in written.items()}
    for variable, section, key, value in _overrides(environment):
        sections.setdefault(section, {})[key] = value
        _validated({section: {key: value}}, variable)
    return _validated(sections, str(place))


def settings_hash(settings: HubSettings) -> str:
    """Return the hash that a run records, so that a later change can be told (SPEC 10.1)."""
    told = json.dumps(settings.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8")).hexdigest()


def explain_config() -> str:
    """Return harvest.toml with every key at its default, what it does and the variable that overrides it."""
    lines = ["# harvest.toml: every key is optional; what stands here are the defaults."]
    for section, model in _sections().items():
        lines += ["", f"[{section}]"]
        for key, field in model.model_fields.items():
            lines += [f"# {field.description or key} ({_variable(section, key)})", _assignment(key, field)]
    return "\n".join(lines) + "\n"


def _underscored(written: dict[str, Any]) -> dict[str, Any]:
    """`local-only` is `local_only`: both are how people write keys."""
    return {
        name: {key.replace("-", "_"): value for key, value in section.items()} if isinstance(section, dict) else section
        for name, section in written.items()
    }


def _sections() -> dict[str, type[BaseModel]]:
    found = {name: field.annotation for name, field in HubSettings.model_fields.items()}
    return {name: model for name, model in found.items() if isinstance(model, type) and issubclass(model, BaseModel)}


def _refuse_unknown(written: dict[str, Any], where: str) -> None:
    sections = _sections()
    for section, values in written.items():
        if section not in sections:
            raise unknown_key(f"[{section}]" if isinstance(values, dict) else section, section, list(sections), where)
        if not isinstance(values, dict):
            raise UsageError(f"{section} is a section, not a value", where=where, remedy=f"write [{section}]")
        for key in values:
            if key not in sections[section].model_fields:
                raise unknown_key(f"{section}.{key}", key, list(sections[section].model_fields), where, f"{section}.")


def _overrides(environment: Mapping[str, str]) -> Iterator[tuple[str, str, str, Any]]:
    for section, model in _sections().items():
        prefix = f"HARVEST_{section.upper()}_"
        for variable in sorted(name for name in environment if name.startswith(prefix) and name not in _NOT_SETTINGS):
            key = variable.removeprefix(prefix).lower()
            if key not in model.model_fields:
                raise unknown_key(
                    variable, key.upper(), [name.upper() for name in model.model_fields], "environment", prefix
                )
            yield variable, section, key, _from_variable(environment[variable], model.model_fields[key])


def _from_variable(value: str, field: FieldInfo) -> Any:
    if get_origin(field.annotation) is tuple:
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _validated(sections: dict[str, Any], where: str) -> HubSettings:
    try:
        return HubSettings.model_validate(sections)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise UsageError(
            f"{key} = {first['input']!r}: {first['msg'].removeprefix('Value error, ')}",
            where=where,
            remedy="see `harvest init --explain-config`",
        ) from error


def _variable(section: str, key: str) -> str:
    return f"HARVEST_{section}_{key}".upper()


def _assignment(key: str, field: FieldInfo) -> str:
    value = field.default
    if value is None:
        return f'# {key} = ""'
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"
