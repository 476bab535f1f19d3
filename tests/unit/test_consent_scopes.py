"""What a scope contains, and when two are the same class to say yes to (SPEC 8.4)."""

import pytest

from harvest_loop.domain.consent.scopes import (
    class_version,
    contains,
    excluded_by,
    is_inside,
    is_narrower,
    narrowest_class,
    widened,
)
from harvest_loop.schemas.consent import Grant
from harvest_loop.schemas.consent_actions import Action
from tests.support.consent_lines import SCOPE

WIDE = SCOPE._replace(capabilities=("read", "local-write"), sinks=("a page", "a list"), excludes=("memory/x/", "stamp"))
ACTION = Action("curation", "harvest-loop", "archive", ("memory/a.md", "memory/b.md"), ("local-write",), ("a page",))
SCOPE_OF = ("harvest-loop", "archive", "memory/", ("local-write",), ("a page",))
GRANT = Grant("archive", "2026-03-01", "2026-03-31", *SCOPE_OF)


@pytest.mark.parametrize(
    "changes",
    [
        {"owner": "other"},
        {"mode": "stamp"},
        {"target": "notes/"},
        {"capabilities": ("read",)},
        {"sinks": ("a page",)},
        {"sinks": ("a page", "a LIST")},
        {"excludes": ("memory/x/",)},
    ],
)
def test_a_class_that_says_another_thing_is_another_version(changes: dict[str, object]) -> None:
    """
    Its five fields and its excludes are what a person says yes to; a change of any begins anew.
    """
    assert class_version(WIDE) != class_version(WIDE._replace(**changes))  # type: ignore[arg-type]  # each by its type


def test_the_order_of_a_list_and_the_case_of_a_word_are_no_other_version() -> None:
    """
    A person may sort their registry: the same things are said, also in another script.
    """
    turned = WIDE._replace(
        capabilities=("Local-Write", "read"), sinks=WIDE.sinks[::-1], excludes=WIDE.excludes[::-1], reason="so"
    )

    assert class_version(WIDE) == class_version(turned)
    assert class_version(SCOPE._replace(owner="정원사")) != class_version(SCOPE)
    assert 16 == len(class_version(WIDE))


def test_a_version_is_the_same_in_every_process() -> None:
    """
    It stands in the log: a no to it holds next month too.
    """
    words = ("read", "local-write", "network", "dispatch", "repo-mutation")

    assert "4f7352ede4052fa4" == class_version(SCOPE._replace(owner="정원사", capabilities=words))


@pytest.mark.parametrize(
    ("changes", "is_held"),
    [
        ({}, True),
        ({"owner": " harvest-loop "}, True),
        ({"owner": "other"}, False),
        ({"mode": "stamp"}, False),
        ({"targets": ()}, False),
        ({"targets": ("memory/a.md", "notes/a.md")}, False),
        ({"targets": ("memory/x/a.md",)}, False),
        ({"effects": ("LOCAL-WRITE", "read")}, True),
        ({"effects": ("local-write", "network")}, False),
        ({"sinks": ()}, True),
        ({"sinks": (" a page ", "a list")}, True),
        ({"sinks": ("another",)}, False),
    ],
)
def test_a_class_holds_what_is_inside_of_it_in_every_field(changes: dict[str, object], is_held: bool) -> None:
    """
    All of the action, each place of it, and nothing that the class excludes.
    """
    action = ACTION._replace(**changes)  # type: ignore[arg-type]  # each by its type

    assert is_held == contains(WIDE, action) == (narrowest_class([WIDE], action) == WIDE)
    assert is_held or "no class of the registry contains it" == narrowest_class([WIDE], action)


@pytest.mark.parametrize(
    ("exclude", "expected"),
    [("archive", True), (" archive ", True), ("memory/b.md", True), ("memory/b", False), ("archives", False)],
)
def test_an_exclude_names_a_mode_or_a_place(exclude: str, expected: bool) -> None:
    """
    What it names is outside, whichever of the places it is; words that name neither take nothing out.
    """
    assert expected == (exclude == excluded_by(WIDE._replace(excludes=("memory/y", exclude)), ACTION))
    assert "archive" == excluded_by(WIDE._replace(excludes=("archive",)), ACTION._replace(mode=" archive "))


@pytest.mark.parametrize(
    "place",
    ["", " ", "memory/a\\..\\b", "memory/c:x", "memory/\na", "memory/a\x1fb", "memory/../x", "/memory/a", "~/a"],
)
def test_what_is_no_plain_path_is_in_nothing(place: str) -> None:
    """
    Another system's paths, control characters, a way up: what can't be compared is wider.
    """
    assert not is_inside(place, "memory/") and not is_inside("memory/a", place)


@pytest.mark.parametrize("place", ["memory/a b.md", "memory/기억.md", "./memory//a.md", "memory", "memory/ a.md "])
def test_any_name_inside_is_inside(place: str) -> None:
    """
    Blanks, other scripts, doubled slashes: these are paths as well.
    """
    assert is_inside(place, " memory/ ") and is_inside("memory/", "memory")


def test_a_blank_at_the_end_makes_another_file() -> None:
    """
    A registry's words are trimmed, the name of a file is what it is.
    """
    assert is_inside("memory/MEMORY.md", " memory/MEMORY.md ")
    assert is_inside("a: report", " a: report ") and not is_inside("~/a", "~") and not is_inside("/a", "/")
    for place in ("memory/MEMORY.md ", " memory/MEMORY.md", "memory/MEMORY.md\u3000"):
        assert not is_inside(place, "memory/MEMORY.md")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, False),
        ({"capabilities": ("read",)}, True),
        ({"capabilities": ("read", "network")}, False),
        ({"sinks": ("a page",)}, True),
        ({"sinks": (" a page", "a list")}, False),
        ({"sinks": ("a page", "another")}, False),
        ({"target": "memory/sub/"}, True),
        ({"target": " memory/ "}, False),
        ({"target": "memory/sub/", "sinks": ("a page", "a list", "another")}, False),
        ({"excludes": ("memory/x/", "stamp", "memory/y/")}, False),
    ],
)
def test_narrower_is_less_in_one_field_and_more_in_none(changes: dict[str, object], expected: bool) -> None:
    """
    Target, capabilities and sinks each may shrink; a word spelled otherwise is not less.
    """
    assert expected == is_narrower(WIDE._replace(**changes), WIDE)  # type: ignore[arg-type]  # each by its type


def test_blanks_around_a_registry_s_words_are_nothing() -> None:
    """
    A class with them holds the same, and is as narrow.
    """
    spaced = WIDE._replace(owner=" harvest-loop ", mode=" archive ", target="memory/ ")
    sub = WIDE._replace(target=" memory/sub/ ")

    assert contains(spaced, ACTION._replace(owner=" harvest-loop", mode="archive "))
    assert is_narrower(sub, spaced) and is_narrower(spaced._replace(target="memory/sub/"), WIDE)
    assert not is_narrower(spaced, WIDE) and not is_narrower(WIDE, spaced)
    for changes in ({"owner": "other"}, {"mode": "other"}):
        assert not is_narrower(sub._replace(**changes), WIDE)  # type: ignore[arg-type]  # a text each
    assert sub == narrowest_class([spaced, sub], ACTION._replace(targets=("memory/sub/a",)))


def test_of_two_classes_that_differ_in_sinks_the_smaller_is_the_narrower() -> None:
    """
    Sinks are part of what is held: of two for one place the one that reaches less counts.
    """
    less = WIDE._replace(name="less", sinks=("a page",))
    other = less._replace(name="other", sinks=("a page", "elsewhere"))

    assert less == narrowest_class([WIDE, less], ACTION) == narrowest_class([other, less], ACTION)
    assert "two classes fit: archive, other" == narrowest_class([other, WIDE], ACTION)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, ()),
        ({"owner": " other "}, ("owner: other, granted was harvest-loop",)),
        ({"mode": "stamp"}, ("mode: stamp, granted was archive",)),
        ({"targets": ("memory/a.md", "x", "y")}, ("target: x, y, granted was memory/",)),
        ({"targets": ()}, ("target: none is named, granted was memory/",)),
        ({"effects": ()}, ("effects: none is named, granted were local-write",)),
        ({"effects": ("read", "Network", "local-write")}, ("effects: network, read, granted were local-write",)),
        ({"sinks": ("c", "b", "a page")}, ("sinks: b, c, granted were a page",)),
        (
            {"owner": "o", "mode": "m", "targets": ("t",), "effects": ("read",), "sinks": ("s",)},
            (
                "owner: o, granted was harvest-loop",
                "mode: m, granted was archive",
                "target: t, granted was memory/",
                "effects: read, granted were local-write",
                "sinks: s, granted were a page",
            ),
        ),
    ],
)
def test_each_field_that_is_wider_is_told(changes: dict[str, object], told: tuple[str, ...]) -> None:
    """
    What it is now and what was granted, in an order that is always the same.
    """
    assert told == widened(ACTION._replace(**changes), GRANT)  # type: ignore[arg-type]  # each by its type


def test_granted_words_are_compared_as_words() -> None:
    """
    Case and blanks around make no widening, and a grant without sinks says so.
    """
    grant = GRANT._replace(owner=" harvest-loop", mode="archive ", effects=("LOCAL-write", "read"), sinks=(" a page",))

    assert () == widened(ACTION, grant) == widened(ACTION._replace(owner=" harvest-loop", mode="archive "), GRANT)
    assert ("owner: x, granted was harvest-loop", "mode: y, granted was archive") == widened(
        ACTION._replace(owner=" x ", mode=" y "), grant
    )
    assert ("effects: read, granted were b, c",) == widened(
        ACTION._replace(effects=("read",)), GRANT._replace(effects=("b", "c"))
    )
    assert ("sinks: a page, granted were none",) == widened(ACTION, GRANT._replace(sinks=()))


def test_of_classes_that_may_not_be_leased_the_narrowest_is_named() -> None:
    """
    It is the one that the action falls under, whatever the wide one allows.
    """
    never = WIDE._replace(name="never", target="memory/a.md", eligible=False)

    assert "the class never may not be leased" == narrowest_class(
        [WIDE, never], ACTION._replace(targets=("memory/a.md",))
    )
