#!/bin/sh
# Goes back to a time in a PostgreSQL cluster of its own, and does what docs/operations/backup.md says
# after it: WAL archive, base backup, recovery_target_time, restored.js, doctor.js. Needs PostgreSQL's
# programs in PG_BIN (or the PATH) and a built dist/server. Leaves nothing behind.
# Usage: PG_BIN=/usr/lib/postgresql/15/bin scripts/restoreDrill.sh [PORT]
set -eu
cd "$(dirname "$0")/.."
port=${1:-5499}
bin=${PG_BIN:-$(dirname "$(command -v pg_ctl || command -v postgres)")}
root=$(mktemp -d)
url=postgres://postgres@127.0.0.1:$port/postgres

# PostgreSQL refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then (cd "$root" && runuser -u postgres -- "$@"); else "$@"; fi; }
stop() { as "$bin/pg_ctl" -D "$root/data" -m immediate -w stop >/dev/null 2>&1 || true; }
trap 'stop; rm -rf "$root"' EXIT
trap 'exit 1' INT TERM
query() { "$bin/psql" "$url" -XAtq -v ON_ERROR_STOP=1 -c "$1"; }
program() { name=$1; shift; DATABASE_URL=$url DATA_DIR=$root/server node "dist/server/$name.js" "$@"; }
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
archive_command = 'test ! -f $root/archive/%f && cp %p $root/archive/%f'
EOF
start
program migrate >/dev/null
echo "migrated"
# The first start writes the queues of the jobs and the demo data.
PORT=0 DATABASE_URL=$url DATA_DIR=$root/server LOG_LEVEL=error node dist/server/main.js >"$root/server.out" &
server=$!
waited=0
until grep -q "http://" "$root/server.out" && [ "$(query 'select count(*) from identity_outbox')" = 0 ]; do
  sleep 0.5; waited=$((waited + 1))
  if [ "$waited" -gt 180 ]; then kill "$server"; echo "The server does not start." >&2; exit 1; fi
done
kill "$server"; wait "$server" || true

as "$bin/pg_basebackup" -D "$root/base" -d "$url" -c fast -X stream
query "create table drill (what text); insert into drill values ('before')"
sleep 1
at=$(query "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+00:00\"')")
sleep 1
query "insert into drill values ('after'); select pg_switch_wal()" >/dev/null
as "$bin/pg_ctl" -D "$root/data" -m fast -w stop >/dev/null
rm -rf "$root/data"
as mv "$root/base" "$root/data"
cat >>"$root/data/postgresql.auto.conf" <<EOF
restore_command = 'cp $root/archive/%f %p'
recovery_target_time = '$at'
recovery_target_action = 'promote'
EOF
as touch "$root/data/recovery.signal"
start
until [ "$(query 'select pg_is_in_recovery()')" = f ]; do sleep 0.2; done
[ "$(query 'select string_agg(what, chr(44)) from drill')" = before ] || { echo "It did not go back to $at." >&2; exit 1; }
query "drop table drill"
echo "put back to $at"

program restored --at "$at"
program restored --release adopt
program doctor
[ "$(query 'select held from restores')" = f ] || { echo "Repair is still held." >&2; exit 1; }
echo "The drill has passed."
