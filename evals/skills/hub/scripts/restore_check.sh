#!/bin/sh
# Usage: restore_check.sh SOURCE_DB RESTORED_DB TABLE…: row counts of both sides, and 1 when one differs.
set -eu
source=$1
restored=$2
shift 2
status=0
for table; do
	a=$(psql --dbname "$source" -At --command "SELECT count(*) FROM $table")
	b=$(psql --dbname "$restored" -At --command "SELECT count(*) FROM $table")
	echo "$table $a $b"
	[ "$a" = "$b" ] || status=1
done
exit "$status"
