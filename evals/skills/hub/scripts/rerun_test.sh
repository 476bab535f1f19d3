#!/bin/sh
# Usage: rerun_test.sh COUNT COMMAND…: run a command COUNT times and print how often it failed.
set -u
count=$1
shift
failed=0
run=0
while [ "$run" -lt "$count" ]; do
	"$@" >"rerun-$run.log" 2>&1 || failed=$((failed + 1))
	run=$((run + 1))
done
echo "$failed of $count failed"
[ "$failed" -eq 0 ]
