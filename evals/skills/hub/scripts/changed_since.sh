#!/bin/sh
# Usage: changed_since.sh REV [PATH…]: the files that differ from REV, one a line.
set -eu
rev=$1
shift
git diff --name-only --end-of-options "$rev" -- "$@"
