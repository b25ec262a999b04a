/** What the main thread and the PGlite thread say to each other. */

export interface PgliteOptions {
  /** A directory, or ":memory:". */
  dataDir: string;
  /** File with a dump of a data directory, taken where `dataDir` is still empty. */
  loadDataDir?: string;
}

export interface PgliteWorkerData extends PgliteOptions {
  /** The directory has yet to be made. */
  isAbsent: boolean;
}

export interface PgliteHooks {
  /** The database was open and cannot go on; told once. */
  onFault?: ((fault: Error) => void) | undefined;
}

export type PgliteRequest =
  | { id: number; kind: "query"; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: "dump" }
  | { id: number; kind: "close" };

/** What somebody said by NOTIFY. */
export interface PgliteNotice {
  channel: string;
  payload: string;
}

/** The database has broken off in the middle of a call and answers no more. */
export interface PgliteAbort {
  aborted: true;
}

/** The answer to a request of the same id; id 0 says that the database is open. */
export interface PgliteAnswer<R = unknown> {
  id: number;
  rows?: R[];
  affectedRows?: number | undefined;
  dump?: Uint8Array;
  error?: Record<string, unknown>;
}
