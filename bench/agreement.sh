#!/usr/bin/env bash
# Whether the suite's figures are those that OpenJDK's own style of measuring finds: AES-GCM, SHA-256 and RSA of the
# JDK, measured both ways in the same rounds, every variant in a JVM of its own. Takes a quarter of an hour for each
# JDK; a first look takes --quick.
#
#   bench/agreement.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" org.eejs.bench.JsseBenchmarks agreement "$@"
