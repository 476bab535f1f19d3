"""Lists of words: what commit messages do, and what says nothing."""


def listed(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


BUILDING = listed(
    """
    absorb add adopt align allow apply assert attest audit automate ban block bundle cache chain check clarify
    commit configure consolidate convert cover create define deploy deprecate detect disable discourage document
    embed emphasize enable enforce enhance ensure establish exclude expand fold exempt extract fail forbid gate
    generate group guard harden hand implement improve include inject install instrument integrate introduce isolate
    land let lift limit lint make map measure merge migrate mirror namespace optimize parallelize pin prevent
    prioritize protect provide publish put reject record redesign redo refuse register remind render replace report
    require restrict restructure review rewrite rework route run scan schedule scope separate set setup share sign skip
    split standardize strengthen support surface switch sync test tighten track treat trigger try type unify use
    validate verify warn wire write
    """
)
# These are nouns as often as verbs, so they speak only where they stand first.
NOUNS_TOO = listed(
    """
    audit block bundle cache check close commit cover document gate group guard hand hook include land let lint map
    record report review route schedule scope set setup share sign support switch test track trigger try type
    """
)
MENDING = listed(
    """
    address avoid close correct defuse fix handle mend patch repair resolve restore silence stop tolerate
    """
)
TIDYING = listed(
    """
    adjust bump clean cleanup compress delete drop format move omit polish prune reduce refactor refine remove
    rename reorder reorganize reshuffle revise simplify streamline tidy tone trim tune tweak update
    """
)
EMPTY = listed(
    """
    a about after all also an and any are as at back be because been before being both but by can could do does
    doesn't don't for from get had has have how i if in instead into is it it's its just like more most new no not
    now of off on one only or other our out over own per same should simple so some still such than that the their
    them then there these they this those to too up us very via was we were what when where which while why will
    with without would you your
    """
)
