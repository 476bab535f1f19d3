#!/bin/sh
# Usage: merged_titles.sh FROM TO: number and title of each pull request merged between two revisions.
set -eu
git log --merges --format='%s%x09%b' --end-of-options "$1..$2" | sed -nE 's/^Merge pull request #([0-9]+)[^\t]*\t/\1\t/p'
