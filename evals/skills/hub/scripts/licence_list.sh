#!/bin/sh
# Usage: licence_list.sh: name, version and licence of each installed Python package, as CSV.
set -eu
python3 - <<'PY'
import csv, importlib.metadata as m, sys
rows = ((d.metadata["Name"], d.version, d.metadata.get("License-Expression") or d.metadata.get("License") or "?") for d in m.distributions())
csv.writer(sys.stdout).writerows(sorted(rows))
PY
