import { randomBytes } from "node:crypto";
import { onServer, urlOf } from "../support/postgresTemplate.ts";

export interface OwnPostgres {
  url: string;
  close(): Promise<void>;
}

/** An empty database for a server that migrates and fills it itself. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const name = `ki_test_run_${Date.now()}_${randomBytes(4).toString("hex")}`;
  await onServer(server, (run) => run(`create database ${name}`));
  return {
    url: urlOf(server, name),
    close: async () => {
      await onServer(server, (run) => run(`drop database if exists ${name} with (force)`));
    },
  };
}
