import { existsSync } from "node:fs";

/** Where Debian's package `prometheus` installs its programs. */
export const PROMETHEUS = {
  program: "/usr/bin/prometheus",
  promtool: "/usr/bin/promtool",
} as const;

export const hasPrometheus = Object.values(PROMETHEUS).every((path) => existsSync(path));
