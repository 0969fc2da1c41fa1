#!/usr/bin/env bash
# Compares a configuration with itself, several times, and counts the differences that are none.
# Usage: bench/equal-configurations.sh [COMPARISONS] [OPTIONS OF eejs compare ...]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

comparisons=${1:-4}
shift || true
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
false_differences=0
for i in $(seq "$comparisons"); do
  ./eejs compare --aa --quick --sessions 100 --think-time 1s --back-end plain --seed "$((1000 * i))" --out "$out/$i" \
    "$@" >/dev/null 2>"$out/$i.log" || { cat "$out/$i.log" >&2; exit 1; }
  python3 - "$out/$i/result.json" <<'P' | tee -a "$out/verdicts"
import json, sys
for row in json.load(open(sys.argv[1]))["comparisons"]:
    if row["metric"] in ("cpuMsPerPage", "responseTimeMs.mean"):
        low, high = row["ci95"]
        print("%-20s %.3f (%.3f to %.3f) %s" % (row["metric"], row["ratio"], low, high, row["verdict"]))
P
done
false_differences=$(grep -cE "(better|worse)$" "$out/verdicts" || true)
echo "differences that are none: $false_differences of $((2 * comparisons)) (two metrics in each of $comparisons comparisons)"
