#!/usr/bin/env bash
# Runs the doctor on other projects' services under a load over TLS. Keycloak gets logins, each of another browser, and
# WireMock keep-alive requests. A Spring Boot service with Tomcat serves open pages, and some with a password. A gRPC
# service with Netty gets 50 calls a connection. A Kafka broker gets records over TLS; half of the connections stay
# open. A Helidon service on virtual threads gets keep-alive requests, and some on a new connection each; it needs a JDK
# 21 or newer. They are downloaded once from Maven Central, into target/services. Each takes two minutes.
#
#   bench/doctor-services.sh [FOLDER [SERVICE]...]      keycloak wiremock spring grpc kafka helidon; reports stay in
#                                                       FOLDER, by default target/services/reports
#
# FOLDER/doctor-services.md and services.csv have a row for each service. It has the share of TLS and cryptography, the
# share of the CPU that is explained, and the first sentence. Exits with 3 when a service has no report, or when less than
# 97% is explained.
# Smaller SECONDS_OF_LOOK (30) and WARM_UP (60) shorten it. RECORDER=no never starts a flight recorder before the
# doctor, as in most JVMs in production; by default one has run before.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need wrk wrk
need mvn maven
need openssl openssl
need unzip unzip
need curl curl
need pgrep procps
need jq jq
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

kafka() {
  local controller path=$cache/built-kafka
  built kafka
  controller=$(free_port)
  # Kafka reads the key and the certificate from one file.
  (umask 077 && cat pki/server.key pki/server.pem >pki/both.pem)
  rm -rf broker
  # The file is private, as Kafka's documents advise: such files often contain passwords.
  (umask 077 && cat >server.properties) <<EOF
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@localhost:$controller
listeners=USERS://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=USERS://localhost:$port
listener.security.protocol.map=USERS:SSL,CONTROLLER:SSL
controller.listener.names=CONTROLLER
inter.broker.listener.name=USERS
ssl.keystore.type=PEM
ssl.keystore.location=$here/pki/both.pem
ssl.truststore.type=PEM
ssl.truststore.location=$here/pki/ca.pem
log.dirs=$here/broker
num.partitions=4
offsets.topic.replication.factor=1
# Records are deleted soon, to save space on this disk.
log.segment.bytes=16777216
log.retention.bytes=67108864
log.retention.check.interval.ms=5000
EOF
  "$JAVA" -cp "$path/lib/*" kafka.tools.StorageTool format -t AAAAAAAAAAAAAAAAAAAAAQ -c server.properties \
    >kafka-format.log 2>&1
  runs "$SERVER_CPU" kafka.log "$JAVA" -Xmx512m -cp "$path/lib/*" kafka.Kafka server.properties
  await_port "$port" 300
  runs "$LOAD_CPU" kafka.load "$JAVA" -Xmx256m -cp "$path/classes:$path/lib/*" Records "$port" pki/ca.pem
}

helidon() {
  local jdk path=$cache/built-helidon
  # Helidon 4 needs a JDK 21 or newer. The other services run on the JDK of this script.
  jdk=$(newest_jdk 21)
  JAVA_HOME=$jdk built helidon
  runs "$SERVER_CPU" helidon.log "$jdk/bin/java" -Xmx512m -cp "$path/classes:$path/lib/*" Stock "$port" \
    pki/server.pem pki/server.key
  answers "$port" /stock/1
  runs "$LOAD_CPU" helidon.load wrk -t1 -c20 -d1h "https://localhost:$port/stock/1"
  runs "$LOAD_CPU" helidon.load2 wrk -t1 -c2 -d1h -H "Connection: close" "https://localhost:$port/stock/1"
}

# row SERVICE: prints the share of TLS and cryptography and the share of the CPU that is explained, in percent, and the
# first sentence, as CSV. The shares are empty where no operation was found, as in an idle JVM.
row() {
  local first
  # The sentence is broken into lines. The next text is indented or follows an empty line.
  first=$(awk '/^( |$)/ && seen {exit} NF {printf "%s%s", seen++ ? " " : "", $0}' "$1.txt")
  jq -r --arg service "$1" --arg first "$first" '.diagnosis as $found
    | def percent(operations): [operations | .share] | add // 0 | . * 10000 | round / 100;
    [$service]
    + (if ($found.operations == []) then ["", ""] else
        [percent($found.operations[] | select(.name != "unknown code")),
          100 - percent($found.operations[] | select(.verdict == "unexplained"))] end)
    + [$first] | @csv' "$1/result.json"
}

[ $# -gt 0 ] || set -- keycloak wiremock spring grpc kafka helidon
without=0
echo 'service,"TLS and cryptography, %","explained, %",first sentence' >services.csv
for service in "$@"; do
  port=$(free_port)
  "$service"
  [ "${RECORDER:-yes}" = no ] || recorder_started "$(jvm)"
  sleep "${WARM_UP:-60}"
  code=0
  rm -rf "$service"
  "$root/eejs" doctor "$(jvm)" --seconds "${SECONDS_OF_LOOK:-30}" --out "$service" >"$service.txt" \
    2>"$service.err" || code=$?
  ended
  printf '\n== %s, exit code %s\n' "$service" "$code"
  cat "$service.txt" "$service.err"
  [ -e "$service/report.html" ] || without=$((without + 1))
  if [ -e "$service/result.json" ]; then row "$service"; else echo "\"$service\",,,no report"; fi >>services.csv
done
echo
cat services.csv
cat - >doctor-services.md <<PAGE
# What does the doctor find in services that it did not know?

*Generated by bench/doctor-services.sh; do not edit.*

Each was under load over TLS and examined for ${SECONDS_OF_LOOK:-30} s on JDK $("$JAVA" --version | awk 'NR == 1 {print $2}'), \
Helidon on JDK $("$(newest_jdk 21)/bin/java" --version | awk 'NR == 1 {print $2}'). \
Explained is the CPU that is not TLS or cryptography, or belongs to an operation with a cause, a cheaper way or a \
reason.

| Service | TLS and cryptography, % | CPU explained, % | First sentence |
| --- | ---: | ---: | --- |
$(tail -n +2 services.csv | sed 's/^"\([^"]*\)",\([^,]*\),\([^,]*\),"\(.*\)"$/| \1 | \2 | \3 | \4 |/; s/</\\</g')
PAGE
verdict "services without a report" 0 "$without"
# A service without shares has the figure 0.
verdict "least CPU explained on a service, %" 97 "$(tail -n +2 services.csv | cut -d , -f 3 | sort -g | head -1)" least
exit "$FAILED"
