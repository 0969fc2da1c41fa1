#!/usr/bin/env bash
# Prints a realm for Keycloak to import: a client without PKCE and secret, the recorded user alice, and 50 users with
# separate passwords. The second form prints these users as the table that sessions use.
#
#   bench/services/realm.sh [POLICY]  the realm as JSON, with a policy for passwords instead of Keycloak's default
#   bench/services/realm.sh users     users.csv
set -euo pipefail

users() {
  seq -f %02.0f 50 | awk '{print "user" $1 ",correct-horse-" $1}'
}

if [ "${1:-}" = users ]; then
  echo username,password
  users
  exit
fi
cat <<JSON
{
  "realm": "eejs",
  "enabled": true,
  "sslRequired": "all",
  "passwordPolicy": "${1:-}",
  "clients": [{
    "clientId": "shop",
    "enabled": true,
    "publicClient": true,
    "standardFlowEnabled": true,
    "redirectUris": ["/realms/eejs", "/realms/eejs/*"],
    "attributes": {"post.logout.redirect.uris": "+"}
  }],
  "users": [
$({ echo alice,open-sesame-2f9; users; } | awk -F, '{
    printf "%s    {\"username\": \"%s\", \"enabled\": true, \"email\": \"%s@shop.example\", \"emailVerified\": true,\n" \
      "     \"firstName\": \"Ada\", \"lastName\": \"Smith\",\n" \
      "     \"credentials\": [{\"type\": \"password\", \"value\": \"%s\"}]}", (NR > 1 ? ",\n" : ""), $1, $1, $2
  }')
  ]
}
JSON
