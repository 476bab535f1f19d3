#!/bin/sh
# Usage: api_diff.sh OLD NEW: paths and methods that an OpenAPI file lost, gained or changed.
set -eu
list() { jq --raw-output '.paths | to_entries[] | .key as $p | .value | to_entries[] | "\(.key) \($p) \(.value | tojson | @base64)"' "$1" | sort; }
list "$1" >old.list
list "$2" >new.list
diff old.list new.list | cut -d' ' -f1-3 | sort -u
