#!/usr/bin/env bash
# What each of the bank's bottlenecks costs by itself, beside what those report who found it: in rounds, every
# variant in a JVM of its own. Takes an hour; a first look takes --quick.
#
#   bench/disease-cost.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--only BOTTLENECK,...] [--quick]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --only) arguments+=(--algorithm) ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
rounds_of "" bottlenecks ${arguments[@]+"${arguments[@]}"}
