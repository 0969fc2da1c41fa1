#!/usr/bin/env bash
# Whether `./eejs run` with defaults gives its verdict soon enough, and whether the back-end simulator is cheap beside
# the bank: its CPU for a call against the bank's CPU for a page, in the same run.
#
#   bench/run-cost.sh [ROUNDS]        default: 3
set -euo pipefail

rounds=${1:-3}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for ((round = 1; round <= rounds; round++)); do
  started=$(date +%s.%N)
  "$root/eejs" run --out "$work/$round" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
  seconds=$(awk -v from="$started" -v to="$(date +%s.%N)" 'BEGIN {print to - from}')
  result=$work/$round/result.json
  besim=$(awk -v usr="$(json "$result" runs.cpuSeconds.besim.user)" \
    -v sys="$(json "$result" runs.cpuSeconds.besim.system)" -v calls="$(json "$result" runs.backEndCalls)" \
    'BEGIN {print (usr + sys) * 1000 / calls}')
  bank=$(json "$result" runs.appCpuMsPerPage)
  echo "$seconds $besim $bank" | tee -a "$work/rounds" |
    awk -v round="$round" '{printf "round %d  verdict after %.0f s   besim %.3f ms per call, bank %.2f ms per page, ratio %.2f\n", round, $1, $2, $3, $2 / $3}'
done
echo
verdict "seconds until the verdict of ./eejs run" 180 "$(awk '{print $1}' "$work/rounds" | median)"
verdict "besim CPU per call / bank CPU per page" 0.5 "$(awk '{print $2 / $3}' "$work/rounds" | median)"
exit "$FAILED"
