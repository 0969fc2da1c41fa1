#!/usr/bin/env bash
# Measures the cost of the first start of a flight recorder, or of async-profiler, for a warm JVM. It prints the CPU of a
# page of a bank under load without the compiler, and the compiler's CPU, in windows of five seconds.
#
#   bench/recorder-start.sh [recorder|profiler [WARM [THEN]]]        default: recorder, after 60 s, for 40 s
#
# PLACEMENT sets that of the run, such as bank=0-1,driver=0,besim=0; JDK sets the bank's JDK.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need pgrep procps
build_if_needed
look=${1:-recorder}
warm=${2:-60}
then=${3:-40}
work_in "${OUT:-}"

start_bank "$((warm + then))" ${PLACEMENT:+--placement "$PLACEMENT"} ${JDK:+--jdk "$JDK"}
sleep "$warm"
case $look in
  recorder) "${JAVA%java}jcmd" "$bank" JFR.start name=look duration="${then}s" \
    settings="$root/lab/src/main/resources/org/eejs/lab/serving/handshakes.jfc" filename="$PWD/look.jfr" ;;
  profiler) "${JAVA%java}jcmd" "$bank" JVMTI.agent_load "$root/target/eejs/async-profiler/linux-x64/libasyncProfiler.so" \
    "\"start,event=ctimer,interval=10ms,timeout=$then,jfr,file=$PWD/look.jfr\"" ;;
esac >/dev/null
echo "the $look started in second $(steady_second)"
await_bank
seconds_of run/result.json | awk '
  $2 == "steady" {
    pages += $3
    cpu += $4
    jit += $5
    if (++second % 5 == 0) {
      printf "%3d s  %3d pages a second, %5.1f ms of CPU a page, compiler %.2f processors\n", second, pages / 5,
        1000 * (cpu - jit) / (pages + 1e-9), jit / 5
      pages = cpu = jit = 0
    }
  }'
