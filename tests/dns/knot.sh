# shellcheck shell=bash
# A Knot DNS with one zone on loopback, for tests that source this.

# The zone example.test of the folder $1, at the port $2.
write_knot_conf() {
  cat >"$1/knot.conf" <<END
server:
  rundir: $1/run
  listen: 127.0.0.1@$2
  udp-workers: 1
  tcp-workers: 1
database:
  storage: $1/db
zone:
  - domain: example.test
    file: $1/example.test.zone
    zonefile-load: whole
    zonefile-sync: -1
    journal-content: none
END
}

# Ends a process of this shell. Who is ended by a signal has a status of its own: it does not count.
end_process() {
  kill "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

# Starts it in the folder $1, at a port of its choice; `knot_port` and `knot_process` are then its.
# Needs dig.
start_knot() {
  local tries waits
  mkdir -p "$1/run" "$1/db"
  # A port may be somebody else's.
  for ((tries = 0; tries < 5; ++tries)); do
    knot_port=$((20000 + RANDOM % 20000))
    write_knot_conf "$1" "$knot_port"
    knotd --config "$1/knot.conf" >"$1/knot.log" 2>&1 &
    knot_process=$!
    for ((waits = 0; waits < 100; ++waits)); do
      kill -0 "$knot_process" 2>/dev/null || break
      if [[ -n $(dig @127.0.0.1 -p "$knot_port" +time=1 +tries=1 +short SOA example.test) ]]; then
        return 0
      fi
      sleep 0.05
    done
    end_process "$knot_process"
  done
  cat "$1/knot.log"
  return 1
}
