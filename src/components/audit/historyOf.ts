/** A record whose history is shown: its kind in the log, and its fields as they are now. */
export interface HistoryOf {
  kind: string;
  id: number | string;
  record: Readonly<Record<string, unknown>>;
}
