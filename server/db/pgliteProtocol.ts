/** The messages between the main thread and the PGlite thread. */

export interface PgliteOptions {
  dataDir: string;
  /** A dump of a data directory, loaded if `dataDir` is empty. */
  loadDataDir?: string;
}

export interface PgliteWorkerData extends PgliteOptions {
  /** Whether to create the directory. */
  isAbsent: boolean;
}

export interface PgliteHooks {
  /** Called once when the open database fails. */
  onError?: ((error: Error) => void) | undefined;
}

export type PgliteRequest =
  | { id: number; kind: "query"; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: "dump" }
  | { id: number; kind: "close" };

export interface PgliteNotice {
  channel: string;
  payload: string;
}

/** PGlite has aborted and does not answer any more. */
export interface PgliteAbort {
  aborted: true;
}

/** The answer to the request with the same id; id 0 means that the database is open. */
export interface PgliteAnswer<R = unknown> {
  id: number;
  rows?: R[];
  affectedRows?: number | undefined;
  dump?: Uint8Array;
  error?: Record<string, unknown>;
}
