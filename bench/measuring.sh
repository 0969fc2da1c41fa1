# Functions for benchmarks of whole processes, to be sourced. Sets JAVA, SERVER_CPU, LOAD_CPU and FAILED.

JAVA=${JAVA_HOME:+$JAVA_HOME/bin/}java
FAILED=0

# On two processors or more, servers and load generators do not disturb each other.
if [ "$(nproc)" -ge 2 ]; then
  LOAD_CPU=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  SERVER_CPU=$(taskset -cp $$ | sed 's/.*[-,]//')
else
  LOAD_CPU=0
  SERVER_CPU=0
fi

# need PROGRAM PACKAGE: exits with a line that names the package when the program is missing.
need() {
  command -v "$1" >/dev/null || { echo "$0: $1 is missing; install the package $2" >&2; exit 2; }
}

build_if_needed() {
  "$root/eejs" --version >/dev/null
}

# work_in FOLDER: changes to the folder; without a name, to a folder that is deleted at the end.
work_in() {
  work=$1
  if [ -z "$work" ]; then
    work=$(mktemp -d)
    temporary=$work
    trap 'rm -rf "$work"' EXIT
  fi
  mkdir -p "$work"
  cd "$work"
}

# on CPU COMMAND...: runs the command on one processor.
on() {
  local cpu=$1
  shift
  taskset -c "$cpu" "$@"
}

# make_pki DIR [KEY]...: makes a private CA, a server certificate for localhost, one for clients, and a trust store for the
# driver. KEY are words of openssl req for the keys; RSA-2048 by default.
make_pki() {
  local dir=$1 one
  shift
  local key=(-newkey "${@:-rsa:2048}" -nodes)
  mkdir -p "$dir"
  (
    umask 077
    cd "$dir"
    openssl rand -hex 16 >password
    openssl req -x509 "${key[@]}" -keyout ca.key -out ca.pem -days 2 -subj "/CN=bench CA"
    printf 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n' >server.ext
    printf 'extendedKeyUsage=clientAuth\n' >client.ext
    for one in server client; do
      openssl req "${key[@]}" -keyout $one.key -out $one.csr -subj /CN=localhost
      openssl x509 -req -in $one.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile $one.ext -out $one.pem
    done
    "${JAVA%java}keytool" -importcert -noprompt -alias ca -file ca.pem -keystore trust.p12 -storetype PKCS12 \
      -storepass:file password
  ) >/dev/null 2>&1
}

# free_port: prints a free port.
free_port() {
  local port
  for port in $(shuf -i 20000-30000 -n 50); do
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

# await_port PORT [SECONDS]: waits until a process listens there, 10 s at most by default.
await_port() {
  local tries
  for tries in $(seq $((20 * ${2:-10}))); do
    (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.05
  done
  echo "$0: nothing listens on port $1" >&2
  exit 1
}

# cpu_seconds OUTPUT COMMAND...: runs the command, writes its output to a file, and prints its user and system seconds.
cpu_seconds() {
  local output=$1
  shift
  local TIMEFORMAT='%U %S'
  { time "$@" >"$output" 2>&1; } 2>&1 | awk '{print $1 + $2}'
}

median() {
  sort -g | awk '{value[NR] = $1} END {print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2}'
}

# median_interval: prints the median of numbers and its 95% interval by order statistics. For fewer than six numbers the
# interval is from the lowest to the highest, with less confidence.
median_interval() {
  sort -g | awk '
    { value[NR] = $1 }
    END {
      below = chance = 0.5 ^ NR
      for (k = 0; k + 1 <= NR / 2; k++) {
        chance *= (NR - k) / (k + 1)
        if (below + chance > 0.025) break
        below += chance
      }
      middle = NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
      printf "%.3g %.3g to %.3g\n", middle, value[k + 1], value[NR - k]
    }'
}

# since WHEN: prints the seconds since an $EPOCHREALTIME.
since() {
  awk -v from="$1" -v to="$EPOCHREALTIME" 'BEGIN {printf "%.2f", to - from}'
}

# start_bank SECONDS ARGUMENTS...: starts a run in the folder run with a steady state of this duration, and returns when
# it has begun. Sets the process ids lab and bank. The run itself does not sample stacks, which is for a doctor.
start_bank() {
  local steady=$1
  shift
  "$root/eejs" run --sessions 60 --think-time 1s --profile off --phases "4s,auto,${steady}s,1s" "$@" --out run \
    >run.txt 2>progress &
  lab=$!
  trap 'kill "$lab" 2>/dev/null && wait "$lab"; rm -rf ${temporary:+"$temporary"}' EXIT
  until grep -q 'steady state' progress 2>/dev/null; do
    kill -0 "$lab" 2>/dev/null || { cat run.txt progress >&2; exit 1; }
    sleep 0.2
  done
  # The first second is shown when it is over.
  STEADY_SINCE=$(awk -v now="$EPOCHREALTIME" 'BEGIN {printf "%.3f", now - 1}')
  bank=$(pgrep -P "$lab" -f org.eejs.bank.BankMain)
}

# recorder_started PID: starts a flight recorder for the first time; a JVM before JDK 25 then compiles all its code again.
recorder_started() {
  "${JAVA%java}jcmd" "$1" JFR.start name=first duration=1s >/dev/null
}

# steady_second: prints the seconds since the start of that run's steady state.
steady_second() {
  since "$STEADY_SINCE"
}

# await_bank: waits until that run has ended, and exits if it failed.
await_bank() {
  local code=0
  wait "$lab" || code=$?
  [ "$code" = 0 ] || [ "$code" = 3 ] || { cat progress >&2; exit 1; }
}

# seconds_of FILE: prints a line for each second of the first run of a result.json: second, phase, pages, CPU of the bank,
# CPU of its compiler.
seconds_of() {
  awk '
    /"seconds" :/ { inside = 1 }
    inside && /"second" :|"phase" :|"pages" :|"bankCpu" :|"bankJitCpu" :/ {
      key = $0
      gsub(/^[^"]*"|" :.*$/, "", key)
      text = $0
      gsub(/^[^:]*: *"?|"?,? *$/, "", text)
      value[key] = text
    }
    inside && /\}/ { print value["second"], value["phase"], value["pages"], value["bankCpu"], value["bankJitCpu"] }
    inside && /\]/ { exit }
  ' "$1"
}

# judged WHAT TEST...: prints whether a test passes.
judged() {
  local what=$1
  shift
  if "$@"; then
    echo "reached  $what"
  else
    echo "MISSED   $what"
    FAILED=3
  fi
}

# at_most FOUND LIMIT: succeeds if a figure is a number and keeps its limit.
at_most() {
  awk -v found="$1" -v limit="$2" 'BEGIN {exit !(found ~ /^[-+.0-9]/ && found + 0 <= limit + 0)}'
}

# at_least FOUND LIMIT: succeeds if a figure is a number and reaches its limit.
at_least() {
  awk -v found="$1" -v limit="$2" 'BEGIN {exit !(found ~ /^[-+.0-9]/ && found + 0 >= limit + 0)}'
}

# verdict WHAT LIMIT FOUND [least]: prints whether a figure is at most the limit, or with the last word, at least.
verdict() {
  judged "$1: $(printf %.3g "$3") (at ${4:-most} $2)" "at_${4:-most}" "$3" "$2"
}

# figure RESULT ID: prints a figure of the first run of a result, such as cpuSeconds.bank.user; also its column valid.
figure() {
  "$root/eejs" results --figures "$1" | awk -F '\t' -v id="$2" '
    id == "valid" && NR == 1 {print $3}
    $4 == id && !seen++ {print $5}'
}
