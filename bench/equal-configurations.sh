#!/usr/bin/env bash
# How many differences a comparison finds between a configuration and itself.
#
#   bench/equal-configurations.sh [COMPARISONS]        default: 4, of 10 runs each
set -euo pipefail

comparisons=${1:-4}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for ((i = 1; i <= comparisons; i++)); do
  "$root/eejs" compare --aa --sessions 100 --think-time 1s --back-end plain --phases 1s,3s,4s,1s --min-runs 5 \
    --max-runs 5 --seed "$((1000 * i))" --out "$work/$i" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
  awk -F, -v i="$i" '$2 == "cpuMsPerPage" || $2 == "responseTimeMs.mean" {
    printf "comparison %d  %-20s ratio %.3f (%s)  %s\n", i, $2, $6,
      $7 == "" ? "no interval" : sprintf("%.3f to %.3f", $7, $8), $9}' "$work/$i/comparisons.csv" |
    tee -a "$work/found"
done
echo
verdict "differences found where none is, in $((2 * comparisons)) figures of $comparisons comparisons" 1 \
  "$(grep -cE '(better|worse)$' "$work/found" || true)"
exit "$FAILED"
