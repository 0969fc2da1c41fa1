#!/usr/bin/env bash
# Runs Keycloak with the realm of realm.sh until a signal ends it. Its database is a copy of the one that services.sh
# prepared.
#
#   bench/services/keycloak.sh HOME PKI PORT      folder of Keycloak; folder of the server's certificate and key
set -euo pipefail

home=$1 pki=$2 port=$3
data=$(mktemp -d)
java=
trap 'rm -rf "$data"' EXIT
trap '[ -z "$java" ] || kill "$java" 2>/dev/null || true' TERM INT HUP
cp -r "$home/ready/." "$data"
JAVA_OPTS_KC_HEAP=${JAVA_OPTS_KC_HEAP:--Xms512m -Xmx512m} KC_DB_URL="jdbc:h2:file:$data/keycloakdb;NON_KEYWORDS=VALUE" \
  "$home/bin/kc.sh" start --optimized --cache=local --hostname=localhost --http-enabled=false --http-host=127.0.0.1 \
  --https-port="$port" --https-certificate-file="$pki/server.pem" --https-certificate-key-file="$pki/server.key" &
java=$!
while kill -0 "$java" 2>/dev/null; do
  wait "$java" || code=$?
done
exit "${code:-0}"
