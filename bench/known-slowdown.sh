#!/usr/bin/env bash
# Whether a comparison finds that a page costs a tenth more, each within 12 minutes.
#
#   bench/known-slowdown.sh [COMPARISONS [FOLDER]]        default: 1; a folder of fewer comparisons is gone on with
set -euo pipefail

comparisons=${1:-1}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work_in "${2:-}"
touch found

# Far from saturation, where a page would cost the more the longer the queue is.
load="--sessions 60 --think-time 1s --phases 4s,auto,20s,1s --profile off"
if [ ! -e before/result.json ]; then
  # shellcheck disable=SC2086
  "$root/eejs" run $load --out before >/dev/null 2>err || { cat err >&2; exit 1; }
fi
micros=$(json before/result.json runs.appCpuMsPerPage | awk '{printf "%.0f", 100 * $1}')
cat >slowdown.yaml <<Y
baseline: as it is
configurations:
  - {name: as it is}
  - {name: a tenth more, bankJvmOptions: [-Deejs.bank.addedMicros=$micros]}
Y
echo "each page is given $micros us of CPU more"
for ((i = $(wc -l <found) + 1; i <= comparisons; i++)); do
  # shellcheck disable=SC2086
  compared "$i" --experiment slowdown.yaml $load
done
echo
decided
verdict "comparisons that did not find it, of $comparisons" "$((comparisons / 10))" \
  "$(awk '$3 != "worse"' found | wc -l)"
verdict "minutes of the longest" 12 "$(awk '{print $2 / 60}' found | sort -n | tail -1)"
exit "$FAILED"
