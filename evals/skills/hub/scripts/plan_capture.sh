#!/bin/sh
# Usage: plan_capture.sh DATABASE QUERY_FILE: the plan of a query with buffers, as JSON.
set -eu
{
	echo "SET statement_timeout = '60s'; EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)"
	cat "$2"
} | psql --dbname "$1" --no-psqlrc --quiet --tuples-only
