#!/usr/bin/env bash
# How many payment messages the signer signs beside Apache Santuario over a tree, with the same key and provider: in
# rounds, each variant in a JVM of its own, ratios within a round with lowest and highest. Takes ten minutes for each
# JDK; a first look takes --quick.
#
#   bench/signer.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--provider ACCP,JDK] [--bytes N] [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
exec "$JAVA" -Deejs.home="$root/target/eejs" -cp "$root/target/eejs/bench/*" 'org.eejs.bench.xml.PixSigning$Ratio' "$@"
