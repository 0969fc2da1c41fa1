#!/usr/bin/env bash
# Whether a run says rightly where the CPU of a page goes: whether a bottleneck shows in its category by what it costs;
# whether taking TLS away saves what it was said to cost; what sampling costs. Takes about an hour and a half with three
# blocks. Exits with 3 when a requirement is missed.
#
#   bench/where-the-cpu-goes.sh [BLOCKS [FOLDER]]       default: 3; in a folder what is there already is not run again
set -euo pipefail

blocks=${1:-3}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work_in "${2:-}"

# measured FOLDER COMMAND...: carries out a command of eejs whose results go there, unless they are there.
measured() {
  local folder=$1 code=0
  shift
  [ ! -e "$folder.done" ] || return 0
  "$root/eejs" "$@" --out "$folder" >"$folder.txt" 2>&1 || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ] || { cat "$folder.txt" >&2; exit 1; }
  touch "$folder.done"
}

# changes EXPERIMENT METRIC: what each configuration costs more than the baseline, as measured and by the profile. Lines of
# configuration, measured rise in ms of application CPU a page with its interval, rise of the categories that differ by
# TLS, of contexts and stores, of random numbers, of look-ups, of network calls, and the part of it that is not known.
changes() {
  awk -F, -v metric="$2" '
    FNR == 1 {
      file++
      for (i = 1; i <= NF; i++) column[file, $i] = i
      next
    }
    function field(name) { return $(column[file, name]) }
    file == 1 {
      if (field("metric") == metric) {
        name = field("configuration")
        order[++count] = name
        baseline = field("baseline")
        ratio[name] = field("ratio")
        low[name] = field("ci95Low")
        high[name] = field("ci95High")
      }
      if (field("metric") == "appCpuMsPerPage") base = field("baselineMean")
    }
    file == 2 && field("category") != "jit" && field("category") != "gc" {
      all[field("configuration")] += field("cpuMsPerPage")
      part[field("configuration"), field("category")] += field("cpuMsPerPage")
    }
    # Its share of the application CPU by samples, of what a page costs by the ratio.
    function ms(name, category) {
      return all[name] == 0 ? 0 : part[name, category] / all[name] * base * (name == baseline ? 1 : ratio[name])
    }
    function rise(name, category) { return ms(name, category) - ms(baseline, category) }
    END {
      printf "%-24s %7s %7s %7s %7s %7s %7s %7s %7s %7s\n", "configuration", "rise", "low", "high", "TLS", "set-up",
        "random", "look-up", "network", "unknown"
      for (i = 1; i <= count; i++) {
        name = order[i]
        tls = rise(name, "tlsHandshakesAsServer") + rise(name, "tlsHandshakesAsClient") \
          + rise(name, "tlsRecordsAsServer") + rise(name, "tlsRecordsAsClient")
        shown = name
        gsub(/ /, "-", shown)
        printf "%-24s %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f %7.3f %6.2f%%\n", shown, (ratio[name] - 1) * base,
          (low[name] - 1) * base, (high[name] - 1) * base, tls, rise(name, "tlsMaterial"), rise(name, "random"),
          rise(name, "providerLookup"), rise(name, "network"), 100 * part[name, "unknown"] / all[name]
      }
    }' "$1/comparisons.csv" "$1/cpu.csv"
}

# sampling_cost KEY: a number of the cost of sampling in the result of the run.
sampling_cost() {
  awk -v key="\"$1\"" '/"cost" : \{/ {inside = 1} inside && $1 == key {gsub(/,/, "", $3); print $3; exit}' \
    sampling/result.json
}

measured each compare --experiment "$root/experiments/bottlenecks.yaml" --min-runs "$blocks" --max-runs "$blocks"
measured without compare --experiment "$root/experiments/without-tls.yaml" --min-runs "$blocks" --max-runs "$blocks"
measured sampling run --profile alternating --sessions 120 --think-time 1s --phases 4s,auto,900s,1s

echo "Sampling"
cost=$(sampling_cost walkShare)
verdict "what walking stacks takes of the application's CPU, by async-profiler's own count, %" 2 \
  "$(awk -v cost="$cost" 'BEGIN {print 100 * cost}')"
grep -o 'While stacks were sampled[^;]*;[^.]*\.' sampling/report.md || true
cost=$(sampling_cost ratio)
verdict "what a page costs more while stacks are sampled, %" 2 "$(awk -v cost="$cost" 'BEGIN {print 100 * (cost - 1)}')"

echo
echo "TLS taken away, ms of application CPU a page"
changes without appCpuMsPerPage | tee without.found
while read -r name rise _ _ tls material random lookup _; do
  verdict "$name: what the profile calls TLS against what a page costs less, difference in %" 10 \
    "$(awk -v rise="$rise" -v all="$tls $material $random $lookup" \
      'BEGIN {split(all, of); said = of[1] + of[2] + of[3] + of[4]; off = 100 * (said / rise - 1); print off < 0 ? -off : off}')"
done < <(tail -n +2 without.found)

echo
echo "One bottleneck each, ms of application CPU a page"
changes each appCpuMsPerPage | tee each.found
while read -r name rise low high _ material random lookup _; do
  case $name in
    locked-random) said=$random ;;
    provider-lookup) said=$lookup ;;
    *) said=$material ;;
  esac
  verdict "$name: its category rose by $said ms, outside of the interval of what a page costs more" 0 \
    "$(awk -v said="$said" -v low="$low" -v high="$high" 'BEGIN {print said < low || said > high ? 1 : 0}')"
  if awk -v rise="$rise" 'BEGIN {exit !(rise > 0.2)}'; then
    verdict "$name: the same, difference in %" 20 \
      "$(awk -v said="$said" -v rise="$rise" 'BEGIN {off = 100 * (said / rise - 1); print off < 0 ? -off : off}')"
  fi
done < <(tail -n +2 each.found)

echo
verdict "unknown, % of the CPU, at most in any configuration" 3 \
  "$(cat without.found each.found | grep '%' | awk '{sub(/%/, "", $NF); if ($NF > most) most = $NF} END {print most + 0}')"
exit "$FAILED"
