#!/usr/bin/env bash
# Checks the doctor's predictions. For each bottleneck of the bank, it compares the predicted saving of CPU with the
# saving that `./eejs compare` measures after the fix. This takes about 15 minutes for each of seven bottlenecks, or 3 if
# the interval of the predicted saving ends below 5%: then nothing is compared. Exits with 3 when a requirement is missed.
#
# Both savings are of the application's CPU. Banks that run for a minute still compile. No fix of a bottleneck changes
# that, and the doctor counts it separately.
#
#   bench/doctor-savings.sh [BLOCKS [FOLDER [BOTTLENECK]...]]     default: 3; existing results in FOLDER are reused
#
# FOLDER keeps each diagnosis, each comparison, savings.csv and doctor-savings.md. The page shows all bottlenecks that
# FOLDER has results of.
set -euo pipefail

blocks=${1:-3}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need pgrep procps
build_if_needed
work_in "${2:-}"
shift $(($# < 2 ? $# : 2))

# Each line has the bottleneck, the settings that inject it, the doctor's fix as settings of the bank, and the rules of
# that fix. A bank with new connections has one context for all of them. The bank resumes no session with its back end,
# whether contexts are shared or not. Trying out ciphers includes look-ups. The only fix of look-ups is a newer JDK.
bottlenecks='
unbuffered-truststore  | backEnd: new-context, backEndTrust: cacerts, diseases: unbuffered-truststore  | backEnd: new-connection, backEndTrust: cacerts, diseases: unbuffered-truststore  | context-per-call truststore-reload
truststore-per-context | backEnd: new-context, backEndTrust: cacerts, diseases: truststore-per-context | backEnd: new-connection, backEndTrust: cacerts, diseases: truststore-per-context | context-per-call truststore-reload
new-connection         | backEnd: new-connection                            | backEnd: pooled | client-never-resumes connection-per-call
cipher-probe           | backEnd: new-connection, diseases: cipher-probe    | cures: context  | getinstance-hot
locked-random          | backEnd: new-connection, diseases: locked-random   | cures: random   | random-lock
provider-lookup        | backEnd: new-connection, diseases: provider-lookup | diseases: none  | provider-lock
pkix-pkcs12            | backEnd: new-connection, diseases: pkix-pkcs12     | cures: keys     | pkix-pkcs12-full
'

# experiment NAME SICK CURED: writes the experiment file, whose settings the bank of the doctor has, too.
experiment() {
  local own=${2%, diseases:*}
  printf 'sessions: 60\nthinkTime: 1s\nprofile: "off"\nphases: 4s,auto,%ss,1s\nbaseline: sick\nconfigurations:\n' \
    "${STEADY:-60}"
  printf '  - {name: sick, %s}\n  - {name: cured, %s}\n' "$2" \
    "$(case $3 in backEnd*) echo "$3" ;; diseases*) echo "$own, $3" ;; *) echo "$2, $3" ;; esac)"
}

# options SICK: writes the settings as options of a run.
options() {
  sed 's/backEndTrust/back-end-trust/g; s/backEnd/back-end/g; s/, / /g; s/\([a-z-]*\): \([^ ]*\)/--\1 \2/g' <<<"$1"
}

# look NAME SICK: runs the doctor on a bank with the bottleneck; the report is in the folder NAME/doctor.
look() {
  [ ! -e "$1/looked" ] || return 0
  (
    cd "$1"
    rm -rf run doctor
    temporary=
    # shellcheck disable=SC2046
    start_bank 150 $(options "$2")
    recorder_started "$bank"
    sleep 60
    local code=0
    "$root/eejs" doctor "$bank" --seconds 60 --all --out doctor >doctor.txt 2>&1 || code=$?
    [ "$code" = 0 ] || [ "$code" = 1 ] || [ "$code" = 3 ] || { cat doctor.txt >&2; exit 1; }
    kill "$lab"
    wait "$lab" || true
  )
  touch "$1/looked"
}

compare() {
  [ ! -e "$1/compared" ] || return 0
  local code=0
  "$root/eejs" compare --experiment "$1/experiment.yaml" --min-runs "$blocks" --max-runs "$blocks" --out "$1/compare" \
    >"$1/compare.txt" 2>&1 || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ] || { cat "$1/compare.txt" >&2; exit 1; }
  touch "$1/compared"
}

# predicted NAME RULES: prints the predicted saving by the fix of some rules, and its interval, of the application's CPU.
predicted() {
  awk -v rules=" $2 " '
    /"category" :/ { category = $3 }
    /"share" :/ && category ~ /"(jit|gc)"/ { compiling += $3 }
    /"rule" :/ { rule = $3; gsub(/[",]/, "", rule) }
    index(rules, " " rule " ") && /"savedShare" :/ { saved += $3 }
    index(rules, " " rule " ") && /"savedCi95" :/ { gsub(/[],[]/, ""); low += $3; high += $4 }
    END { of = 1 - compiling; print saved / of, low / of, high / of }' "$1/doctor/result.json"
}

# measured NAME METRIC: prints the measured saving and its interval; nothing where the figure does not apply.
measured() {
  awk -F, -v metric="$2" 'FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $(column["metric"]) == metric && $(column["configuration"]) == "cured" {
      print 1 - $(column["ratio"]), 1 - $(column["ci95High"]), 1 - $(column["ci95Low"])
    }' "$1/compare/comparisons.csv"
}

while IFS='|' read -r name sick cured rules; do
  read -r name <<<"$name"
  read -r sick <<<"$sick"
  read -r cured <<<"$cured"
  read -r rules <<<"$rules"
  [ -n "$name" ] && { [ $# = 0 ] || [[ " $* " == *" $name "* ]]; } || continue
  mkdir -p "$name"
  experiment "$name" "$sick" "$cured" >"$name/experiment.yaml"
  look "$name" "$sick" </dev/null
  said=$(predicted "$name" "$rules")
  if awk '{ exit !($3 < 0.05) }' <<<"$said"; then
    awk -v name="$name" -v rules="$rules" '{ printf "%s,%s,%.4f,%.4f,%.4f,,,,,below 5%%\n", name, rules, $1, $2, $3 }' \
      <<<"$said" | tee "$name/row"
    continue
  fi
  compare "$name" </dev/null
  awk -v name="$name" -v rules="$rules" -v said="$said" -v found="$(measured "$name" appCpuMsPerPage)" 'BEGIN {
    split(said, p, " "); split(found, m, " ")
    off = m[1] == 0 ? 100 : 100 * (p[1] / m[1] - 1)
    near = off <= 20 && off >= -20
    inside = p[1] >= m[2] && p[1] <= m[3]
    both = inside && m[1] >= p[2] && m[1] <= p[3]
    printf "%s,%s,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.0f,%s\n", name, rules, p[1], p[2], p[3], m[1], m[2], m[3], off,
      (near || both ? "yes" : inside && m[2] <= 0 ? "too small" : "no")
  }' | tee "$name/row"
done <<<"$bottlenecks"
{
  echo "bottleneck,rules,predicted,predictedLow,predictedHigh,measured,measuredLow,measuredHigh,differencePercent,agrees"
  cat ./*/row
} >savings.csv

cat - >doctor-savings.md <<PAGE
# Does the bank save what the doctor predicts?

*Generated by bench/doctor-savings.sh; do not edit.*

The doctor examined a bank with one bottleneck. Then $blocks pairs of banks with the bottleneck and with its fix were compared. \
Savings are shares of the CPU for a page, without compilers, with 95% intervals. "Too small" means that the comparison \
cannot detect the predicted saving. Bottlenecks predicted below 5% were not compared, so this page shows no error of theirs.

| Bottleneck | Predicted, % | Measured, % | Within 20%, or both intervals |
| --- | ---: | ---: | --- |
$(tail -n +2 savings.csv | awk -F, '{
  measured = $6 == "" ? "not compared" : sprintf("%.0f (%.0f to %.0f)", 100 * $6, 100 * $7, 100 * $8)
  printf "| %s | %.0f (%.0f to %.0f) | %s | %s |\n", $1, 100 * $3, 100 * $4, 100 * $5, measured, $10}')
PAGE
echo
echo "too small for the comparison to detect: $(grep -c ',too small$' savings.csv)"
verdict "bottlenecks whose predicted saving is neither within 20% of the measured one nor within both intervals" 0 \
  "$(awk -F, '$NF == "no"' savings.csv | wc -l)"
exit "$FAILED"
