#!/usr/bin/env bash
# Runs the doctor on other projects' services under a load over HTTPS. Keycloak gets logins, each of another browser, and
# WireMock keep-alive requests. A Spring Boot service with Tomcat serves open pages, and some with a password. A gRPC
# service with Netty gets 50 calls a connection. They are downloaded once from Maven Central, into target/services. Each
# takes two minutes.
#
#   bench/doctor-services.sh [FOLDER [SERVICE]...]      keycloak wiremock spring grpc; reports stay in FOLDER, by default
#                                                       target/services/reports
#
# Exits with 3 when a service has no report. Smaller SECONDS_OF_LOOK (30) and WARM_UP (60) shorten it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need wrk wrk
need mvn maven
need openssl openssl
need unzip unzip
need curl curl
need pgrep procps
build_if_needed
source "$root/bench/services/services.sh"
work_in "${1:-$cache/reports}"
shift $(($# > 0))
rm -rf pki
make_pki pki
here=$PWD
trap ended EXIT

keycloak() {
  local home
  home=$(keycloak_unpacked)
  rm -rf "$home/data"
  (umask 077 && openssl rand -hex 16 >admin)
  KC_BOOTSTRAP_ADMIN_USERNAME=admin KC_BOOTSTRAP_ADMIN_PASSWORD=$(cat admin) JAVA_OPTS_KC_HEAP="-Xms512m -Xmx512m" \
    runs "$SERVER_CPU" keycloak.log "$home/bin/kc.sh" start --db=dev-file --cache=local --hostname=localhost \
    --http-enabled=false --http-host=127.0.0.1 --https-port="$port" --https-certificate-file="$here/pki/server.pem" \
    --https-certificate-key-file="$here/pki/server.key"
  answers "$port" /realms/master
  runs "$LOAD_CPU" keycloak.load "$JAVA" "$root/bench/services/Logins.java" "$port" pki/ca.pem admin
}

wiremock() {
  mkdir -p stubs/mappings
  echo '{"request": {"urlPath": "/hello"}, "response": {"status": 200, "jsonBody": {"greeting": "hello"}}}' \
    >stubs/mappings/hello.json
  # With its own key: WireMock accepts the password of another one only on the command line.
  runs "$SERVER_CPU" wiremock.log "$JAVA" -Xmx512m -jar "$(fetched org.wiremock:wiremock-standalone:3.13.1)" \
    --disable-http --bind-address 127.0.0.1 --https-port "$port" --root-dir stubs --no-request-journal
  await_port "$port" 300
  runs "$LOAD_CPU" wiremock.load wrk -t1 -c20 -d1h "https://localhost:$port/hello"
}

spring() {
  built
  runs "$SERVER_CPU" spring.log "$JAVA" -Xmx512m -cp "$cache/built/classes:$cache/built/lib/*" services.Accounts \
    --server.address=127.0.0.1 --server.port="$port" --server.ssl.certificate="file:$here/pki/server.pem" \
    --server.ssl.certificate-private-key="file:$here/pki/server.key"
  answers "$port" /accounts/1
  runs "$LOAD_CPU" spring.load wrk -t1 -c20 -d1h "https://localhost:$port/accounts/1"
  runs "$LOAD_CPU" spring.load2 wrk -t1 -c1 -d1h -H "Password: correct horse" "https://localhost:$port/statements/1"
}

grpc() {
  built
  runs "$SERVER_CPU" grpc.log "$JAVA" -Xmx512m -cp "$cache/built/classes:$cache/built/lib/*" Health serve "$port" \
    pki/server.pem pki/server.key
  await_port "$port" 300
  runs "$LOAD_CPU" grpc.load "$JAVA" -Xmx256m -cp "$cache/built/classes:$cache/built/lib/*" Health load "$port" \
    pki/ca.pem
}

[ $# -gt 0 ] || set -- keycloak wiremock spring grpc
without=0
for service in "$@"; do
  port=$(free_port)
  "$service"
  recorder_started "$(jvm)"
  sleep "${WARM_UP:-60}"
  code=0
  rm -rf "$service"
  "$root/eejs" doctor "$(jvm)" --seconds "${SECONDS_OF_LOOK:-30}" --out "$service" >"$service.txt" \
    2>"$service.err" || code=$?
  ended
  printf '\n== %s, exit code %s\n' "$service" "$code"
  cat "$service.txt" "$service.err"
  [ -e "$service/report.html" ] || without=$((without + 1))
done
echo
verdict "services without a report" 0 "$without"
exit "$FAILED"
