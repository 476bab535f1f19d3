#!/bin/sh
# Usage: key_diff.sh SOURCE.json TARGET.json: keys that only one of two flat catalogues has.
set -eu
keys() { jq --raw-output 'keys[]' "$1" | sort; }
keys "$1" >source.keys
keys "$2" >target.keys
comm -3 source.keys target.keys
