import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { urlOf } from "./postgresTemplate.ts";

/** The wire between the app and its PostgreSQL, for a test to cut. */
export interface DatabaseLine {
  database: Database;
  /** As when the server is down: nobody accepts, what was open is closed. */
  cut(): Promise<void>;
  /** As when the network swallows everything: open connections say nothing any more. */
  silence(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** A second way to a test's database, through a wire of its own. */
export async function databaseLine(direct: Database): Promise<DatabaseLine> {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    direct.db,
  );
  const target = new URL(urlOf(server, rows[0]?.name ?? ""));
  const open = new Set<Socket>();
  let silent = false;

  const wire = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (data) => {
        if (!silent) to.write(data);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      wire.listen(port, "127.0.0.1", () => {
        const address = wire.address();
        resolve(isAddress(address) ? address.port : 0);
      });
    });
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      wire.close(() => resolve());
      hangUp();
    });

  const port = await listen(0);
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const database = await openDatabase({ kind: "postgres", url: url.href });
  return {
    database,
    cut: stop,
    silence: () => {
      silent = true;
    },
    restore: async () => {
      silent = false;
      hangUp();
      if (!wire.listening) await listen(port);
    },
    close: async () => {
      if (wire.listening) await stop();
      await database.close();
    },
  };
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
