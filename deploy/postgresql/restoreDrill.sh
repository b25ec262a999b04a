#!/bin/sh
# Goes back to a time in a PostgreSQL cluster of its own, and does what docs/operations/backup.md says before and
# after it: WAL archive, base backup and its check, recovery_target_time, restored.js, doctor.js. It runs in a release:
# it needs its dist and node_modules, and PostgreSQL's programs in PG_BIN (or the PATH). Accounts are at Firebase and
# no part of it: nobody is asked there. Leaves nothing behind.
# Usage: PG_BIN=/usr/lib/postgresql/15/bin deploy/postgresql/restoreDrill.sh [PORT]
set -eu
cd "$(dirname "$0")/../.."
port=${1:-5499}
bin=${PG_BIN:-$(dirname "$(command -v pg_ctl || command -v postgres)")}
root=$(mktemp -d)
url=postgres://postgres@127.0.0.1:$port/postgres
# A project that does not exist, without credentials, which the machine is not asked for either.
export DATABASE_URL="$url" DATA_DIR="$root/server" PORT=0 FIREBASE_PROJECT_ID=restore-drill FIREBASE_API_KEY=none
export METADATA_SERVER_DETECTION=none
unset DATABASE_DIRECT_URL READ_DATABASE_URL MIGRATE GOOGLE_APPLICATION_CREDENTIALS SMTP_URL METRICS_PORT

# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then (cd "$root" && runuser -u postgres -- "$@"); else "$@"; fi; }
stop() { as "$bin/pg_ctl" -D "$root/data" -m immediate -w stop >/dev/null 2>&1 || true; }
trap 'stop; rm -rf "$root"' EXIT
trap 'exit 1' INT TERM
query() { "$bin/psql" "$url" -XAtq -v ON_ERROR_STOP=1 -c "$1"; }
fail() { echo "$1" >&2; exit 1; }
start() {
  as "$bin/pg_ctl" -D "$root/data" -l "$root/log" -w -o "-p $port -k $root -c listen_addresses=127.0.0.1" \
    start >/dev/null || { tail -5 "$root/log" >&2; exit 1; }
}

if [ "$(id -u)" = 0 ]; then chown postgres "$root"; fi
chmod 755 "$root"
as mkdir "$root/archive"
as "$bin/initdb" -D "$root/data" -U postgres -A trust -E UTF8 --locale=C >/dev/null
cat >>"$root/data/postgresql.conf" <<EOF
archive_mode = on
archive_command = 'test ! -f $root/archive/%f.gz && gzip < %p > $root/archive/%f.part && mv $root/archive/%f.part $root/archive/%f.gz'
EOF
start
node dist/server/migrate.js >/dev/null
# The first start plans the jobs.
node dist/server/main.js >"$root/server.out" &
server=$!
waited=0
until grep -q "http://" "$root/server.out"; do
  sleep 0.5; waited=$((waited + 1))
  if [ "$waited" -gt 180 ]; then kill "$server"; fail "The server does not start."; fi
done
kill "$server"; wait "$server" || true
echo "migrated and started"

as "$bin/pg_basebackup" -D "$root/base" -d "$url" -c fast -X stream
as "$bin/pg_verifybackup" "$root/base"
query "create table drill (what text); insert into drill values ('before')"
sleep 1
at=$(query "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+00:00\"')")
sleep 1
query "insert into drill values ('after'); select pg_switch_wal()" >/dev/null
as "$bin/pg_ctl" -D "$root/data" -m fast -w stop >/dev/null
rm -rf "$root/data"
as mv "$root/base" "$root/data"
cat >>"$root/data/postgresql.auto.conf" <<EOF
restore_command = 'gunzip < $root/archive/%f.gz > %p'
recovery_target_time = '$at'
recovery_target_action = 'promote'
EOF
as touch "$root/data/recovery.signal"
start
until [ "$(query 'select pg_is_in_recovery()')" = f ]; do sleep 0.2; done
[ "$(query 'select string_agg(what, chr(44)) from drill')" = before ] || fail "It did not go back to $at."
query "drop table drill"
echo "put back to $at"

node dist/server/restored.js --at "$at" 2>"$root/said" || grep -q '^The accounts could not be compared' "$root/said" \
  || fail "$(cat "$root/said")"
[ "$(query 'select held from restores')" = t ] || fail "Rights are not held."
node dist/server/reconcile.js
node dist/server/verifyAudit.js
found=$(node dist/server/doctor.js 2>&1) || true
echo "$found"
[ "$(echo "$found" | sed 's/^accounts were not compared: .*/-/; s/^1 found; .*/-/')" = "-
-" ] || fail "Doctor finds more than that accounts were not compared."
echo "The drill has passed."
