#!/bin/sh
# Usage: flag_uses.sh NAME: each place in tracked files that names a feature flag.
set -eu
git grep --line-number --fixed-strings --word-regexp -e "$1"
