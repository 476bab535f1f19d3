#!/bin/sh
# What a consent check costs as a shell script: Python with PyYAML is started for each of the two files.
# usage: consent_check.sh PYTHON REGISTRY PROFILE; exit code 0 where a grant names an eligible class, else 3
set -eu
python=$1 registry=$2 profile=$3

eligible=$("$python" - "$registry" <<'PY'
import sys
import yaml

with open(sys.argv[1], encoding="utf-8-sig") as file:
    classes = yaml.safe_load(file)["classes"]
print("\n".join(entry["name"] for entry in classes if entry["promotion_eligible"] is True))
PY
)

granted=$("$python" - "$profile" <<'PY'
import datetime
import sys
import yaml

with open(sys.argv[1], encoding="utf-8-sig") as file:
    block = yaml.safe_load(file.read().split("\n---")[0])
today = datetime.date.today()
for name, grant in block["standing_consent"].items():
    if isinstance(grant, dict) and grant["granted"] <= today <= grant["expires"]:
        print(name)
PY
)

for name in $granted; do
	case "
$eligible
" in *"
$name
"*) exit 0 ;; esac
done
exit 3
