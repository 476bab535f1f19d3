"""Secrets that are known by their own look: vendors' tokens, wherever they stand (SPEC 11-4)."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from harvest_loop.adapters.redaction_marks import Secret
from harvest_loop.adapters.redaction_values import is_example

# Amazon prints these in its own documentation; they open nothing.
_PUBLISHED = frozenset({"AKIAIOSFODNN7EXAMPLE", "AKIAI44QH8DHBEXAMPLE"})

_UNLIKE_NAMES = re.compile(r"[0-9]|[A-Z]{12}")  # a token without a digit is capitals, and a path is neither
# Kind, how its tokens begin (one of these stands in each), what they look like.
_OURS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("aws-key-id", "AKIA ASIA ABIA ACCA A3T", (r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[0-9A-Z]{16}(?![0-9A-Za-z])",)),
    (
        "github-token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        (r"gh[pousr]_[A-Za-z0-9_]{20,}", r"github_pat_[A-Za-z0-9_]{20,}"),
    ),
    (
        "gitlab-token",
        "glpat- gldt- glft- glsoat- glrt- glcbt- glimt- glptt- glagent- GR1348941",
        (r"gl(?:pat|dt|ft|soat|rt|cbt|imt|ptt|agent)-[A-Za-z0-9_-]{16,}", r"GR1348941[A-Za-z0-9_-]{16,}"),
    ),
    ("slack-token", "xox xapp-", (r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}", r"xapp-\d-[A-Za-z0-9-]{10,}")),
    ("slack-webhook", "hooks.slack", (r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9_/-]{16,}",)),
    ("stripe-key", "k_live_ k_test_ whsec_", (r"(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{12,}",)),
    ("anthropic-key", "sk-ant-", (r"sk-ant-(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{16,}",)),
    ("openai-key", "sk-", (r"sk-(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{20,}",)),
    (
        "google-key",
        "AIza ya29. GOCSPX-",
        (r"AIza[A-Za-z0-9_-]{30,}", r"ya29\.[A-Za-z0-9_-]{20,}", r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    ),
    ("jwt", "eyJ", (r"eyJ[A-Za-z0-9_-]{8,}={0,2}(?:\.[A-Za-z0-9_-]{4,}={0,2}){1,4}",)),
    ("npm-token", "npm_", (r"npm_[A-Za-z0-9]{30,}",)),
    ("pypi-token", "pypi-", (r"pypi-[A-Za-z0-9_-]{40,}",)),
    ("sendgrid-key", "SG.", (r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",)),
    ("twilio-key", "AC SK", (r"(?:AC|SK)[a-f0-9]{32}(?![0-9A-Za-z])",)),
    ("huggingface-token", "hf_", (r"hf_(?=[A-Za-z]{0,200}[A-Z0-9])[A-Za-z0-9]{30,}",)),
    ("docker-token", "dckr_", (r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",)),
    (
        "cloud-token",
        "_v1_ hvs. hvb. hvr. pscale_",
        (r"do[opr]_v1_[a-f0-9]{40,}", r"hv[sbr]\.[A-Za-z0-9_-]{20,}", r"pscale_\w+_[\w.-]{30,}"),
    ),
    ("databricks-token", "dapi", (r"dapi[a-f0-9]{32}(?:-\d)?",)),
    ("shop-token", "shp sq0", (r"shp(?:at|ss|ca|pa)_[a-fA-F0-9]{30,}", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}")),
    (
        "work-token",
        "lin_api_ ntn_ figd_",
        (r"lin_api_[A-Za-z0-9]{30,}", r"ntn_[A-Za-z0-9]{40,}", r"figd_[A-Za-z0-9_-]{30,}"),
    ),
    ("atlassian-token", "ATATT ATCTT ATBB", (r"AT(?:ATT|CTT|BB)[A-Za-z0-9_=-]{30,}",)),
    (
        "monitor-token",
        "glsa_ glc_ NRAK- sntrys_",
        (r"gl(?:sa|c)_[A-Za-z0-9_+/=]{30,}", r"NRAK-[A-Z0-9]{27}", r"sntrys_[A-Za-z0-9_+/=]{40,}"),
    ),
    ("postman-key", "PMAK-", (r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",)),
    (
        "model-key",
        "gsk_ gsk- pplx- r8_ xai- nvapi- sbp_ nfp_ phc_ phx_",
        (r"(?:gsk|pplx|r8|xai|nvapi|sbp|nfp|phc|phx)[_-](?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{30,}",),
    ),
    ("telegram-token", ":AA", (r"\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])",)),
    ("age-key", "AGE-SECRET", (r"AGE-SECRET-KEY-1[A-Z0-9]{50,}",)),
)

# What the library knows beyond that. A plugin brings an HTTP client along, so it is loaded when its sign is seen.
_PLUGINS: tuple[tuple[str, str, str, str], ...] = (
    ("artifactory-credential", "artifactory", "ArtifactoryDetector", "AKC"),
    ("azure-storage-key", "azure_storage_key", "AzureStorageKeyDetector", "AccountKey="),
    ("cloudant-credential", "cloudant", "CloudantDetector", "loudant"),
    ("discord-token", "discord", "DiscordBotTokenDetector", r"\.[\w-]{6}\.[\w-]{27}"),
    ("mailchimp-key", "mailchimp", "MailchimpDetector", r"-us\d"),
    ("npm-token", "npm", "NpmDetector", "_authToken"),
    ("softlayer-credential", "softlayer", "SoftlayerDetector", "oftlayer"),
)
_AROUND = '=:" \t\r\n'  # some of its patterns take the mark on either side along


def find_formats(text: str, words: Iterable[str]) -> Iterator[Secret]:
    """Yield the tokens in the text; only those kinds are looked for whose sign one of its long words bears."""
    worthy = "\n".join([word for word in words if _UNLIKE_NAMES.search(word)])
    if not worthy:
        return
    for kind, signs, pattern in _our_patterns():
        if any(map(worthy.__contains__, signs)):
            for found in pattern.finditer(text):
                if found[0] not in _PUBLISHED and not is_example(found[0]):
                    yield Secret(*found.span(), kind)
    for kind, module, plugin, sign in _PLUGINS:
        if re.search(sign, worthy):
            yield from _by_plugin(text, kind, module, plugin)


def _by_plugin(text: str, kind: str, module: str, plugin: str) -> Iterator[Secret]:
    for pattern in _plugin_patterns(module, plugin):
        for found in pattern.finditer(text):
            group = next((at for at in range(1, pattern.groups + 1) if found[at]), 0)
            value = found[group].removeprefix("AccountKey=").strip(_AROUND)
            start = text.index(value, found.start(group))
            yield Secret(start, start + len(value), kind)


@cache
def _our_patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    # A token may follow a word and an underscore (`key_ghp_…`) or an escaped line end, never a letter or a digit.
    edge = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
    return tuple(
        (kind, tuple(signs.split()), re.compile(rf"{edge}(?:{'|'.join(looks)})")) for kind, signs, looks in _OURS
    )


@cache
def _plugin_patterns(module: str, plugin: str) -> tuple[re.Pattern[str], ...]:
    found = getattr(import_module(f"detect_secrets.plugins.{module}"), plugin)
    return tuple(found.denylist)
