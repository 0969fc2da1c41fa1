#!/usr/bin/env bash
# What the first start of a flight recorder, or of async-profiler, costs a JVM that is warm: a bank under load, what a page
# costs it every five seconds, without the compiler, and what the compiler takes.
#
#   bench/recorder-start.sh [recorder|profiler [WARM [THEN]]]        default: recorder, after 60 s, for 40 s
#
# CPUS gives the bank other processors than one, such as 0,1; JAVA_HOME another JDK.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need pgrep procps
build_if_needed
source "$root/bench/services/services.sh"
look=${1:-recorder}
warm=${2:-60}
then=${3:-40}
work_in "${OUT:-$cache/recorder}"
trap ended EXIT
export EEJS_STATE=$PWD/state

looked() {
  case $look in
    recorder) "${JAVA%java}jcmd" "$bank" JFR.start name=look duration="${then}s" \
      settings="$root/lab/src/main/resources/org/eejs/lab/serving/handshakes.jfc" filename="$PWD/look.jfr" ;;
    profiler) "${JAVA%java}jcmd" "$bank" JVMTI.agent_load "$root/target/eejs/async-profiler/linux-x64/libasyncProfiler.so" \
      "\"start,event=ctimer,interval=10ms,timeout=$then,jfr,file=$PWD/look.jfr\"" ;;
  esac >/dev/null
}

bank_started "${CPUS:-$SERVER_CPU}"
on "$LOAD_CPU" "$root/eejs" agent --bank "localhost:$port" --pki "$pki" --sessions 60 --think-time 1s \
  --phases "2s,1s,$((warm + then))s,1s" >agent.txt &
cpu=$(used "$bank")
pages=0
for ((second = 5; second <= warm + then; second += 5)); do
  sleep 5
  last_cpu=$cpu last_pages=$pages
  cpu=$(used "$bank")
  pages=$(awk -F'pages/s ' 'NF > 1 {pages += $2} END {print pages + 0}' agent.txt)
  echo "$second $last_cpu $cpu $last_pages $pages" | awk '{
    printf "%3d s  %3d pages a second, %5.1f ms of CPU a page\n", $1, ($5 - $4) / 5, 1000 * ($3 - $2) / ($5 - $4 + 1e-9)
  }'
  [ "$second" != "$warm" ] || { echo "the $look starts"; looked; }
done
wait $! || true
