#!/bin/sh
# Usage: next_version.sh major|minor|patch: the version after the newest tag of the form vX.Y.Z.
set -eu
last=$(git tag --list 'v[0-9]*.[0-9]*.[0-9]*' --sort=-v:refname | head -n 1)
IFS=. read -r major minor patch <<VERSION
${last#v}
VERSION
case $1 in
major) echo "v$((major + 1)).0.0" ;;
minor) echo "v$major.$((minor + 1)).0" ;;
patch) echo "v$major.$minor.$((patch + 1))" ;;
*) exit 2 ;;
esac
