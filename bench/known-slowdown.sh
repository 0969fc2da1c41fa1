#!/usr/bin/env bash
# Whether a comparison finds that a page costs a tenth more, within 8 runs of each configuration.
#
#   bench/known-slowdown.sh
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Long enough for the JVM to have compiled most of what it will, and far from saturation: else noise hides a tenth.
load="--sessions 120 --think-time 1s --back-end plain --phases 4s,25s,15s,1s"
# shellcheck disable=SC2086
"$root/eejs" run $load --out "$work/before" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
micros=$(json "$work/before/result.json" runs.cpuMsPerPage | awk '{printf "%.0f", 100 * $1}')
cat >"$work/slowdown.yaml" <<Y
baseline: as it is
configurations:
  - {name: as it is}
  - {name: a tenth more, bankJvmOptions: [-Deejs.bank.addedMicros=$micros]}
Y
echo "each page is given $micros us of CPU more"
# shellcheck disable=SC2086
"$root/eejs" compare --experiment "$work/slowdown.yaml" $load --min-runs 5 --max-runs 8 --precision 5% --out "$work/after" \
  2>"$work/err" || { cat "$work/err" >&2; exit 1; }
found=$(awk -F, '$2 == "cpuMsPerPage" {print $9}' "$work/after/comparisons.csv")
verdict "verdicts other than 'worse' ($found)" 0 "$([ "$found" = worse ]; echo $?)"
exit "$FAILED"
