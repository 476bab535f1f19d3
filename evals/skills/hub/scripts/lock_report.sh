#!/bin/sh
# Usage: lock_report.sh DATABASE: which sessions wait for a lock, and for whom.
set -eu
psql --dbname "$1" --no-psqlrc --csv --command "SELECT pid, pg_blocking_pids(pid) AS waits_for, state, left(query, 80) AS query FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"
