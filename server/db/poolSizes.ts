/** Connections of a copy for all that is no download, unless DATABASE_POOL_SIZE says otherwise. */
export const POOL_SIZE = 12;
/** Connections open with the first snapshot and close when idle. */
export const MOST_SNAPSHOTS = 8;
