#!/usr/bin/env bash
# How far the figures of default runs are from what the same bank costs in the last five minutes of ten, and how long
# the verdict of a default run takes. Every five default runs have a run of ten minutes before and after them, with the
# mean of which they are compared. Runs of ten minutes have a warm-up of fixed length, in which users keep their think
# time: nothing that makes default runs warm sooner is part of what they are compared with.
#
#   bench/default-runs.sh [RUNS [FOLDER]]        default: 10; a folder of fewer runs is gone on with
set -euo pipefail

runs=${1:-10}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work_in "${2:-}"
EACH=5

# long NUMBER: a run of ten minutes.
long() {
  [ -e "long-$1/done" ] || measured "long-$1" --phases 8s,60s,530s,2s
}

# measured FOLDER ARGUMENTS...: one run, and the seconds that it took.
measured() {
  local folder=$1 started=$SECONDS
  shift
  rm -rf "$folder"
  "$root/eejs" run "$@" --out "$folder" >/dev/null 2>err || { cat err >&2; exit 1; }
  echo "$((SECONDS - started))" >"$folder/done"
}

# cost FOLDER SECONDS: what a page cost the application in that number of last seconds of the steady state, in milliseconds.
cost() {
  awk -F, -v last="$2" '
    NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
    $column["phase"] == "steady" {
      seconds++
      bank[seconds] = $column["bankCpuProcessors"] - $column["bankJitCpuProcessors"]
      pages[seconds] = $column["pages"]
    }
    END {
      for (i = seconds - last + 1; i <= seconds; i++) {
        sum += bank[i]
        all += pages[i]
      }
      print 1000 * sum / all
    }' "$1/timeseries.csv"
}

for ((i = 1; i <= runs; i++)); do
  [ $(((i - 1) % EACH)) != 0 ] || long $(((i - 1) / EACH))
  [ -e "run-$i/done" ] || measured "run-$i"
done
long $(((runs + EACH - 1) / EACH))

for ((i = 1; i <= runs; i++)); do
  group=$(((i - 1) / EACH))
  echo "$i $(cat "run-$i/done") $(json "run-$i/result.json" runs.appCpuMsPerPage) \
    $(cost "long-$group" 300) $(cost "long-$((group + 1))" 300)"
done | awk '{
    ratio = $3 / (($4 + $5) / 2)
    printf "%2d: %d s, %.2f ms a page, ratio %.3f\n", $1, $2, $3, ratio
    print $2, 100 * (ratio < 1 ? 1 - ratio : ratio - 1), ratio >"found"
  }'
echo "ratios to the last five minutes of ten, median: $(cut -d' ' -f3 found | median)"
echo
verdict "seconds until a default run's verdict, median" 180 "$(cut -d' ' -f1 found | median)"
verdict "per cent from the last five minutes, of the worst run" 7 "$(cut -d' ' -f2 found | sort -g | tail -1)"
verdict "the same, median" 3 "$(cut -d' ' -f2 found | median)"
exit "$FAILED"
