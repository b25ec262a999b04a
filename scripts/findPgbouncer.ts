import { existsSync } from "node:fs";

/** Where Debian's package `pgbouncer` installs it. */
export const PGBOUNCER = "/usr/sbin/pgbouncer";

export const hasPgbouncer = existsSync(PGBOUNCER);
