#!/usr/bin/env bash
# Runs ./verify while a program spins for each processor, as on a busy laptop or shared runner.
#
#   bench/verify-loaded.sh [ARGUMENTS OF ./verify]
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
spinning=()
end() {
  [ ${#spinning[@]} = 0 ] || kill "${spinning[@]}" 2>/dev/null || true
}
trap end EXIT
for ((i = 0; i < $(nproc); i++)); do
  while :; do :; done &
  spinning+=($!)
done
"$root/verify" "$@"
