#!/usr/bin/env bash
# Kills one of two key servers (kill -9) at full load, and starts it again. Reports the effects on their clients: failed
# signatures, the time until the other server reaches its maximum, and the time until the weights are kept again. It
# uses real processes, and takes about 50 seconds a round. The client has one processor, the servers have the others.
#
#   bench/failover.sh [ROUNDS] [--threads N]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec taskset -c "$LOAD_CPU" "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" \
  org.eejs.bench.JsseBenchmarks failover "$@"
