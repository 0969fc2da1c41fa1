#!/usr/bin/env bash
# Whether the XML workload adds anything to what it measures: StAX, JAXB and signatures by its own process and bare in
# JMH, in the same rounds, every one in a JVM of its own on the same processor; ratios with 95 % intervals, which must be
# within 3 %. Takes about eight minutes; a first look takes --quick.
#
#   bench/xml-engine.sh [ROUNDS] [--jdk VERSION-OR-HOME] [--transaction stax-parse,…] [--size 100KB] [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" org.eejs.bench.JsseBenchmarks xml-engine "$@"
