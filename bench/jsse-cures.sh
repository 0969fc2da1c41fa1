#!/usr/bin/env bash
# Whether the library of cures is as fast as it has to be: full and resumed handshakes, SSLContexts, random numbers,
# each beside what the JDK does, in rounds, every variant in a JVM of its own. Takes an hour; a first look takes
# --quick. Exits with 3 when a requirement is missed.
#
#   bench/jsse-cures.sh [ROUNDS] [--jdk VERSION-OR-HOME]... [--only PART,...] [--certificate KIND,...] [--quick]
#
# PARTs are full, resumed, contexts and random; KINDs of certificate are RSA and EC, which --quick leaves out.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
only=full,resumed,contexts,random kinds= arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=${2:?"--only needs names of parts"}; shift ;;
    --certificate) kinds=${2:?"--certificate needs RSA or EC"}; shift ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
# An algorithm that is named leaves out all others, so that those of the other parts are named, too.
if [ -n "$kinds" ]; then
  algorithms=
  for part in ${only//,/ }; do
    case $part in
      full | resumed) for kind in ${kinds//,/ }; do algorithms+=,"TLSv1.2 $kind,TLSv1.3 $kind"; done ;;
      contexts) algorithms+=,JKS,PKCS12,cacerts ;;
      random) algorithms+=,source ;;
    esac
  done
  arguments+=(--algorithm "${algorithms#,}")
fi
rounds_of cures- "$only" ${arguments[@]+"${arguments[@]}"}
