import type { QueryResult } from "kysely";

export interface Notification {
  channel: string;
  payload: string;
}

/** A statement of a session; with a name it is prepared once (prepared.ts). */
export interface SessionQuery {
  sql: string;
  parameters: readonly unknown[];
  statementName?: string;
  /** In a transaction this is sent after the commit, instead of the statement. */
  heldUntilCommit?: Notification;
}

/** A database session, held by one query or one transaction at a time. */
export interface Session {
  query<R>(query: SessionQuery): Promise<QueryResult<R>>;
  /** Returns the session; a broken one is closed. */
  release(broken: boolean): void;
}

/** A source of sessions: a pg pool, or the one session of PGlite. */
export interface SessionSource {
  acquire(): Promise<Session>;
  close(): Promise<void>;
}
