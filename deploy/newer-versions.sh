#!/usr/bin/env bash
# Lists dependencies, plugins and versions in pom.xml for which a newer release exists. Exits with 3 if one is not in
# held-versions.tsv, which gives the reason why a version stays. Pre-releases do not count.
#
#   deploy/newer-versions.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT

for goal in dependency plugin; do
  mvn -B -ntp -q "org.codehaus.mojo:versions-maven-plugin:2.21.0:display-$goal-updates" \
    -Dmaven.version.ignore='.*[-.](alpha|beta|b|cr|rc|m|pre|preview|ea|jre7|android)[-.]?[0-9]*.*' \
    -DprocessDependencyManagementTransitive=false -Dversions.outputFile="$found/$goal" -Dversions.outputLineWidth=200
done
# Lines read "  group:artifact ..... 1.0 -> 1.1".
find "$found" "$PWD" -path '*/target' -prune -o -path "$found/*" -type f -exec cat {} + |
  awk '$(NF - 1) == "->" { print $1 "\t" $(NF - 2) "\t" $NF }' | sort -u >"$found/all"
awk -F'\t' 'NR == FNR { if (!/^#/) held[$1] = $2; next }
  $1 in held { print $1, $2 " -> " $3 ", stays: " held[$1]; next }
  { print $1, $2 " -> " $3; newer = 1 }
  END { exit newer ? 3 : 0 }' deploy/held-versions.tsv "$found/all"
