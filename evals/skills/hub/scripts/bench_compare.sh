#!/bin/sh
# Usage: bench_compare.sh BEFORE AFTER: the median of two files with one number a line, and their ratio.
set -eu
median() { sort -n "$1" | awk '{v[NR] = $1} END {print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }
before=$(median "$1")
after=$(median "$2")
awk -v b="$before" -v a="$after" 'BEGIN {printf "before %s after %s ratio %.3f\n", b, a, a / b}'
