#!/usr/bin/env bash
# How many payment messages the signer signs beside Apache Santuario over a tree, with the same key and provider: in
# rounds, each variant in a JVM of its own, ratios within a round with lowest and highest. Takes ten minutes for each
# JDK; a first look takes --quick. Exits with 3 when it is too slow.
#
#   bench/signer.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--provider ACCP,JDK] [--bytes N] [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --provider) arguments+=(--algorithm) ;;
    --bytes) arguments+=(--size) ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
rounds_of "" signer ${arguments[@]+"${arguments[@]}"}
