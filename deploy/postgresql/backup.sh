#!/bin/sh
# backup.sh DIRECTORY [TEXTFILES]: dumps the database of DATABASE_URL into DIRECTORY and reads the dump again.
# Then tells Prometheus by the node exporter, which reads TEXTFILES (docs/operations/backup.md).
set -eu
umask 077
dump="$1/ki-$(date +%F).dump"
pg_dump --format=custom --file="$dump.part" "$DATABASE_URL"
pg_restore --file=/dev/null "$dump.part"
mv "$dump.part" "$dump"
if [ -n "${2:-}" ]; then
  umask 022
  told="$2/knowledge-insight.prom"
  echo "knowledge_insight_backup_timestamp_seconds $(date +%s)" >"$told.part"
  mv "$told.part" "$told"
fi
