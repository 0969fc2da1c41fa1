#!/usr/bin/env bash
# What experiments on many hosts carry, each host in a network namespace of its own that this script makes (as root), on
# veth pairs and a bridge; no traffic leaves them.
#
#   bench/hosts.sh load [SESSIONS]       so many users, 8,000 by default, by 4 drivers: valid, handshakes equal at both ends?
#   bench/hosts.sh drivers               the same load by 1 and by 4 drivers: does a page of the bank cost the same CPU?
#   bench/hosts.sh barrier [HOSTS]       how long from the command to the first user, with 8 hosts by default
#   bench/hosts.sh ticks [HOSTS] [S]     1,000 hosts by default that only report, for 120 s: CPU and memory of the lab
#
# The bank has a processor of its own, all others share the other.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need ip iproute2
task=${1:-}
number=${2:-}
build_if_needed
work=$(mktemp -d)
prefix=eejs$$
spaces=()
lent=()

cleanup() {
  [ ${#lent[@]} = 0 ] || { kill "${lent[@]}" && wait "${lent[@]}"; } 2>/dev/null || true
  for each in ${spaces[@]+"${spaces[@]}"}; do ip netns del "$each"; done
  rm -rf "$work"
}
trap cleanup EXIT

# network N: a namespace for the lab, 10.98.0.1, and for each of N hosts, from 10.98.0.2 on.
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

# lab WORDS...: the command, where the lab is.
lab() {
  (cd "$work" && ip netns exec "$prefix-0" taskset -c "$LOAD_CPU" "$root/eejs" "$@")
}

# lend I CPU: the host hI on one processor; its command line becomes the program, so that its id is that of the program.
lend() {
  mkdir "$work/h$1"
  lab host --new-token "h$1.token" >/dev/null
  (cd "$work/h$1" && exec ip netns exec "$prefix-$1" taskset -c "$2" "$root/eejs" host --join 10.98.0.1:7800 \
    --name "h$1" --token-file "$work/h$1.token" 2>log) &
  lent+=($!)
}

# banking DRIVERS: a host for the bank, one for the back end, and so many for drivers.
banking() {
  network $((2 + $1))
  lend 1 "$SERVER_CPU"
  for i in $(seq 2 $((2 + $1))); do lend "$i" "$LOAD_CPU"; done
  drivers=$(seq -s, -f h%g 3 $((2 + $1)))
  printf 'listen: 10.98.0.1:7800\nbank: h1\nbesim: h2\ndrivers: [%s]\n' "$drivers" >"$work/hosts.yaml"
}

case $task in
  load)
    banking 4
    # A minute between two pages of a user, so that this machine can carry so many; all of them come within a minute.
    lab run --hosts hosts.yaml --sessions "${number:-8000}" --think-time 60s --phases 60s,30s,60s,10s --out result
    ;;
  drivers)
    banking 4
    cat >"$work/drivers.yaml" <<YAML
sessions: 200
thinkTime: 1s
baseline: one
configurations:
  - {name: one, drivers: 1}
  - {name: four, drivers: 4}
YAML
    lab compare --hosts hosts.yaml drivers.yaml --metric appCpuMsPerPage --margin 5% --min-runs 3 --max-runs 8 \
      --out result || [ $? = 3 ]
    ;;
  barrier)
    banking $((${number:-8} - 2))
    begin=$(date +%s%N)
    lab run --hosts hosts.yaml --sessions 60 --think-time 1s --phases 2s,2s,6s,1s --out result >"$work/out" 2>&1 &
    run=$!
    until grep -q ramp-up "$work/out" 2>/dev/null; do
      kill -0 $run 2>/dev/null || { cat "$work/out"; exit 1; }
      read -rt 0.02 <> <(:) || :
    done
    end=$(date +%s%N)
    wait $run || { cat "$work/out"; exit 1; }
    grep '^starting\|^waiting' "$work/out" || :
    echo "$(((end - begin) / 1000000)) ms from the command to the end of the first second of load, JVM starts and that second included"
    ;;
  ticks)
    hosts=${number:-1000}
    seconds=${3:-120}
    (cd "$root" && mvn -q -B -ntp -pl lab -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/path" \
      -Dmdep.includeScope=test) >&2
    path=$root/lab/target/test-classes:$root/lab/target/classes:$(cat "$work/path")
    taskset -c "$SERVER_CPU" "$JAVA" -Xmx1g -cp "$path" org.eejs.lab.hosts.HostSwarmLab 17800 "$work" "$hosts" "$seconds" \
      >"$work/lab.out" &
    lab=$!
    until grep -q ready "$work/lab.out"; do
      kill -0 $lab
      read -rt 0.1 <> <(:) || :
    done
    sleep infinity | taskset -c "$LOAD_CPU" "$JAVA" -Xmx4g -cp "$path" org.eejs.lab.hosts.HostSwarm 17800 "$work" "$hosts" \
      "$seconds" &
    swarm=$!
    wait $lab
    cat "$work/lab.out"
    kill $swarm $(jobs -p) 2>/dev/null || true
    ;;
  *)
    sed -n '2,11s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
