import type { Session, SessionQuery, SessionSource } from "./dialect.ts";
import type { PgliteOptions } from "./pgliteProtocol.ts";
import { PgliteThread } from "./pgliteThread.ts";

export interface PgliteSource extends SessionSource {
  /** The data directory as one uncompressed tar file. */
  dump(): Promise<Uint8Array>;
}

/** Opens PGlite in its thread. It has one session, which is handed to one holder after another. */
export async function openPglite(options: PgliteOptions): Promise<PgliteSource> {
  const thread = await PgliteThread.open(options);
  let lastHolder = Promise.resolve();
  return {
    acquire: () => {
      let free = () => {};
      const session: Session = {
        query: async <R>({ sql, parameters }: SessionQuery) => {
          const { rows, affectedRows } = await thread.query<R>(sql, parameters);
          return { rows, numAffectedRows: BigInt(affectedRows) };
        },
        release: () => free(),
      };
      const turn = lastHolder.then(() => session);
      lastHolder = lastHolder.then(
        () =>
          new Promise((resolve) => {
            free = resolve;
          }),
      );
      return turn;
    },
    dump: () => thread.dump(),
    close: () => thread.close(),
  };
}
