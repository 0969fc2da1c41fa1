#!/usr/bin/env bash
# Whether the suite's figures are those that OpenJDK's own style of measuring finds: AES-GCM, SHA-256 and RSA of the
# JDK, measured both ways in the same rounds, every variant in a JVM of its own. Takes a quarter of an hour for each
# JDK; a first look takes --quick. Exits with 3 when the ratios of a pair do not hold 1 between the
# lowest and the highest.
#
#   bench/agreement.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
rounds_of "" openjdk-style "$@"
