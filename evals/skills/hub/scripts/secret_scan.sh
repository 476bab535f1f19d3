#!/bin/sh
# Usage: secret_scan.sh PATTERN_FILE: commits on any branch that added a line matching one of the patterns.
set -eu
git log --all --format='%h' -p --no-color | grep -E --file="$1" --line-number || true
