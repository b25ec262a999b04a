import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";

/** Where PostgreSQL's server programs are; undefined on a machine without them. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(DEBIAN, version, "bin"))
    .find((path) => existsSync(join(path, "initdb")));
}

/** A PostgreSQL server of its own, for a test that stops it. */
export interface OwnCluster {
  url: string;
  start(): void;
  /** Ends all its processes at once, as a crash does. */
  crash(): void;
  remove(): void;
}

export function ownCluster(programs: string, port: number): OwnCluster {
  const directory = mkdtempSync(join(tmpdir(), "cluster-"));
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["postgres", directory]);
  const run = (program: string, ...parameters: string[]) => {
    const command = [join(programs, program), ...parameters];
    const [name = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
    execFileSync(name, rest, { stdio: "ignore", cwd: directory });
  };
  const data = join(directory, "data");
  const log = join(directory, "log");
  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C");
  const control = (...parameters: string[]) => run("pg_ctl", "-D", data, "-w", ...parameters);
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1`;
  const start = () => control("-l", log, "-o", options, "start");
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    crash: () => control("-m", "immediate", "stop"),
    remove: () => {
      control("-m", "immediate", "stop");
      rmSync(directory, { recursive: true });
    },
  };
}
