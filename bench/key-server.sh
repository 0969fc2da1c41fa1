#!/usr/bin/env bash
# Compares the signatures per second of a key server on one processor with those of `openssl speed` there. Each round
# starts a key server from a fresh `./eejs keyserver init`. One client with 24 threads runs on the other processor. A
# round measures RSA-2048 and P-256 with a client's default verification, P-256 with each signature verified and with
# none, and the median of a single caller. The client is a stock JDK with the client's jars and no native provider. Each
# measurement begins when the compilers of both JVMs have settled, which on one processor takes a minute. A round takes
# about eight minutes.
#
#   bench/key-server.sh [ROUNDS] [SECONDS]
#
# At the end it judges the median ratio of all rounds, and prints its 95% interval by order (lowest to highest for fewer
# than six rounds). ONLY=default measures only the required figures.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need openssl openssl
build_if_needed
rounds=${1:-5} seconds=${2:-10}
folder=$(mktemp -d)
server=
end() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null && wait "$server" || true; fi
  rm -rf "$folder"
}
trap end EXIT

# openssl_rate KEY [-elapsed]: prints signatures a second of processor time, or of elapsed time, on the server's processor.
openssl_rate() {
  local kind=$1
  shift
  case $kind in
    rsa-2048) on "$SERVER_CPU" openssl speed "$@" -seconds 2 rsa2048 2>/dev/null | awk '$1 == "rsa" {print $6}' ;;
    ec-p256) on "$SERVER_CPU" openssl speed "$@" -seconds 2 ecdsap256 2>/dev/null | awk '/nistp256/ {print $(NF - 1)}' ;;
  esac
}

# mean A B: prints the mean of two numbers.
mean() {
  awk -v a="$1" -v b="$2" 'BEGIN {printf "%.0f", (a + b) / 2}'
}

# load FILE KEY THREADS...: prints the lines of KeyServerLoad.
load() {
  local file=$1 key=$2
  shift 2
  on "$LOAD_CPU" "$JAVA" -Xmx512m -cp "$root/target/eejs/bench/*" org.eejs.bench.remotekeys.KeyServerLoad "$file" "$server" \
    "$key" 240 "$seconds" "$@"
}

# measure KEY FILE: measures once, with openssl before and after, and adds the ratios to files of the folder.
measure() {
  local key=$1 file=$2 cpu_before wall_before by_cpu by_wall rate median p99 of_server of_client failed warmed_up
  cpu_before=$(openssl_rate "$key") wall_before=$(openssl_rate "$key" -elapsed)
  read -r _ rate median p99 of_server of_client failed warmed_up < <(load "$keys/$file.yaml" "$key" 24)
  by_cpu=$(mean "$cpu_before" "$(openssl_rate "$key")") by_wall=$(mean "$wall_before" "$(openssl_rate "$key" -elapsed)")
  printf 'round %s, %s, 24 threads, verify %s: %s/s, openssl %s/s (%s/s of processor time); median %s us, p99 %s us; %s us of the server, %s us of the client; %s failed, %s s of warm-up\n' \
    "$round" "$key" "$file" "$rate" "$by_wall" "$by_cpu" "$median" "$p99" "$of_server" "$of_client" "$failed" "$warmed_up"
  awk -v a="$rate" -v b="$by_wall" 'BEGIN {print a / b}' >>"$folder/$key.$file.ratios"
  awk -v a="$of_server" -v b="$by_cpu" 'BEGIN {print 1e6 / a / b}' >>"$folder/$key.$file.by-cpu"
}

# judge KEY FILE [LIMIT]: prints the median of the rounds, and whether it keeps the limit, if any.
judge() {
  local found interval what
  what="$1, verify $2, of openssl"
  [ -e "$folder/$1.$2.ratios" ] || return 0
  printf '%s, by the server'"'"'s processor time: median %s\n' "$what" "$(median_interval <"$folder/$1.$2.by-cpu")"
  read -r found interval < <(median_interval <"$folder/$1.$2.ratios")
  if [ -z "${3:-}" ]; then
    printf '%s: median %s, %s\n' "$what" "$found" "$interval"
  else
    judged "$what: median $found, $interval (at least $3)" awk -v limit="$3" -v found="$found" 'BEGIN {exit !(found >= limit)}'
  fi
}

for round in $(seq "$rounds"); do
  keys=$folder/$round
  "$root/eejs" keyserver init "$keys" --listen "127.0.0.1:$(free_port)" >/dev/null
  sed -i 's/deadlineMs: .*/deadlineMs: 10000/; s/readTimeoutMs: .*/readTimeoutMs: 5000/' "$keys/cluster.yaml"
  cp "$keys/cluster.yaml" "$keys/default.yaml"
  { cat "$keys/cluster.yaml"; echo 'verify: true'; } >"$keys/true.yaml"
  { cat "$keys/cluster.yaml"; echo 'verify: false'; } >"$keys/false.yaml"
  taskset -c "$SERVER_CPU" "$root/eejs" keyserver "$keys/keyserver-1.yaml" >"$keys/server.out" &
  server=$!
  until grep -q '^serving' "$keys/server.out"; do
    kill -0 "$server" || exit 1
    sleep 0.1
  done
  measure ec-p256 default
  measure rsa-2048 default
  if [ "${ONLY:-}" != default ]; then
    measure ec-p256 false
    measure ec-p256 true
    for key in ec-p256 rsa-2048; do
      read -r _ rate median p99 _ < <(load "$keys/default.yaml" $key 1)
      printf 'round %s, %s, 1 thread: %s/s, median %s us, p99 %s us\n' "$round" $key "$rate" "$median" "$p99"
    done
  fi
  kill "$server" && wait "$server" || true
  server=
done
judge ec-p256 default 0.55
judge rsa-2048 default 0.85
judge ec-p256 false 0.65
judge ec-p256 true
exit $FAILED
