"""Harvest what a coding-agent session really did into the harness that steers the next one."""
