#!/bin/sh
# Usage: contrast.sh RRGGBB RRGGBB: the contrast ratio of two colours.
set -eu
python3 - "$1" "$2" <<'PY'
import sys
def light(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
low, high = sorted(map(light, sys.argv[1:3]))
print(f"{(high + 0.05) / (low + 0.05):.2f}")
PY
