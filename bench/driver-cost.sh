#!/usr/bin/env bash
# Measures the CPU of the load generator for a request, in turns against the same nginx on loopback. The driver is
# compared with wrk (keep-alive), and with openssl s_time (a new connection with a full TLS 1.3 handshake each).
#
#   bench/driver-cost.sh [ROUNDS] [SECONDS]        default: 5 rounds of 8 seconds each
#
# Figures are microseconds of processor time, user and system, of the load generator's process for a request. For wrk
# and openssl the whole process counts; for the driver only the time after its warm-up, since user sessions run for
# minutes.
set -euo pipefail

rounds=${1:-5}
seconds=${2:-8}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need nginx nginx-light
need wrk wrk
need openssl openssl
build_if_needed

work=$(mktemp -d)
nginx_pid=
cleanup() {
  [ -z "$nginx_pid" ] || { kill "$nginx_pid" && wait "$nginx_pid"; } 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

make_pki "$work/pki"
mkdir "$work/www"
head -c 1024 /dev/zero | tr '\0' x >"$work/www/1k"
port=$(free_port)
cat >"$work/nginx.conf" <<CONF
worker_processes 1; daemon off; pid $work/nginx.pid; error_log $work/error.log; pcre_jit on;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 100000000; keepalive_timeout 600;
  client_body_temp_path $work; proxy_temp_path $work; fastcgi_temp_path $work; uwsgi_temp_path $work; scgi_temp_path $work;
  server {
    listen 127.0.0.1:$port ssl backlog=4096; server_name localhost; root $work/www;
    ssl_certificate $work/pki/server.pem; ssl_certificate_key $work/pki/server.key;
    ssl_protocols TLSv1.3; ssl_ecdh_curve X25519; ssl_session_cache off;
  }
}
CONF
# Not by `on`: a function in the background runs in a subshell, whose process id is not nginx's.
taskset -c "$SERVER_CPU" nginx -c "$work/nginx.conf" &
nginx_pid=$!
await_port "$port"

driver() {
  on "$LOAD_CPU" "$JAVA" -Xmx256m -XX:+UseSerialGC -cp "$root/target/eejs/driver/*" org.eejs.driver.DriverMain \
    --bank "localhost:$port" --pki "$work/pki" --fetch /1k --phases "3s,6s,${seconds}s,0s" "$@" 2>"$work/driver.log"
}

# These print microseconds of CPU for each request of a program.
wrk_cost() {
  cpu_seconds "$work/wrk.out" on "$LOAD_CPU" wrk -t1 -c50 -d"${seconds}s" "https://localhost:$port/1k" >"$work/cpu"
  awk -v cpu="$(cat "$work/cpu")" '/requests in/ {printf "%.2f\n", cpu * 1e6 / $1}' "$work/wrk.out"
}
s_time_cost() {
  cpu_seconds "$work/s_time.out" on "$LOAD_CPU" openssl s_time -connect "localhost:$port" -CAfile "$work/pki/ca.pem" \
    -verify 3 -www /1k -new -time "$seconds" >"$work/cpu"
  awk -v cpu="$(cat "$work/cpu")" '/connections in .*real/ {printf "%.2f\n", cpu * 1e6 / $1}' "$work/s_time.out"
}
driver_cost() {
  driver "$@" | awk '{
    for (i = 1; i < NF; i++) value[$i] = $(i + 1)
    if (value["failures"] != 0 || value["resumedHandshakes"] != 0) exit 1
    printf "%.2f\n", value["cpuMicrosPerRequest"]
  }'
}

for ((round = 1; round <= rounds; round++)); do
  keep_driver=$(driver_cost --sessions 50)
  keep_wrk=$(wrk_cost)
  new_driver=$(driver_cost --sessions 8 --new-connections)
  new_s_time=$(s_time_cost)
  echo "$keep_driver $keep_wrk $new_driver $new_s_time" | tee -a "$work/rounds" |
    awk -v round="$round" '{printf "round %d  keep-alive: driver %.1f us, wrk %.1f us, ratio %.2f   new connection: driver %.0f us, openssl s_time %.0f us, ratio %.2f\n", round, $1, $2, $1 / $2, $3, $4, $3 / $4}'
done
echo
verdict "driver / wrk, keep-alive request of 1 KB" 1.05 "$(awk '{print $1 / $2}' "$work/rounds" | median)"
verdict "driver / openssl s_time -new, full TLS 1.3 handshake and request" 0.5 "$(awk '{print $3 / $4}' "$work/rounds" | median)"
exit "$FAILED"
