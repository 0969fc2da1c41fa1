#!/usr/bin/env bash
# Tests experiments on many hosts. Each host is in a separate network namespace, which this script makes (as root), on
# veth pairs and a bridge; no traffic leaves them.
#
#   bench/hosts.sh load [SESSIONS]       Loads the bank with 8,000 users (default) by 4 drivers. The run must be valid,
#                                        with the same number of handshakes at both ends.
#
#   bench/hosts.sh drivers [BLOCKS]      Compares the CPU of a page under the same load by 1 and by 4 drivers, 8 times at
#                                        most.
#
#   bench/hosts.sh barrier [HOSTS]       Measures the time from the command until the load begins, with 8 hosts (default).
#
#   bench/hosts.sh ticks [HOSTS [S [PAGES]]]
#                                        Measures CPU and memory of the lab in a run of 60 s whose 400 drivers only report
#                                        40 pages a second (defaults). SWARM_JAVA names a java of 21 or newer, with virtual threads.
#
# Each prints one line with the verdict (exit code 3 if the limit is missed), and keeps its result in results/.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need ip iproute2
task=${1:-}
number=${2:-}
build_if_needed
work=$(mktemp -d)
out=$root/results/$(date +%Y%m%d-%H%M%S)-hosts-$task
prefix=eejs$$
spaces=()
started=()

# Ends the started processes in order, so that results are kept, or else by force.
cleanup() {
  trap '' INT TERM
  local process space
  for process in ${started[@]+"${started[@]}"}; do kill "$process" 2>/dev/null || :; done
  for process in ${started[@]+"${started[@]}"}; do await_end "$process"; done
  for space in ${spaces[@]+"${spaces[@]}"}; do
    # The namespace contains no other processes.
    for process in $(ip netns pids "$space"); do await_end "$process"; done
    ip netns del "$space"
  done
  rm -rf "$work"
  [ ! -e "$out" ] || echo "The result is in $out" >&2
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# await_end PROCESS: waits for its end, and kills it after 20 s.
await_end() {
  timeout 20 tail -f /dev/null --pid "$1" -s 0.1 || kill -9 "$1" 2>/dev/null || :
}

# network N: makes a namespace for the lab, 10.98.0.1, and for each of N hosts, from 10.98.0.2 on.
network() {
  ip netns add "$prefix-s"
  spaces+=("$prefix-s")
  ip -n "$prefix-s" link add bridge type bridge
  ip -n "$prefix-s" link set bridge up
  for i in $(seq 0 "$1"); do
    ip netns add "$prefix-$i"
    spaces+=("$prefix-$i")
    ip -n "$prefix-$i" link set lo up
    ip link add eth0 netns "$prefix-$i" type veth peer name "port$i" netns "$prefix-s"
    ip -n "$prefix-$i" addr add "10.98.0.$((i + 1))/24" dev eth0
    ip -n "$prefix-$i" link set eth0 up
    ip -n "$prefix-s" link set "port$i" master bridge up
  done
}

# begin I CPU FOLDER WORDS...: starts EEJS in namespace I; the subshell becomes the program, so that $! is its id.
begin() {
  local space=$prefix-$1 cpu=$2 folder=$3
  shift 3
  (cd "$folder" && EEJS_STATE=$folder/state exec ip netns exec "$space" taskset -c "$cpu" "$root/eejs" "$@") &
  started+=($!)
}

# lab WORDS...: runs the command in the lab's namespace, and returns its exit code.
lab() {
  local code=0
  begin 0 "$LOAD_CPU" "$work" "$@"
  wait $! || code=$?
  unset 'started[-1]'
  return $code
}

# lend I CPU: starts the host hI.
lend() {
  mkdir "$work/h$1"
  lab host --new-token "h$1.token" --name "h$1" >/dev/null
  begin "$1" "$2" "$work/h$1" host --join 10.98.0.1:7800 --name "h$1" --token-file "$work/h$1.token" 2>"$work/h$1/log"
}

# banking DRIVERS BANK OTHERS: starts hosts for the bank, the back end and the drivers, on these processors.
banking() {
  network $((2 + $1))
  lend 1 "$2"
  for i in $(seq 2 $((2 + $1))); do lend "$i" "$3"; done
  printf 'listen: 10.98.0.1:7800\nbank: h1\nbesim: h2\ndrivers: [%s]\n' "$(seq -s, -f h%g 3 $((2 + $1)))" \
    >"$work/hosts.yaml"
}

# measured CODE WHAT: succeeds for the exit codes of a measurement, 0 and 3 (a requirement was missed); else reports it.
measured() {
  [ "$1" = 0 ] || [ "$1" = 3 ] || { judged "$2: ended with exit code $1" false; false; }
}

# handshakes WHO: prints how many full and resumed handshakes one end counted in the whole run.
handshakes() {
  echo "$(figure "$out" "handshakesWholeRun.$1.full") full and" \
    "$(figure "$out" "handshakesWholeRun.$1.resumed") resumed"
}

load() {
  local sessions=${number:-8000} code=0 valid users bank
  banking 4 "$SERVER_CPU" "$LOAD_CPU"
  # A user thinks for a minute, so that one processor can serve all: 133 pages a second, and 27 more of checks' images.
  # They come within two minutes, each with a full handshake, and are spread over their walks two minutes later.
  # Each has two connections, and the bank keeps buffers for them.
  lab run --hosts hosts.yaml --sessions "$sessions" --think-time 60s --phases 120s,120s,60s,10s \
    --bank-jvm-options -Xmx4g --out "$out" || code=$?
  measured "$code" "$sessions sessions by 4 drivers" || return 0
  valid=$(figure "$out" valid)
  users=$(handshakes client)
  bank=$(handshakes bank)
  judged "$sessions sessions by 4 drivers: valid $valid, handshakes: $users by drivers, $bank by the bank (valid, equal)" \
    [ "$valid $users" = "true $bank" ]
}

drivers() {
  local code=0 found
  banking 4 "$SERVER_CPU" "$LOAD_CPU"
  cat >"$work/drivers.yaml" <<YAML
sessions: 100
thinkTime: 1s
# The bank's compiler shares its one processor with the bank, and has work for two minutes.
phases: 8s,120s,60s,2s
baseline: one
configurations:
  - {name: one, drivers: 1}
  - {name: four, drivers: 4}
YAML
  lab compare --hosts hosts.yaml --experiment drivers.yaml --metric appCpuMsPerPage --margin 5% --min-runs 3 \
    --max-runs "${number:-8}" --out "$out" || code=$?
  measured "$code" "application CPU of a page, 4 drivers vs. 1" || return 0
  found=$(awk -F, '$2 == "appCpuMsPerPage" {printf "%s, %.3f (%.3f to %.3f)", $9, $6, $7, $8}' "$out/comparisons.csv")
  judged "application CPU of a page, 4 drivers vs. 1: $found (noDifference at a margin of 5%)" \
    [ "${found%%,*}" = noDifference ]
}

barrier() {
  local hosts=${number:-8} begun run i code=0 took starts
  # Only the time is measured, so hosts have all processors.
  banking $((hosts - 2)) "$SERVER_CPU,$LOAD_CPU" "$SERVER_CPU,$LOAD_CPU"
  # As usual, hosts wait before there is a lab.
  for i in $(seq 1 "$hosts"); do
    await_line 'waiting for the lab' "$work/h$i/log" "${started[$((i - 1))]}" || { cat "$work/h$i/log" >&2; exit 1; }
  done
  begun=$EPOCHREALTIME
  begin 0 "$SERVER_CPU,$LOAD_CPU" "$work" run --hosts hosts.yaml --sessions 60 --think-time 1s --phases 2s,2s,20s,1s \
    --out "$out" > >(stamped) 2>&1
  run=$!
  await_line ramp-up "$work/said" "$run" || { cat "$work/said" >&2; judged "barrier with $hosts hosts: not reached" false; return 0; }
  wait "$run" || code=$?
  measured "$code" "barrier with $hosts hosts" || { cat "$work/said" >&2; return 0; }
  # The first line of the load appears at the end of its first second.
  awk -v begun="$begun" -v summary="$work/took" '/^[0-9.]+ (waiting|checking|starting)/ || /ramp-up/ {
    came = $1 - begun
    printf "%5.1f s  %s\n", came, substr($0, index($0, " ") + 1)
    if (in_start) starts += came - (/ramp-up/ ? 1 : 0) - since
    in_start = /checking|starting/
    since = came
    if (/ramp-up/) {
      printf "%.2f %.2f\n", came - 1, starts >summary
      exit
    }
  }' "$work/said"
  read -r took starts <"$work/took"
  verdict "seconds from the command to the barrier with $hosts hosts, $took less $starts for the start of bank, back end and drivers" \
    10 "$(awk '{print $1 - $2}' "$work/took")"
}

# await_line PATTERN FILE PROCESS: waits until a file has such a line; fails when the process ends before.
await_line() {
  until grep -q "$1" "$2" 2>/dev/null; do
    kill -0 "$3" 2>/dev/null || return 1
    read -rt 0.1 <> <(:) || :
  done
}

# stamped: writes each line of the input with its time to a file.
stamped() {
  while IFS= read -r line; do echo "$EPOCHREALTIME $line"; done >"$work/said"
}

# used PROCESS: prints the time, the seconds of CPU so far, the peak memory in MB, threads, open files.
used() {
  echo "$EPOCHREALTIME" "$(sed 's/.*) //' "/proc/$1/stat" | awk -v ticks="$(getconf CLK_TCK)" '{print ($12 + $13) / ticks}')" \
    "$(awk '/^VmHWM/ {print $2 / 1000}' "/proc/$1/status")" "$(ls "/proc/$1/task" | wc -l)" "$(ls "/proc/$1/fd" | wc -l)"
}

ticks() {
  local hosts=${number:-400} seconds=${3:-60} pages=${4:-40} lab code=0 steady path counted all
  steady=$((seconds - 11))
  (cd "$root" && mvn -q -B -ntp -pl lab -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/path" \
    -Dmdep.includeScope=test) >&2
  path=$root/lab/target/test-classes:$root/lab/target/classes:$(cat "$work/path")
  printf 'listen: 127.0.0.1:17800\npatience: 30min\nbank: host-1\nbesim: host-2\ndrivers: [%s]\n' \
    "$(seq -s, -f host-%g 3 $((2 + hosts)))" >"$work/hosts.yaml"
  (cd "$work" && EEJS_STATE=$work/state exec taskset -c "$SERVER_CPU" "$root/eejs" run --hosts hosts.yaml --sessions $((100 * hosts)) \
    --phases "5s,5s,${steady}s,1s" --profile off --out "$out") >"$work/said" 2>&1 &
  lab=$!
  started+=("$lab")
  # The process that simulates the hosts has both processors, but the lab has priority on its own.
  (cd "$work" && exec nice "${SWARM_JAVA:-$JAVA}" -Xms4g -Xmx12g -XX:+UseG1GC -cp "$path" org.eejs.lab.hosts.HostSwarm 17800 \
    "$work/state/hosts" $((2 + hosts)) "$seconds" "$pages" "$("$root/eejs" --version | sed 's/EEJS //')") &
  started+=($!)
  for phase in 'steady state' ramp-down; do
    await_line "$phase" "$work/said" "$lab" || break
    used "$lab" >>"$work/used"
  done
  wait "$lab" || code=$?
  # Omits the many hosts that it waits for, and the report on the simulated bank.
  grep ' s  sessions \|^eejs: \|^warning: ' "$work/said" || :
  measured "$code" "ticks of $hosts drivers" || return 0
  counted=$(figure "$out" pages)
  counted=${counted%.0}
  all=$((pages * hosts * steady))
  awk -v hosts="$hosts" 'NR == 1 {when = $1; cpu = $2}
    END {printf "lab of %d drivers: %.2f processors, %.0f MB of memory at most, %d threads, %d open files\n", hosts,
      ($2 - cpu) / ($1 - when), $3, $4, $5}' "$work/used" >"$out/lab.txt"
  judged "$(cat "$out/lab.txt"); $counted pages in the figures ($all)" [ "$counted" = "$all" ]
}

case $task in
  load | drivers | barrier | ticks)
    "$task" "$@"
    ;;
  *)
    sed -n '2,17s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
exit "$FAILED"
