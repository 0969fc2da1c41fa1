#!/usr/bin/env bash
# Adds a tenth to what a page costs the bank, and says whether a comparison finds it within 8 runs a side.
# Usage: bench/known-slowdown.sh [OPTIONS OF eejs compare ...]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
load="--quick --sessions 100 --think-time 1s --back-end plain"
# shellcheck disable=SC2086
./eejs compare --aa $load --min-runs 2 --max-runs 2 --out "$out/before" "$@" >/dev/null 2>"$out/log" ||
  { cat "$out/log" >&2; exit 1; }
micros=$(python3 -c "
import json, sys
runs = json.load(open('$out/before/result.json'))['runs']
print(round(100 * sum(run['cpuMsPerPage'] for run in runs) / len(runs)))")
cat >"$out/slowdown.yaml" <<Y
baseline: as it is
configurations:
  - {name: as it is}
  - {name: a tenth slower, bankJvmOptions: [-Deejs.bank.addedMicros=$micros]}
Y
echo "a page is given $micros us of CPU more"
# shellcheck disable=SC2086
./eejs compare --experiment "$out/slowdown.yaml" $load --min-runs 5 --max-runs 8 --out "$out/after" "$@" 2>"$out/log" ||
  { cat "$out/log" >&2; exit 1; }
