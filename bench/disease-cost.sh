#!/usr/bin/env bash
# What each of the bank's diseases costs by itself, beside what those say who found it: in rounds, every variant in a
# JVM of its own. Takes an hour; a first look takes --quick.
#
#   bench/disease-cost.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--only DISEASE,...] [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" org.eejs.bench.JsseBenchmarks diseases "$@"
