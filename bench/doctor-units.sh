#!/usr/bin/env bash
# doctor-units.sh [RESULT]: prints units.yaml of the doctor, the CPU of operations in RSA-2048 signatures of the same JDK.
# Without RESULT, it measures first, for about 25 minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
result=${1:-}
if [ -z "$result" ]; then
  result=results/doctor-units
  ./eejs bench sign agree keygen --jdk 17,25 --provider JDK,BC,ACCP --threads 1 --forks 1 --intrinsics on \
    --algorithm RSA-2048,RSA-3072,RSA-4096,ECDSA-P-256,ECDSA-P-384,Ed25519,X25519,P-256,P-384 --out "$result" >&2
fi
cat <<'HEAD'
# CPU per operation, divided by that of an RSA-2048 signature by the same JDK; measured and written by bench/doctor-units.sh.
ratios:
HEAD
./eejs results --figures "$result" | awk -F'\t' '
  $3 == "true" && $4 == "cpuMicrosPerOp" {
    split("", facet)
    n = split($1, parts, ", ")
    for (i = 1; i <= n; i++) { split(parts[i], pair, "="); facet[pair[1]] = pair[2] }
    jdk = facet["jdk"]; sub(/\..*/, "", jdk)
    provider = facet["provider"] ~ /^Sun/ ? "JDK" : facet["provider"]
    key = facet["algorithm"] " " facet["operation"] " " provider
    if (!(jdk in seen)) { seen[jdk] = 1; jdks[++count] = jdk }
    names[jdk, ++number[jdk]] = key; cost[jdk, key] = $5
  }
  END {
    for (j = 1; j <= count; j++) {
      jdk = jdks[j]; print "  " jdk ":"
      for (i = 1; i <= number[jdk]; i++) {
        printf "    %s: %.3g\n", names[jdk, i], cost[jdk, names[jdk, i]] / cost[jdk, "RSA-2048 sign JDK"]
      }
    }
  }'
