#!/usr/bin/env bash
# Makes the release VERSION twice from the committed state, compares both, and uses its files as a stranger would. Nothing
# leaves the folder, which must be new. Other JDKs also run the libraries; those older than 17 only eejs-jsse.
#
#   deploy/rehearse-release.sh FOLDER [JDK ...]
#
# It needs git, Maven, gpg, unzip and pip. To publish a release, follow its steps with the owner's key and repositories.
set -euo pipefail
version=0.1.0
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
for program in git mvn gpg unzip pip; do
  command -v "$program" >/dev/null || { echo "rehearse-release: $program is missing; install it" >&2; exit 2; }
done
mkdir -p "$(dirname "$1")" && mkdir "$1"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$(cd "$1" && pwd)
shift
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
server=
trap '[ -z "$server" ] || kill "$server"; GNUPGHOME=$out/gnupg gpgconf --kill all' EXIT

step() {
  echo "== $*"
}

maven() {
  mvn -B -ntp -q "$@"
}

step "throwaway key"
export GNUPGHOME=$out/gnupg MAVEN_GPG_PASSPHRASE
mkdir -m 0700 "$GNUPGHOME"
MAVEN_GPG_PASSPHRASE=$(gpg --gen-random --armor 2 24)
gpg --batch -q --pinentry-mode loopback --passphrase-fd 0 --quick-gen-key "Throwaway key of a rehearsal" rsa3072 sign 1d \
  <<<"$MAVEN_GPG_PASSPHRASE" 2>/dev/null
MAVEN_GPG_KEY=$(gpg --batch -q --pinentry-mode loopback --passphrase-fd 0 --armor --export-secret-keys \
  <<<"$MAVEN_GPG_PASSPHRASE")
export MAVEN_GPG_KEY

for each in first second; do
  step "$each build of $version"
  git clone -q "$root" "$out/$each/source-of-the-$each"
  (
    cd "$out/$each/source-of-the-$each"
    # The time of all files stays that of the POM.
    maven org.codehaus.mojo:versions-maven-plugin:2.21.0:set -DnewVersion="$version" -DgenerateBackupPoms=false \
      -DupdateBuildOutputTimestampPolicy=never
    maven -Prelease,sign -DskipTests -DskipITs -Dmaven.install.skip=true deploy \
      -DaltDeploymentRepository="rehearsal::file://$out/$each/repository"
    maven org.cyclonedx:cyclonedx-maven-plugin:makeAggregateBom
    mkdir target/release
    cp "target/eejs-$version.tar.gz" "target/eejs-$version.zip" cli/target/eejs-doctor.jar deploy/jbang-catalog.json \
      target/release
    cp target/bom.json "target/release/eejs-$version.cdx.json"
  )
done

step "both builds are the same"
# Signatures and the repository's own time stamps differ.
diff -r --exclude='*.asc*' --exclude='maven-metadata.xml*' "$out/first/repository" "$out/second/repository"
repository=$out/first/repository
source=$out/first/source-of-the-first
files=$source/target/release
diff -r "$files" "$out/second/source-of-the-second/target/release"
(cd "$files" && sha256sum ./*)

step "signatures, sources, Javadoc and bills of materials"
for product in terminal pki jsse keyserver pix; do
  name=$repository/org/eejs/eejs-$product/$version/eejs-$product-$version
  for file in "$name.pom" "$name.jar" "$name-sources.jar" "$name-javadoc.jar" "$name-cyclonedx.json"; do
    gpg --batch -q --verify "$file.asc" "$file" 2>/dev/null
  done
done
[ -z "$(find "$repository/org/eejs" -mindepth 1 -maxdepth 1 -type d |
  grep -vE '/eejs-(terminal|pki|jsse|keyserver|pix)$')" ]

step "publication by JReleaser, which only says what it would do"
(
  cd "$source"
  git remote set-url origin "$(mvn -q help:evaluate -N -Dexpression=home.url -DforceStdout)/eejs.git"
  export JRELEASER_GITHUB_TOKEN=none JRELEASER_SDKMAN_CONSUMER_KEY=none JRELEASER_SDKMAN_CONSUMER_TOKEN=none \
    JRELEASER_GPG_PASSPHRASE=$MAVEN_GPG_PASSPHRASE JRELEASER_GPG_SECRET_KEY=$MAVEN_GPG_KEY JRELEASER_GPG_PUBLIC_KEY
  JRELEASER_GPG_PUBLIC_KEY=$(gpg --batch -q --armor --export)
  mvn -B -ntp -N org.jreleaser:jreleaser-maven-plugin:1.23.0:full-release -Djreleaser.dry.run=true \
    -Djreleaser.config.file="$source/deploy/jreleaser.yml" >"$out/jreleaser.txt"
  grep -E "Releasing to|uploading|publishing" "$out/jreleaser.txt"
)

step "jobs for others' CI, by the schemas of their platforms"
pip install -q --target "$out/python" check-jsonschema==0.39.0
for each in github-actions:action.yml gitlab-ci:deploy/gitlab.yml; do
  PYTHONPATH=$out/python python3 -m check_jsonschema --builtin-schema "vendor.${each%%:*}" "$root/${each#*:}"
done

step "libraries by their coordinates"
export KEYS_PASSWORD
KEYS_PASSWORD=$(gpg --gen-random --armor 2 18)
keytool -genkeypair -alias trial -keyalg RSA -keysize 2048 -dname CN=localhost -ext san=ip:127.0.0.1 \
  -storetype PKCS12 -keystore "$out/keys.p12" -storepass:env KEYS_PASSWORD 2>/dev/null

# Compiles a stranger's program: artifact, oldest release of Java.
compile() {
  maven -f "$root/deploy/consumer/pom.xml" compile -Dartifact="$1" -Deejs.version="$version" \
    -Dreleases="file://$repository" -Dwork="$out/$1" -Dmaven.compiler.release="$2" -Dmaven.repo.local="$out/maven"
}

# Runs it on all JDKs that can: artifact, oldest release of Java, arguments.
run() {
  local artifact=$1 oldest=$2 jdk release
  shift 2
  for jdk in "${jdks[@]}"; do
    release=$("$jdk" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java.specification.version = \(1\.\)*//p')
    [ "$release" -lt "$oldest" ] || "$jdk" -cp "$out/$artifact/classes:$out/$artifact/lib/*" UseLibrary "$@"
  done
}

jdks=("$java" "${@/%//bin/java}")
compile eejs-jsse 8
run eejs-jsse 8 "$out/keys.p12" 0
compile eejs-pix 17
run eejs-pix 17 "$out/keys.p12" "$root/docs/examples/pibr.001.xml"
compile eejs-keyserver 17
(
  umask 077
  cd "$out"
  "$java" -cp "eejs-keyserver/lib/*" org.eejs.remotekey.server.KeyServerMain init keys --servers 1 >init.txt 2>&1
  sed -i 's/^listen: .*/listen: 127.0.0.1:0/' keys/keyserver-1.yaml
)
"$java" -cp "$out/eejs-keyserver/lib/*" org.eejs.remotekey.server.KeyServerMain "$out/keys/keyserver-1.yaml" \
  >"$out/server.txt" 2>&1 &
server=$!
until port=$(sed -n 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/p' "$out/server.txt" | head -1) && [ -n "$port" ]; do
  kill -0 "$server"
  sleep 0.2
done
sed -i "s/127.0.0.1:8443/127.0.0.1:$port/" "$out/keys/cluster.yaml"
run eejs-keyserver 17 "$out/keys/cluster.yaml"
kill "$server"
wait "$server" || true
server=

step "an empty folder, only a JDK: from the archive to the first report"
mkdir "$out/empty"
cd "$out/empty"
SECONDS=0
export EEJS_STATE=$out/state
tar -xzf "$files/eejs-$version.tar.gz"
"eejs-$version/eejs" run --quick --out report >run.txt 2>&1 || [ $? = 3 ]
test -s report/report.html
echo "$SECONDS s"
sed -n '1,3p' run.txt

step "an empty folder, only a JDK: from eejs-doctor.jar to the first finding"
"$java" -cp "$out/eejs-jsse/classes:$out/eejs-jsse/lib/*" UseLibrary "$out/keys.p12" 600 >patient.txt 2>&1 &
server=$!
SECONDS=0
"$java" -jar "$files/eejs-doctor.jar" "$server" >doctor.txt 2>doctor.err &
doctor=$!
until [ -s doctor.txt ] || ! kill -0 "$doctor" 2>/dev/null; do
  sleep 0.2
done
echo "$SECONDS s"
wait "$doctor" || [ $? = 3 ]
sed -n '1,3p' doctor.txt
kill "$server"
wait "$server" || true
server=

step "an empty folder, with jbang"
maven -f "$root/deploy/jbang/pom.xml" -Dwork="$out/jbang" -Dmaven.repo.local="$out/maven"
export JBANG_DIR=$out/jbang-state
jbang() {
  "$java" -cp "$out/jbang/*" dev.jbang.Main "$@"
}
jbang catalog add --name eejs "$files/jbang-catalog.json"
# jbang prints the command; its script runs it.
eval "$(jbang eejs-doctor@eejs --version)"

step "layout of SDKMAN"
unzip -q "$files/eejs-$version.zip" -d sdkman
"sdkman/eejs-$version/bin/eejs" --version
