#!/usr/bin/env bash
# What a key server signs on one processor, of what `openssl speed` signs there: in rounds, each with a key server from
# a fresh `./eejs keyserver init`, 24 threads of one client on the other processor, RSA-2048 and P-256, the latter with
# and without the client's verification, and the median of a lone caller. Each measurement begins when the compilers of
# both JVMs have settled, which on one processor takes a minute. Some six minutes a round.
#
#   bench/key-server.sh [ROUNDS] [SECONDS]
#
# Throughput with verification may be bounded by the client's processor, since to verify on P-256 takes longer than to
# sign: the figures by the server's processor time say what the server can.
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
case $(uname -m) in
  aarch64) accp=$root/target/eejs/providers/accp/aarch64 ;;
  *) accp=$root/target/eejs/providers/accp/amd64 ;;
esac

# openssl_rate KEY [-elapsed]: signatures a second of the server's processor's time, or of the clock on the wall.
openssl_rate() {
  local kind=$1
  shift
  case $kind in
    rsa-2048) on "$SERVER_CPU" openssl speed "$@" -seconds 2 rsa2048 2>/dev/null | awk '$1 == "rsa" {print $6}' ;;
    ec-p256) on "$SERVER_CPU" openssl speed "$@" -seconds 2 ecdsap256 2>/dev/null | awk '/nistp256/ {print $(NF - 1)}' ;;
  esac
}

# mean A B
mean() {
  awk -v a="$1" -v b="$2" 'BEGIN {printf "%.0f", (a + b) / 2}'
}

# load FILE KEY THREADS...: lines of KeyServerLoad.
load() {
  local file=$1 key=$2
  shift 2
  on "$LOAD_CPU" "$JAVA" -Xmx512m -cp "$root/target/eejs/bench/*:$accp" org.eejs.bench.remotekeys.KeyServerLoad "$file" "$server" \
    "$key" 240 "$seconds" "$@"
}

# at_least WHAT LIMIT FOUND: says whether a figure keeps its limit.
at_least() {
  if awk -v limit="$2" -v found="$3" 'BEGIN {exit !(found >= limit)}'; then
    printf 'reached  %s: %.3f (at least %s)\n' "$1" "$3" "$2"
  else
    printf 'MISSED   %s: %.3f (at least %s)\n' "$1" "$3" "$2"
    FAILED=3
  fi
}

for round in $(seq "$rounds"); do
  keys=$folder/$round
  "$root/eejs" keyserver init "$keys" --listen "127.0.0.1:$(free_port)" >/dev/null
  sed -i 's/deadlineMs: .*/deadlineMs: 10000/; s/readTimeoutMs: .*/readTimeoutMs: 5000/' "$keys/cluster.yaml"
  { cat "$keys/cluster.yaml"; echo 'verify: false'; } >"$keys/unverified.yaml"
  taskset -c "$SERVER_CPU" "$root/eejs" keyserver "$keys/keyserver-1.yaml" >"$keys/server.out" &
  server=$!
  until grep -q '^serving' "$keys/server.out"; do
    kill -0 "$server" || exit 1
    sleep 0.1
  done
  for key in ec-p256 rsa-2048; do
    limit=$([ $key = rsa-2048 ] && echo 0.85 || echo 0.65)
    # RSA is verified fast, so that verification changes little.
    for file in cluster $([ $key = ec-p256 ] && echo unverified); do
      cpu_before=$(openssl_rate $key) wall_before=$(openssl_rate $key -elapsed)
      read -r _ rate median p99 of_server of_client failed warmed_up < <(load "$keys/$file.yaml" $key 24)
      by_cpu=$(mean "$cpu_before" "$(openssl_rate $key)") by_wall=$(mean "$wall_before" "$(openssl_rate $key -elapsed)")
      what="round $round, $key, 24 threads, $([ $file = cluster ] && echo verified || echo 'not verified')"
      printf '%s: %s/s, openssl %s/s (%s/s of processor time); median %s us, p99 %s us; %s us of the server, %s us of the client; %s failed, %s s of warm-up\n' \
        "$what" "$rate" "$by_wall" "$by_cpu" "$median" "$p99" "$of_server" "$of_client" "$failed" "$warmed_up"
      at_least "$what, of openssl" $limit "$(awk -v a="$rate" -v b="$by_wall" 'BEGIN {print a / b}')"
      at_least "$what, of openssl, by the server's processor time" $limit \
        "$(awk -v a="$of_server" -v b="$by_cpu" 'BEGIN {print 1e6 / a / b}')"
    done
    read -r _ rate median p99 _ < <(load "$keys/cluster.yaml" $key 1)
    printf 'round %s, %s, 1 thread, verified: %s/s, median %s us, p99 %s us\n' "$round" $key "$rate" "$median" "$p99"
  done
  kill "$server" && wait "$server" || true
  server=
done
exit $FAILED
