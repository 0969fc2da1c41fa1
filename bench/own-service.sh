#!/usr/bin/env bash
# Tests `./eejs run`, `compare` and `tune` with other projects' services.
#
#   bench/own-service.sh [TASK]...      default: all but quantum, tuned and mutual, an hour; results stay in the
#                                       folder OUT, by default target/services/own
#
#   wiremock     Compares the CPU of the driver for a request over a pooled connection with that of wrk. Both load the
#                same WireMock.
#
#   keycloak     Logs 50 users into Keycloak by a browser's recording, each by a different password.
#
#   variations   Compares Keycloak with ACCP, and with fixes of key manager and random numbers, with the JDK's
#                providers. The verdict must come within 20 minutes.
#
#   quantum      Compares logins of classical clients with those of clients with post-quantum key exchange. Keycloak runs on
#                the JDK in QUANTUM_JDK, which must have X25519MLKEM768: 25.0.5, 27 or newer.
#
#   netty        Loads a server with Netty and BoringSSL; the run must be valid.
#
#   spring       Loads Spring Boot with Tomcat; the run must be valid.
#
#   http2        Loads the same service over HTTP/2.
#
#   tuned        Looks for Keycloak's cheapest configuration; up to 90 minutes.
#
#   mutual       The same for a service with client certificates of P-256 and a full handshake for each request; up to 45
#                minutes. The winner must halve the CPU per handshake.
#
# Smaller ROUNDS of wiremock (5) and shorter PHASES shorten it. Exits with 3 when a limit is missed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/bench/measuring.sh"
need mvn maven
need openssl openssl
need unzip unzip
need curl curl
need pgrep procps
need jq jq
build_if_needed
source "$root/bench/services/services.sh"
work_in "${OUT:-$cache/own}"
rm -rf pki
make_pki pki
trap ended EXIT
export EEJS_STATE=$PWD/state

# in_phases PHASES: sets the phases of a task's runs, unless PHASES is set; runs of a comparison compile their code first.
in_phases() {
  phases=(--phases "${PHASES:-$1}")
}

# measured FOLDER COMMAND ARGUMENTS...: runs a command of eejs with its result in a folder; sets code.
measured() {
  local folder=$1 command=$2
  shift 2
  rm -rf "$folder"
  code=0
  "$root/eejs" "$command" "$@" "${phases[@]}" --out "$folder" >"$folder.txt" 2>"$folder.err" || code=$?
  cat "$folder.txt"
  [ "$code" = 0 ] || [ "$code" = 3 ] || cat "$folder.err"
}

# valid FOLDER: succeeds if its only run was valid, and has a report.
valid() {
  [ -e "$1/report.html" ] && [ "$(figure "$1" valid)" = true ]
}

# compared_by METRIC FOLDER: prints ratio, lower and upper end and verdict of a comparison.
compared_by() {
  awk -F, -v metric="$1" '$2 == metric {print $6, $7, $8, $9}' "$2/comparisons.csv"
}

wiremock() {
  local body port round more
  need wrk wrk
  body=$(head -c 1024 /dev/zero | tr '\0' x)
  mkdir -p stubs/mappings
  echo '{"request": {"urlPathPattern": "/(1k)?"}, "response": {"status": 200, "body": "'"$body"'"}}' >stubs/mappings/1k.json
  # WireMock accepts another password only on its command line. So the key, which is made for this run only, has WireMock's
  # default password.
  (umask 077 && openssl pkcs12 -export -in pki/server.pem -inkey pki/server.key -name server -passout pass:password \
    -out wiremock.p12)
  port=$(free_port)
  runs "$SERVER_CPU" wiremock.log "$JAVA" -Xmx512m -jar "$(fetched org.wiremock:wiremock-standalone:3.13.1)" --disable-http \
    --bind-address 127.0.0.1 --https-port "$port" --https-keystore wiremock.p12 --root-dir stubs --no-request-journal
  answers "$port" /1k
  more=$(printf '{get: /1k}, %.0s' $(seq 199))
  described wiremock port="$port" pid="$(jvm)" more="${more%, }"
  rm -f rounds
  # The first round warms the server up.
  for ((round = 0; round <= ${ROUNDS:-5}; round++)); do
    cpu_seconds wrk.out on "$LOAD_CPU" wrk -t1 -c20 -d8s "https://localhost:$port/1k" >wrk.cpu
    rm -rf wiremock
    "$root/eejs" run --service wiremock.yaml --sessions 20 --think-time 0s --profile off --phases "2s,20s,10s,1s" --out wiremock \
      >wiremock.txt 2>wiremock.err || [ $? = 3 ] || { cat wiremock.txt wiremock.err >&2; exit 1; }
    valid wiremock || grep -i invalid wiremock.txt || true
    [ "$round" = 0 ] || awk -v round="$round" -v wrk="$(cat wrk.cpu)" -v wrk_requests="$(awk '/requests in/ {print $1}' wrk.out)" \
      -v user="$(figure wiremock cpuSeconds.driver.user)" \
      -v kernel="$(figure wiremock cpuSeconds.driver.system)" \
      -v requests="$(figure wiremock httpRequests)" 'BEGIN {
        driver = 1e6 * (user + kernel) / requests
        wrk = 1e6 * wrk / wrk_requests
        printf "round %d  driver %.1f us of CPU for each of %d requests, wrk %.1f us of %d: ratio %.2f\n", round, driver,
          requests, wrk, wrk_requests, driver / wrk
        print driver / wrk >>"rounds"
      }'
  done
  ended
  echo "driver / wrk: lowest $(sort -g rounds | head -1), median $(median <rounds), highest $(sort -g rounds | tail -1)"
  verdict "driver / wrk, keep-alive request of 1 KB from WireMock, median" 1.3 "$(median <rounds)"
}

# keycloak_described THINK [NAME POLICY]: writes the users' steps with this think time, and sets Keycloak's password hash.
keycloak_described() {
  local think=$1
  shift
  "$root/bench/services/realm.sh" users >users.csv
  described keycloak think="$think" home="$(keycloak_ready "$@")"
}

keycloak() {
  local failed slow
  keycloak_described 3s
  in_phases 8s,270s,40s,2s
  measured keycloak run --service keycloak.yaml --sessions 50
  judged "a valid run of logins" valid keycloak
  # Slow steps are no failed checks: the duration of logins depends on the machine.
  failed=$(figure keycloak failedPages)
  slow=$(awk '/"phase" : "steady", *$/ {steady = 1} steady && /"slow" :/ {gsub(/[^0-9]/, ""); print; exit}' keycloak/result.json)
  verdict "failed steps, except slow ones" 0 "$(awk "BEGIN {print ${failed:-1} - ${slow:-0}}")"
  judged "the report shows the cost of handshakes" grep -q '"category" : "tlsHandshakesAsServer"' keycloak/result.json
  judged "the report shows the cost of password hashing" grep -q '"category" : "passwordHashing"' keycloak/result.json
  judged "the report shows the cost of RSA, which signs tokens" grep -q '"algorithm" : "RSA"' keycloak/result.json
}

# Keycloak's default hash is Argon2 of Bouncy Castle. C2 compiles it to code of full or of half the speed, which hides all
# other differences. PBKDF2 costs the same in each JVM.
variations() {
  local started
  keycloak_described 700ms pbkdf2 "hashAlgorithm(pbkdf2-sha512) and hashIterations(27500)"
  cat >variations.yaml <<YAML
service: keycloak.yaml
sessions: 20
maxRuns: 3
baseline: as the JDK has it
configurations:
  - {name: as the JDK has it}
  - {name: ACCP, provider: ACCP}
  - {name: cured, cures: [keys, random]}
YAML
  started=$SECONDS
  in_phases 5s,50s,30s,1s
  measured variations compare --experiment variations.yaml --margin 15%
  verdict "minutes until the verdict" 20 "$(awk -v s="$((SECONDS - started))" 'BEGIN {print s / 60}')"
  judged "decided by appCpuMsPerPage: $(compared_by appCpuMsPerPage variations | tr '\n' ';')" \
    awk -F, '$2 == "appCpuMsPerPage" {rows++; open += $9 == "inconclusive"} END {exit !(rows > 0 && open == 0)}' \
    variations/comparisons.csv
}

quantum() {
  keycloak_described 700ms pbkdf2 "hashAlgorithm(pbkdf2-sha512) and hashIterations(27500)"
  in_phases 5s,50s,30s,1s
  measured quantum compare --service keycloak.yaml --tls classical,hybrid --jdk "$QUANTUM_JDK" --sessions 20 --margin 10%
  judged "decided by appCpuMsPerPage: $(compared_by appCpuMsPerPage quantum | tr '\n' ';')" \
    awk -F, '$2 == "appCpuMsPerPage" {rows++; open += $9 == "inconclusive"} END {exit !(rows > 0 && open == 0)}' \
    quantum/comparisons.csv
}

# valid_run NAME ARGUMENTS...: runs the service, and prints whether the run is valid.
valid_run() {
  local name=$1
  shift
  measured "$name" run "$@"
  judged "$name: a valid run" valid "$name"
}

netty() {
  built
  described netty
  valid_run netty --service netty.yaml --sessions 50 --think-time 100ms
}

spring() {
  built
  described spring http=1.1 http2=false
  valid_run spring --service spring.yaml --sessions 20 --think-time 500ms
}

http2() {
  built
  described spring http=2 http2=true
  mv spring.yaml http2.yaml
  valid_run http2 --service http2.yaml --sessions 20 --think-time 500ms
}

# tuning FOLDER BUDGET ARGUMENTS...: looks for the cheapest configuration of a service.
tuning() {
  local folder=$1 budget=$2 began=$SECONDS
  shift 2
  phases=(${PHASES:+--phases "$PHASES"})
  measured "$folder" tune --budget "$budget" "$@"
  verdict "minutes until the result" "${budget%min}" "$(awk -v s="$((SECONDS - began))" 'BEGIN {print s / 60}')"
}

tuned() {
  keycloak_described 700ms pbkdf2 "hashAlgorithm(pbkdf2-sha512) and hashIterations(27500)"
  tuning tuned 90min --service keycloak.yaml --sessions 20
}

mutual() {
  built
  rm -rf p256
  make_pki p256 ec -pkeyopt ec_paramgen_curve:P-256
  described mutual pki="$PWD/p256"
  tuning mutual 45min --service mutual.yaml --sessions 20 --think-time 200ms --forbid jdk ${MUTUAL_JDK:+--jdk "$MUTUAL_JDK"}
  echo "CPU per request with the result / today: $(compared_by appCpuMsPerPage mutual | head -1)"
  jq -e '.observations | any(.cell.configuration == "tuned in Java")' mutual/result.json >mutual.java || true
  if grep -q true mutual.java; then
    echo "CPU per handshake with the result without native code / today: $(handshakes_by "tuned in Java")"
  fi
  verdict "CPU per handshake with the result / today" 0.5 "$(handshakes_by tuned)"
}

# handshakes_by CONFIGURATION: prints the CPU of its handshakes, compared with today's, in the confirmation.
handshakes_by() {
  jq --arg other "$1" '[.observations[] | select(.cell.configuration == "tuned").round] as $confirmed
    | def handshakes($configuration): [.observations[]
        | select(.cell.configuration == $configuration and .valid and (.round | IN($confirmed[])))
        | [.evidence.cpuProfile.attribution[] | select(.category == "tlsHandshakesAsServer").cpuMsPerPage] | add]
      | add / length;
    handshakes($other) / handshakes("today") | . * 1000 | round / 1000' mutual/result.json
}

usual="wiremock keycloak variations netty spring http2"
tasks="$usual${QUANTUM_JDK:+ quantum} tuned mutual"
for task in "${@:-$usual}"; do
  for one in $task; do
    [[ " $tasks " == *" $one "* ]] || { echo "$0: there is no task $one; there are $tasks" >&2; exit 2; }
  done
done
# shellcheck disable=SC2068,SC2086
for task in ${@:-$usual}; do
  printf '\n== %s\n' "$task"
  phases=(${PHASES:+--phases "$PHASES"})
  "$task"
done
exit "$FAILED"
