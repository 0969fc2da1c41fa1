#!/usr/bin/env bash
# Lists versions in pom.xml, and of plugins, for which a newer release exists. Exits with 3 if one is not in
# held-versions.tsv, which gives the reason why a version stays. Pre-releases do not count.
#
#   deploy/newer-versions.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT

# Lines end with "NAME ..... 1.0 -> 1.1"; the name is that of a property or a plugin.
for goal in property plugin; do
  mvn -B -ntp "org.codehaus.mojo:versions-maven-plugin:2.21.0:display-$goal-updates" -Dversions.outputLineWidth=200 \
    -Dmaven.version.ignore='(?i).*[-.](alpha|beta|b|cr|rc|m|pre|preview|ea)[-.]?[0-9]*.*'
done >"$found/log" || { tail -n 20 "$found/log" >&2; exit 1; }
awk 'NF > 4 && $(NF - 1) == "->" { print $2 "\t" $(NF - 2) "\t" $NF }' "$found/log" | sort -u >"$found/all"
awk -F'\t' 'NR == FNR { if (!/^#/) held[$1] = $2; next }
  $1 in held { print $1, $2 " -> " $3 ", stays: " held[$1]; next }
  { print $1, $2 " -> " $3; newer = 1 }
  END { exit newer ? 3 : 0 }' deploy/held-versions.tsv "$found/all"
