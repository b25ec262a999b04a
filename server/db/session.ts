import type { QueryResult } from "kysely";

/** What the listeners of a channel are told. */
export interface Notification {
  channel: string;
  payload: string;
}

/** What a session runs; with a name it is prepared once and then known by it (prepared.ts). */
export interface SessionQuery {
  sql: string;
  parameters: readonly unknown[];
  statementName?: string;
  /** Within a transaction this is sent after its commit, in place of the statement. */
  heldUntilCommit?: Notification;
}

/** One session of the database, held by one query or one transaction at a time. */
export interface Session {
  query<R>(query: SessionQuery): Promise<QueryResult<R>>;
  /** Hands the session back; a broken one is not used again. */
  release(broken: boolean): void;
}

/** Where sessions come from: a pg pool, or the one session of PGlite. */
export interface SessionSource {
  acquire(): Promise<Session>;
  close(): Promise<void>;
}
