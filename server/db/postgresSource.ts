import { Socket } from "node:net";
import type { QueryResult } from "kysely";
import pg from "pg";
import { isReadOnly, isReadTimeout } from "./errors.ts";
import { runNamed } from "./namedStatement.ts";
import {
  type ChannelListener,
  type ListeningSource,
  listenTo,
  type StopListening,
} from "./notifications.ts";
import {
  dateOid,
  int8ArrayOid,
  int8Oid,
  parseDate,
  parseInt8,
  parseInt8Array,
} from "./pgliteProtocol.ts";
import type { DatabaseLog, Session, SessionQuery } from "./session.ts";

interface Target {
  url: string;
  /** Where to listen, if `url` leads through a pooler that lends connections by the transaction. */
  directUrl?: string;
  poolSize: number;
  patient?: boolean;
}

export const CONNECT_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 15_000;
/** A statement that waits for a row keeps a connection from others, and so does a forgotten transaction. */
const LOCK_TIMEOUT_MS = 3_000;
const timeouts = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  /** For a silent connection, which the server's statement timeout cannot cover. */
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: LOCK_TIMEOUT_MS,
};

/** A pool of PostgreSQL sessions. It connects on first use, so PostgreSQL may start later. */
export function openPostgres(
  { url, directUrl, poolSize, patient = false }: Target,
  log: DatabaseLog,
): ListeningSource {
  const { stream, hangUp } = sockets();
  const pool = new pg.Pool({
    stream,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    ...(patient ? {} : timeouts),
    keepAlive: true,
    options: "-c TimeZone=UTC",
    application_name: "knowledge-insight",
    types: { getTypeParser },
  });
  const report = (err: Error) => log.warn({ err }, "lost a database connection");
  // Without listeners a restart of the database ends the process: the pool emits for idle
  // connections, the client for one lost between two queries of a transaction.
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  const listeners = new Set<StopListening>();
  // A pooler lends the next statement to another session, which does not know the name.
  const named = directUrl === undefined;
  return {
    acquire: async () => new PooledSession(await pool.connect(), named),
    state: () => ({
      connections: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    listen: async (channel, listener) => {
      const stop = await listenApart(directUrl ?? url, channel, listener, report);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    close: async () => {
      await Promise.all([pool.end(), ...[...listeners].map((stop) => stop())]);
      hangUp();
    },
  };
}

class PooledSession implements Session {
  readonly #client: pg.PoolClient;
  readonly #named: boolean;
  #unusable = false;

  constructor(client: pg.PoolClient, named: boolean) {
    this.#client = client;
    this.#named = named;
  }

  async query<R>({ sql: text, parameters, statementName }: SessionQuery): Promise<QueryResult<R>> {
    try {
      if (this.#named && statementName !== undefined) {
        const statement = { name: statementName, text, values: parameters };
        return await runNamed<R>(this.#client, statement, getTypeParser);
      }
      const { rows, rowCount } = await this.#client.query<pg.QueryResultRow & R>({
        text,
        values: [...parameters],
      });
      return { rows: rows ?? [], numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // pg's own stack leads to the socket, this one to the statement.
      if (error instanceof Error) Error.captureStackTrace(error);
      // The pool would reuse it: every query would wait behind the lost one, or fail again at a
      // server that was the primary.
      if (isReadTimeout(error) || isReadOnly(error)) this.#unusable = true;
      throw error;
    }
  }

  release(broken: boolean): void {
    this.#client.release(broken || this.#unusable);
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") => {
  if (oid === int8Oid) return parseInt8;
  if (oid === int8ArrayOid) return parseInt8Array;
  if (oid === dateOid) return parseDate;
  return format === "binary"
    ? pg.types.getTypeParser(oid, "binary")
    : pg.types.getTypeParser(oid, "text");
};

/**
 * Sockets for pg, which forgets one without closing it where it lacks the password that the server asks for;
 * the server closes it a minute later, for which the process would wait.
 */
function sockets() {
  const open = new Set<Socket>();
  return {
    stream: () => {
      const socket = new Socket();
      open.add(socket.once("close", () => open.delete(socket)));
      return socket;
    },
    hangUp: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** A connection that was cut silently is noticed by a query without an answer. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/** Listens on a connection outside the pool, which it would otherwise occupy. */
async function listenApart(
  url: string,
  channel: string,
  listener: ChannelListener,
  report: (error: Error) => void,
): Promise<StopListening> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    application_name: "knowledge-insight listener",
  });
  let listening = false;
  let asking: NodeJS.Timeout | undefined;
  client.on("error", report);
  client.on("notification", ({ payload = "" }) => listener.onMessage(payload));
  client.on("end", () => {
    clearInterval(asking);
    if (listening) listener.onLost();
    listening = false;
  });
  const hangUp = () => client.end().catch(report);
  try {
    await client.connect();
    await client.query(listenTo(channel));
  } catch (error) {
    await hangUp();
    throw error;
  }
  listening = true;
  asking = setInterval(() => {
    client.query("select 1").catch(hangUp);
  }, ASK_EVERY_MS).unref();
  return async () => {
    listening = false;
    await hangUp();
  };
}
