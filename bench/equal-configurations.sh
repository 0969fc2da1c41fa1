#!/usr/bin/env bash
# How many differences a comparison finds between a configuration and itself, and how often it finds that there is none,
# each within 12 minutes.
#
#   bench/equal-configurations.sh [COMPARISONS [FOLDER]]        default: 1; a folder of fewer comparisons is gone on with
set -euo pipefail

comparisons=${1:-1}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work_in "${2:-}"
touch found

for ((i = $(wc -l <found) + 1; i <= comparisons; i++)); do
  compared "$i" --aa --sessions 60 --think-time 1s --phases 4s,auto,20s,1s --profile off
done
echo
decided
verdict "differences found where none is, in $comparisons comparisons" "$((comparisons / 20))" \
  "$(awk '$3 == "better" || $3 == "worse"' found | wc -l)"
verdict "comparisons that did not find that there is none" "$((comparisons * 6 / 20))" \
  "$(awk '$3 != "noDifference"' found | wc -l)"
verdict "minutes of the longest" 12 "$(awk '{print $2 / 60}' found | sort -n | tail -1)"
exit "$FAILED"
