# Shared functions of scripts that run third-party services. Source it after measuring.sh. It downloads the services from
# Maven Central once, into target/services. Sets cache.

cache=$root/target/services
mkdir -p "$cache"
started=()

# fetched GROUP:NAME:VERSION[:TYPE]: brings a file of Maven Central into the cache.
fetched() {
  local of
  IFS=: read -ra of <<<"$1"
  local file=$cache/${of[1]}-${of[2]}.${of[3]:-jar}
  [ -e "$file" ] || mvn -B -ntp -q dependency:copy -Dartifact="$1" -DoutputDirectory="$cache" >&2
  echo "$file"
}

# runs CPU OUTPUT COMMAND...: in the background on a processor, until this script or ended ends it; an hour at most.
runs() {
  local cpu=$1 output=$2
  shift 2
  timeout 3600 taskset -c "$cpu" "$@" >"$output" 2>&1 &
  started+=($!)
}

ended() {
  kill ${started[@]+"${started[@]}"} 2>/dev/null || true
  wait ${started[@]+"${started[@]}"} 2>/dev/null || true
  started=()
}

# built [NAME]: compiles the services that are small, and brings what they need. NAME is kafka or helidon, which have a
# separate class path in built-NAME.
built() {
  local pom=$root/bench/services/${1:-pom}.xml into=$cache/built${1:+-$1}
  local made=$into/.made
  [ -e "$made" ] && [ -z "$(find "$pom" "$root"/bench/services/*.java -newer "$made")" ] && return
  mvn -B -ntp -q -f "$pom" compile dependency:copy-dependencies -DoutputDirectory="$into/lib" \
    -DincludeScope=runtime >&2
  touch "$made"
}

# newest_jdk RELEASE: prints the folder of the newest JDK in the usual places; exits if it is older than the release.
newest_jdk() {
  local release found newest= version=0
  for release in /usr/lib/jvm/*/release /usr/java/*/release /opt/*/release "$HOME"/.sdkman/candidates/java/*/release \
      "$HOME"/.jdks/*/release; do
    [ -x "${release%/release}/bin/javac" ] || continue
    found=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$release")
    if [ "${found:-0}" -gt "$version" ]; then
      newest=${release%/release}
      version=$found
    fi
  done
  if [ "$version" -lt "$1" ]; then
    echo "$0: no JDK $1 or newer found in /usr/lib/jvm, /usr/java, /opt, ~/.sdkman or ~/.jdks; install one" >&2
    exit 2
  fi
  echo "$newest"
}

# answers PORT PATH: until what was started first answers over HTTPS.
answers() {
  local tries
  for tries in $(seq 600); do
    kill -0 "${started[0]}" 2>/dev/null || break
    curl -sf --cacert pki/ca.pem --max-time 2 -o /dev/null "https://localhost:$1$2" && return
    sleep 0.5
  done
  echo "$0: nothing answers at https://localhost:$1$2; see $PWD" >&2
  exit 1
}

# keycloak_unpacked: prints the folder of Keycloak as it is delivered.
keycloak_unpacked() {
  local home=$cache/keycloak-26.3.2 zip
  zip=$(fetched org.keycloak:keycloak-quarkus-dist:26.3.2:zip)
  [ -e "$home" ] || unzip -q "$zip" -d "$cache"
  echo "$home"
}

# keycloak_ready [NAME POLICY]: prints the folder of a built Keycloak. Its folder ready has a database with the realm of
# realm.sh, so Keycloak starts in seconds. One with a policy for passwords has a name. Needs the folder pki.
keycloak_ready() {
  local home=$cache/keycloak-ready${1:+-$1} port
  [ ! -e "$home/ready/keycloakdb.mv.db" ] || { echo "$home"; return; }
  rm -rf "$home"
  cp -r "$(keycloak_unpacked)" "$home"
  rm -rf "$home/data"
  mkdir -p "$home/data/import" "$home/ready"
  "$root/bench/services/realm.sh" ${2:+"$2"} >"$home/data/import/eejs.json"
  "$home/bin/kc.sh" build --db=dev-file >keycloak-build.log 2>&1 || { cat keycloak-build.log >&2; exit 1; }
  port=$(free_port)
  runs "$SERVER_CPU,$LOAD_CPU" keycloak-import.log "$home/bin/kc.sh" start --optimized --import-realm --cache=local \
    --hostname=localhost --http-enabled=false --http-host=127.0.0.1 --https-port="$port" \
    --https-certificate-file="$PWD/pki/server.pem" --https-certificate-key-file="$PWD/pki/server.key"
  answers "$port" /realms/eejs
  ended
  # Each new database changes a part of the paths of style sheets; the recorded paths have this part.
  "$JAVA" -cp "$(echo "$home"/lib/lib/main/com.h2database.h2-*.jar)" org.h2.tools.Shell -user "" -password "" \
    -url "jdbc:h2:file:$home/data/h2/keycloakdb;NON_KEYWORDS=VALUE" \
    -sql "update migration_model set id = 'eejs1'" >/dev/null
  cp "$home/data/h2/keycloakdb.mv.db" "$home/ready"
  echo "$home"
}

# jvm: the process id of the JVM that was started first.
jvm() {
  pgrep -P "${started[0]}" java
}

# described NAME [WORD=VALUE]...: writes bench/services/NAME.yaml here, with words such as @here@ filled in.
described() {
  local name=$1 word
  shift
  local edits=(-e "s|@root@|$root|g" -e "s|@cache@|$cache|g" -e "s|@here@|$PWD|g")
  for word in "$@"; do
    edits+=(-e "s|@${word%%=*}@|${word#*=}|g")
  done
  sed "${edits[@]}" "$root/bench/services/$name.yaml" >"$name.yaml"
}
