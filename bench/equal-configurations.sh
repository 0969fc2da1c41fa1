#!/usr/bin/env bash
# How many differences a comparison finds between a configuration and itself, and how often it finds that there is none,
# each within 12 minutes.
#
#   bench/equal-configurations.sh [COMPARISONS]        default: 1
set -euo pipefail

comparisons=${1:-1}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for ((i = 1; i <= comparisons; i++)); do
  compared "$i" --aa --sessions 60 --think-time 1s --phases 4s,auto,16s,1s
done
echo
verdict "differences found where none is, in $comparisons comparisons" "$((comparisons / 20))" \
  "$(awk '$3 == "better" || $3 == "worse"' "$work/found" | wc -l)"
verdict "comparisons that did not find that there is none" "$((comparisons * 6 / 20))" \
  "$(awk '$3 != "noDifference"' "$work/found" | wc -l)"
verdict "minutes of the longest" 12 "$(awk '{print $2 / 60}' "$work/found" | sort -n | tail -1)"
exit "$FAILED"
