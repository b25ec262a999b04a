import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server of its own, for a test that stops it. */
export interface OwnCluster {
  url: string;
  start(): void;
  /** Ends all its processes at once, as a crash does. */
  crash(): void;
  /** Makes a standby a primary. */
  promote(): void;
  /** What it has logged. */
  log(): string;
  remove(): void;
}

interface Place {
  programs: string;
  port: number;
  /** Settings such as `log_statement=all`. */
  settings?: readonly string[];
}

type Run = (program: string, ...parameters: string[]) => void;

export function ownCluster(place: Place): OwnCluster {
  return clusterWith(place, (run, data) =>
    run("initdb", "-N", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"),
  );
}

/** A copy of the primary that follows it. */
export function ownStandby(place: Place, primary: Pick<OwnCluster, "url">): OwnCluster {
  return clusterWith(place, (run, data) =>
    run("pg_basebackup", "-N", "-D", data, "-d", primary.url, "-R", "-X", "stream", "-c", "fast"),
  );
}

function clusterWith(
  { programs, port, settings = [] }: Place,
  create: (run: Run, data: string) => void,
): OwnCluster {
  const directory = mkdtempSync(join(tmpdir(), "cluster-"));
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync("chown", ["postgres", directory]);
  const run: Run = (program, ...parameters) => {
    const command = [join(programs, program), ...parameters];
    const [name = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
    execFileSync(name, rest, { stdio: "ignore", cwd: directory });
  };
  const data = join(directory, "data");
  const log = join(directory, "log");
  create(run, data);
  const control = (...parameters: string[]) => run("pg_ctl", "-D", data, "-w", ...parameters);
  const options = [
    `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1`,
    ...settings.map((setting) => `-c ${setting}`),
  ].join(" ");
  const start = () => control("-l", log, "-o", options, "start");
  const crash = () => control("-m", "immediate", "stop");
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    crash,
    promote: () => control("promote"),
    log: () => readFileSync(log, "utf8"),
    remove: () => {
      if (existsSync(join(data, "postmaster.pid"))) crash();
      rmSync(directory, { recursive: true });
    },
  };
}
