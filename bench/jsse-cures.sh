#!/usr/bin/env bash
# Whether the library of cures is as fast as it has to be: full and resumed handshakes, SSLContexts, random numbers,
# each beside what the JDK does, in rounds, every variant in a JVM of its own. Takes an hour; a first look takes
# --quick.
#
#   bench/jsse-cures.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--only PART,...] [--certificate KIND,...] [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" org.eejs.bench.JsseBenchmarks cures "$@"
