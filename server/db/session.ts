import type { QueryResult } from "kysely";

export interface Notification {
  channel: string;
  payload: string;
}

export interface SessionQuery {
  sql: string;
  parameters: readonly unknown[];
  statementName?: string;
  /** In a transaction this is sent after the commit, instead of the statement. */
  heldUntilCommit?: Notification;
}

export interface Session {
  query<R>(query: SessionQuery): Promise<QueryResult<R>>;
  release(broken: boolean): void;
}

export interface SessionSource {
  acquire(): Promise<Session>;
  close(): Promise<void>;
}

export interface DatabaseLog {
  warn(details: object, message: string): void;
}
