"""The programs that run coding agents: what is put into their configuration, and taken out again."""

from harvest_loop.adapters.hosts.claude_code import ClaudeCode
from harvest_loop.adapters.hosts.codex import Codex
from harvest_loop.adapters.hosts.host import Host
from harvest_loop.adapters.hosts.opencode import OpenCode

HOSTS: dict[str, Host] = {host.name: host for host in (ClaudeCode(), Codex(), OpenCode())}
