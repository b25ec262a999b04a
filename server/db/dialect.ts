import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { runningWork } from "../audit/acting.ts";
import { Notifications } from "./notifications.ts";
import type { DatabaseLog, Notification, Session, SessionQuery, SessionSource } from "./session.ts";

const LATELY_MS = 2_000;
/** Fewer statements prove nothing: the fastest of them may have had much to do. */
const FEW = 5;
/** A request needs several statements, one after the other: with 100 ms for each, people notice. */
const FAR_MS = 100;

/**
 * The way to the database and back: what a statement takes at least, however little it does. The
 * fastest statement of the last seconds tells it.
 */
export class RoundTrip {
  #fastest = Number.POSITIVE_INFINITY;
  #count = 0;
  #since = performance.now();
  #before = 0;

  /** In ms; 0 as long as it is not known. */
  get ms(): number {
    return this.#count >= FEW ? this.#fastest : this.#before;
  }

  /** Whether requests are slow for it, whatever the server and the database do. */
  get isFar(): boolean {
    return this.ms >= FAR_MS;
  }

  /** Notes a statement that was answered after so long. */
  took(ms: number, now = performance.now()): void {
    if (now - this.#since > LATELY_MS) {
      this.#before = this.ms;
      this.#fastest = Number.POSITIVE_INFINITY;
      this.#count = 0;
      this.#since = now;
    }
    this.#count += 1;
    this.#fastest = Math.min(this.#fastest, ms);
    const work = runningWork();
    if (work) work.onTheWayMs += Math.min(ms, this.ms);
  }
}

const SLOW_MS = 1_000;
const MOST_OF_STATEMENT = 2_000;

const silent: DatabaseLog = { warn: () => {} };

export function dialectOver(
  source: SessionSource,
  log: DatabaseLog = silent,
  roundTrip = new RoundTrip(),
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SessionDriver(source, new Notifications(source, log), log, roundTrip),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Runs a statement that is no part of a transaction. */
export type RunStatement = <R>(query: SessionQuery) => Promise<QueryResult<R>>;

/** The same as by the dialect, without the dozen promises that Kysely makes for each statement. */
export function statementsOver(
  source: SessionSource,
  log: DatabaseLog,
  roundTrip: RoundTrip,
): RunStatement {
  return async <R>(query: SessionQuery) => {
    const session = await source.acquire();
    try {
      return await new SessionConnection(session, log, roundTrip).timed<R>(query);
    } finally {
      session.release(false);
    }
  };
}

class SessionConnection implements DatabaseConnection {
  broken = false;
  held: Notification[] | undefined;
  constructor(
    readonly session: Session,
    readonly log: DatabaseLog,
    readonly roundTrip: RoundTrip,
  ) {}

  executeQuery<R>(query: SessionQuery): Promise<QueryResult<R>> {
    if (!this.held || !query.heldUntilCommit) return this.timed<R>(query);
    this.held.push(query.heldUntilCommit);
    return Promise.resolve({ rows: [] });
  }

  /** The log gets the template of a slow statement, without its values. */
  async timed<R>(query: SessionQuery): Promise<QueryResult<R>> {
    const began = performance.now();
    try {
      const result = await this.session.query<R>(query);
      const now = performance.now();
      this.roundTrip.took(now - began, now);
      this.#logSlow(query, now - began);
      return result;
    } catch (error) {
      this.#logSlow(query, performance.now() - began);
      throw error;
    }
  }

  #logSlow({ sql }: SessionQuery, ms: number): void {
    if (ms < SLOW_MS) return;
    const statement = sql.replace(/\s+/g, " ").trim().slice(0, MOST_OF_STATEMENT);
    this.log.warn({ statement, ms: Math.round(ms) }, "slow statement");
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("streaming is not supported");
  }
}

class SessionDriver implements Driver {
  readonly #source: SessionSource;
  readonly #notifications: Notifications;
  readonly #log: DatabaseLog;
  readonly #roundTrip: RoundTrip;

  constructor(
    source: SessionSource,
    notifications: Notifications,
    log: DatabaseLog,
    roundTrip: RoundTrip,
  ) {
    this.#source = source;
    this.#notifications = notifications;
    this.#log = log;
    this.#roundTrip = roundTrip;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SessionConnection> {
    return new SessionConnection(await this.#source.acquire(), this.#log, this.#roundTrip);
  }

  async beginTransaction(
    connection: SessionConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : "";
    const access = settings.accessMode ? ` ${settings.accessMode}` : "";
    await command(connection, `begin${isolation}${access}`);
    connection.held = [];
  }

  async commitTransaction(connection: SessionConnection): Promise<void> {
    const { held = [] } = connection;
    connection.held = undefined;
    await command(connection, "commit");
    this.#notifications.send(held);
  }

  async rollbackTransaction(connection: SessionConnection): Promise<void> {
    connection.held = undefined;
    // A session that cannot roll back is closed, which also rolls back. Keep the first error.
    await command(connection, "rollback").catch(() => {});
  }

  async releaseConnection(connection: SessionConnection): Promise<void> {
    connection.session.release(connection.broken);
  }

  async destroy(): Promise<void> {
    await this.#notifications.close();
  }
}

async function command(connection: SessionConnection, text: string): Promise<void> {
  try {
    await connection.timed({ sql: text, parameters: [] });
  } catch (error) {
    connection.broken = true;
    throw error;
  }
}
