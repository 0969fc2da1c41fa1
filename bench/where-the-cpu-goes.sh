#!/usr/bin/env bash
# Checks the CPU profile of a page. The cost of a bottleneck must appear in its category, and runs without TLS must save
# the reported cost of TLS. It also measures the overhead of sampling. Takes about an hour and a half with three blocks.
# Exits with 3 when a requirement is missed.
#
#   bench/where-the-cpu-goes.sh [BLOCKS [FOLDER]]       default: 3; existing results in FOLDER are reused
set -euo pipefail

blocks=${1:-3}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work_in "${2:-}"

# measured FOLDER COMMAND...: runs a command of eejs with its results in the folder, unless they exist.
measured() {
  local folder=$1 code=0
  shift
  [ ! -e "$folder.done" ] || return 0
  "$root/eejs" "$@" --out "$folder" >"$folder.txt" 2>&1 || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ] || { cat "$folder.txt" >&2; exit 1; }
  touch "$folder.done"
}

# changes EXPERIMENT METRIC: prints the additional cost of each configuration, as measured and by the profile. Each line
# has the configuration, and the measured rise in ms of application CPU a page with its interval. The rises by category
# follow: TLS, contexts and stores, random numbers, look-ups and network calls. The last number is the unknown part.
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
    # The share of the application CPU by samples, multiplied by the cost of a page by the ratio.
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

# sampling_cost KEY: prints a number of the cost of sampling in the result of the run.
sampling_cost() {
  awk -v key="\"$1\"" '/"cost" : \{/ {inside = 1} inside && $1 == key {gsub(/,/, "", $3); print $3; exit}' \
    sampling/result.json
}

measured each compare --experiment "$root/experiments/bottlenecks.yaml" --min-runs "$blocks" --max-runs "$blocks"
measured without compare --experiment "$root/experiments/without-tls.yaml" --min-runs "$blocks" --max-runs "$blocks"
measured sampling run --profile alternating --sessions 120 --think-time 1s --phases 4s,auto,900s,1s

echo "Sampling"
cost=$(sampling_cost walkShare)
verdict "walking stacks, % of the application's CPU, by async-profiler's own count" 2 \
  "$(awk -v cost="$cost" 'BEGIN {print 100 * cost}')"
grep -o 'While stacks were sampled[^;]*;[^.]*\.' sampling/report.md || true
cost=$(sampling_cost ratio)
verdict "overhead of sampling for a page, %" 2 "$(awk -v cost="$cost" 'BEGIN {print 100 * (cost - 1)}')"

echo
echo "Without TLS, ms of application CPU a page"
changes without appCpuMsPerPage | tee without.found
while read -r name rise _ _ tls material random lookup _; do
  verdict "$name: TLS in the profile compared with the measured saving of a page, difference in %" 10 \
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
  verdict "$name: its category rose by $said ms, outside of the interval of the measured rise" 0 \
    "$(awk -v said="$said" -v low="$low" -v high="$high" 'BEGIN {print said < low || said > high ? 1 : 0}')"
  if awk -v rise="$rise" 'BEGIN {exit !(rise > 0.2)}'; then
    verdict "$name: rise of its category compared with the measured rise, difference in %" 20 \
      "$(awk -v said="$said" -v rise="$rise" 'BEGIN {off = 100 * (said / rise - 1); print off < 0 ? -off : off}')"
  fi
done < <(tail -n +2 each.found)

echo
verdict "unknown, % of the CPU, maximum of all configurations" 3 \
  "$(cat without.found each.found | grep '%' | awk '{sub(/%/, "", $NF); if ($NF > most) most = $NF} END {print most + 0}')"
exit "$FAILED"
