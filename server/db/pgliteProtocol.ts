export interface PgliteOptions {
  dataDir: string;
  loadDataDir?: string;
}

export interface PgliteWorkerData extends PgliteOptions {
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
