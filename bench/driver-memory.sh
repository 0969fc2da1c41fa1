#!/usr/bin/env bash
# How much memory one driver needs for many simultaneous sessions with the published think time of 10 s, each with two
# TLS connections. The bank may be too slow for so many users on a small machine: that makes pages late, not sessions
# fewer.
#
#   bench/driver-memory.sh [SESSIONS]        default: 10000
#
# Driver and bank each need two open files for a session: see `ulimit -n`.
set -euo pipefail

sessions=${1:-10000}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
build_if_needed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$root/eejs" run --sessions "$sessions" --phases 90s,30s,60s,10s --tls ecdsa-tls13-p256 --back-end pooled \
  --bank-jvm-options "-Xmx6g" --out "$work/out" >"$work/summary" 2>"$work/err" || true
result=$work/out/result.json
grep -E "load|response|failed|INVALID|CPU|driver|bank" "$work/summary" || true
grep "eejs:" "$work/err" || true
mib=$(awk -v bytes="$(json "$result" runs.residentBytes.driver)" 'BEGIN {print bytes / 1048576}')
printf 'sessions in the steady state, on average: %.0f\n' "$(json "$result" runs.sessions)"
verdict "MiB of resident memory of the driver, at its peak" 2048 "$mib"
exit "$FAILED"
