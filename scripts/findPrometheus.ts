import { existsSync } from "node:fs";

/** Where Debian's packages install Prometheus and the exporters that deploy/ configures. */
export const PROMETHEUS = {
  program: "/usr/bin/prometheus",
  promtool: "/usr/bin/promtool",
} as const;
export const EXPORTERS = {
  blackbox: "/usr/bin/prometheus-blackbox-exporter",
  node: "/usr/bin/prometheus-node-exporter",
} as const;

const haveAll = (programs: Readonly<Record<string, string>>) =>
  Object.values(programs).every((path) => existsSync(path));

export const hasPrometheus = haveAll(PROMETHEUS);
export const hasExporters = haveAll(EXPORTERS);
