#!/usr/bin/env bash
# The bank as a service of one's own: becomes a bank for which a back-end simulator of its own has been started. That is no
# part of the service, so somebody else starts it who listens for such wishes: own-service.sh.
#
#   bench/services/bank.sh ROOMS PKI WISHES PORT [JVM-OPTION]...      ROOMS is target/eejs, WISHES a named pipe
#
# A wish is a line with a folder, in which the simulator reads the pipe commands and writes events. It ends with its
# standard input, whose other end the bank keeps open as long as it lives.
set -euo pipefail

rooms=$1 pki=$2 wishes=$3 port=$4
shift 4
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/commands"
echo "$folder" >"$wishes"
exec 9>"$folder/commands"
for tries in $(seq 600); do
  besim=$(sed -n 's/.*"address":"\([^"]*\)".*/\1/p' "$folder/events" 2>/dev/null | head -1) || true
  [ -z "$besim" ] || break
  sleep 0.05
done
[ -n "$besim" ] || { echo "the back-end simulator is not ready: $(cat "$folder/events")" >&2; exit 1; }
rm -r "$folder"
exec "$java" -Xlog:disable -Xlog:all=warning:stderr -Xms1g -Xmx1g "$@" -cp "$rooms/bank/*" org.eejs.bank.BankMain \
  --pki "$pki" --port "$port" --besim "$besim"
