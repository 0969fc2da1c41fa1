#!/usr/bin/env bash
# What the doctor says of services that others have written, each under a load over HTTPS: Keycloak (logins, each of
# another browser), WireMock (keep-alive), a Spring Boot service with Tomcat (open pages, and some with a password), a
# gRPC service with Netty (50 calls a connection). They come from Maven Central once, into target/doctor-services; two
# minutes each.
#
#   bench/doctor-services.sh [FOLDER [SERVICE]...]      keycloak wiremock spring grpc; reports stay in FOLDER, by default
#                                                       target/doctor-services/reports
#
# Exits with 3 when there is no report of one. SECONDS_OF_LOOK (30) and WARM_UP (60) make it shorter.
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
cache=$root/target/doctor-services
mkdir -p "$cache"
work_in "${1:-$cache/reports}"
shift $(($# > 0))
rm -rf pki
make_pki pki
here=$PWD
started=()
trap 'kill ${started[@]+"${started[@]}"} 2>/dev/null || true' EXIT

# fetched GROUP:NAME:VERSION[:TYPE]: brings a file of Maven Central into the cache.
fetched() {
  local of
  IFS=: read -ra of <<<"$1"
  local file=$cache/${of[1]}-${of[2]}.${of[3]:-jar}
  [ -e "$file" ] || mvn -B -ntp -q dependency:copy -Dartifact="$1" -DoutputDirectory="$cache" >&2
  echo "$file"
}

# runs CPU OUTPUT COMMAND...: in the background on a processor, until this script or ended ends it; half an hour at most.
runs() {
  local cpu=$1 output=$2
  shift 2
  timeout 1800 taskset -c "$cpu" "$@" >"$output" 2>&1 &
  started+=($!)
}

ended() {
  kill "${started[@]}" 2>/dev/null || true
  wait "${started[@]}" 2>/dev/null || true
  started=()
}

built() {
  [ -e "$cache/built/classes/Health.class" ] || mvn -B -ntp -q -f "$root/bench/services/pom.xml" compile dependency:copy-dependencies \
    -DoutputDirectory="$cache/built/lib" -DincludeScope=runtime >&2
}

# answers PORT PATH: until a service answers over HTTPS.
answers() {
  local tries
  for tries in $(seq 600); do
    kill -0 "${started[0]}" 2>/dev/null || break
    curl -s --cacert pki/ca.pem --max-time 2 -o /dev/null "https://localhost:$1$2" && return
    sleep 0.5
  done
  echo "$0: nothing answers at https://localhost:$1$2; see $here" >&2
  exit 1
}

keycloak() {
  local zip home
  zip=$(fetched org.keycloak:keycloak-quarkus-dist:26.3.2:zip)
  home=$cache/keycloak-26.3.2
  rm -rf "$home/data"
  [ -e "$home" ] || unzip -q "$zip" -d "$cache"
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
  # With the key that it brings, since it takes passwords of others from its command line alone.
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

# jvm: the service's.
jvm() {
  pgrep -P "${started[0]}" java
}

[ $# -gt 0 ] || set -- keycloak wiremock spring grpc
without=0
for service in "$@"; do
  port=$(free_port)
  "$service"
  sleep "${WARM_UP:-60}"
  code=0
  rm -rf "$service"
  "$root/eejs" doctor "$(jvm)" --seconds "${SECONDS_OF_LOOK:-30}" --out "$service" >"$service.txt" \
    2>"$service.err" || code=$?
  ended
  printf '\n== %s, exit code %s\n' "$service" "$code"
  cat "$service.txt" "$service.err"
  [ -e "$service/report.html" ] && [ "$code" != 1 ] || without=$((without + 1))
done
echo
verdict "services without a report" 0 "$without"
exit "$FAILED"
