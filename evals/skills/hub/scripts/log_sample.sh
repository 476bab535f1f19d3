#!/bin/sh
# Usage: log_sample.sh FILE: how often each event stands in a JSON-lines log, the most frequent first.
set -eu
jq --raw-output '.event // "(none)"' "$1" | sort | uniq -c | sort -rn
