#!/usr/bin/env bash
# What clients of two key servers see when one of them is killed (kill -9) at full load, and comes back: failed signatures,
# how soon the other serves as many as it can, how soon the weights are kept again. Real processes; some 50 seconds a
# round. The client has a processor, the servers the others.
#
#   bench/failover.sh [ROUNDS] [--threads N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec taskset -c "$LOAD_CPU" "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" \
  org.eejs.bench.JsseBenchmarks failover "$@"
