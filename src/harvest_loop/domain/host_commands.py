"""Slash commands that belong to the agents themselves: typing one is no use of a skill (SPEC 3.3)."""

import re

from harvest_loop.domain.vocabulary import listed

_NAME = re.compile(r"\w[\w.:-]{0,99}\Z")
_OF_HOSTS = listed(
    """
    add-dir agents allowed-tools app approvals apps bashes btw bug changelog chrome clean clear collab color compact
    config connect context continue copy cost debug-config desktop details diff doctor editor effort elevate-sandbox
    exit experimental export extra-usage fast feedback files fork heapdump help history hooks ide init insights
    install-github-app install-slack-app keybindings login logout lsp mcp memory mention migrate-installer mobile
    model models new output-style output-style:new passes
    permissions personality plan plugin plugins pr-comments pr_comments
    privacy-settings prompts ps quit rate-limit-options rc realtime redo release-notes reload-plugins remote-control
    remote-env rename reset resume review rewind checkpoint rollout sandbox security-review session sessions
    settings share side skills stash statusline stats status stickers stop subagents summarize tag tasks teleport
    terminal-setup test-approval theme themes thinking think-back timeline title todos undo unshare upgrade usage
    variants vim voice workspaces yolo
    """
)


def may_be_a_skill(name: str) -> bool:
    """Whether a typed command can be a skill: it has a skill's name and is none of the agent's own commands.

    Whether the hub has such a skill is for the leaderboard to say.
    """
    return _NAME.match(name) is not None and name not in _OF_HOSTS and not name.startswith("mcp__")
