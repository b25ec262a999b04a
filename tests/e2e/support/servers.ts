import { join } from "node:path";

/**
 * How many workers run the tests, each with a server of its own; Playwright numbers them from 0. On
 * two cores that Vitest shares, a second server costs more than its worker saves.
 */
export const WORKERS = Number(process.env.E2E_WORKERS ?? 1);
const firstPort = Number(process.env.E2E_PORT ?? 4390);

interface Server {
  port: number;
  url: string;
  dataDir: string;
  /** What it prints: the mails among it. */
  printed: string;
  /** The session of a system admin, which the tests share. */
  systemAdmin: string;
}

/** Called where playwright.config.ts has chosen the directory. */
function serverOf(worker: number): Server {
  const port = firstPort + worker;
  const dataDir = join(process.env.E2E_DATA_DIR ?? "", `server-${worker}`);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    printed: join(dataDir, "printed.txt"),
    systemAdmin: join(dataDir, "systemAdmin.json"),
  };
}

export const allServers = () => Array.from({ length: WORKERS }, (_, worker) => serverOf(worker));

/** The server of this worker. */
export const ownServer = () => serverOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
