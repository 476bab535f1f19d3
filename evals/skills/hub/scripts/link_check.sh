#!/bin/sh
# Usage: link_check.sh FOLDER: relative links in Markdown files whose target is not there; 1 when there are some.
set -eu
missing=$(mktemp)
find "$1" -name '*.md' | while read -r page; do
	grep -oE '\]\([^):#]+' "$page" | cut -c3- | while read -r target; do
		[ -e "$(dirname "$page")/$target" ] || echo "$page: $target" >>"$missing"
	done
done
cat "$missing"
[ ! -s "$missing" ]
