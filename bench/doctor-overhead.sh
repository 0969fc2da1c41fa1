#!/usr/bin/env bash
# Measures the overhead of the doctor: a bank under load is examined for 30 s, and left unexamined for
# 30 s, in turns. It also measures the time from the start to the report. Exits with 3 when a requirement is missed.
#
#   bench/doctor-overhead.sh [CAPTURES [FOLDER]]        default: 9 captures, 15 minutes
#
# A window is from the start of the doctor to its report, so it includes attaching. The bank's CPU for a page in the
# window is compared with that before and after. JDK=25 runs the bank on another JDK. RECORDER=no never starts its flight
# recorder before the doctor looks.
set -euo pipefail

looks=${1:-9}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need pgrep procps
build_if_needed
work_in "${2:-}"
SECONDS_OF_LOOK=${SECONDS_OF_LOOK:-30}

start_bank "$((looks * (2 * SECONDS_OF_LOOK + 12) + SECONDS_OF_LOOK + 90))" ${JDK:+--jdk "$JDK"}
[ "${RECORDER:-yes}" = no ] || recorder_started "$bank"
sleep 80
: >windows
for ((i = 1; i <= looks; i++)); do
  sleep "$SECONDS_OF_LOOK"
  began=$(steady_second)
  started=$EPOCHREALTIME
  code=0
  "$root/eejs" doctor "$bank" --seconds "$SECONDS_OF_LOOK" --out "doctor-$i" >"doctor-$i.txt" 2>&1 || code=$?
  [ "$code" = 0 ] || [ "$code" = 1 ] || [ "$code" = 3 ] || { cat "doctor-$i.txt" >&2; exit 1; }
  echo "$began $(steady_second) $(since "$started")" | tee -a windows
done
sleep "$SECONDS_OF_LOOK"
await_bank

# Compares the CPU of a page in each window with that of the seconds before and after it.
seconds_of run/result.json | awk '$2 == "steady" {print $3, $4}' >seconds
awk '
  FNR == NR { pages[NR] = $1; cpu[NR] = $2; last = NR; next }
  { from[++count] = int($1) + 1; to[count] = int($2) + 1 }
  function add(first, end,   s) {
    for (s = first; s <= end && s <= last; s++) { if (s > 0) { p += pages[s]; c += cpu[s] } }
  }
  END {
    for (i = 1; i <= count; i++) {
      p = c = 0
      add(from[i], to[i])
      looked = c / p
      p = c = 0
      add(i == 1 ? 1 : to[i - 1] + 2, from[i] - 2)
      add(to[i] + 2, i == count ? last : from[i + 1] - 2)
      print looked / (c / p), 1000 * looked, 1000 * c / p
    }
  }' seconds windows >ratios
awk '{printf "capture %d  CPU of a page %.3f ms, without doctor %.3f ms: ratio %.4f\n", NR, $2, $3, $1}' ratios
echo
cost=$(awk '{print 100 * ($1 - 1)}' ratios | median_interval)
echo "overhead of the doctor for a page, %: median and interval ${cost/ / (})"
verdict "overhead of the doctor for a page, %, median" 2 "${cost%% *}"
verdict "seconds from the start to the report of $SECONDS_OF_LOOK s, median" "$((SECONDS_OF_LOOK + 10))" \
  "$(awk '{print $3}' windows | median)"
verdict "seconds from the start to the report, longest" "$((SECONDS_OF_LOOK + 10))" "$(awk '{print $3}' windows | sort -g | tail -1)"
exit "$FAILED"
