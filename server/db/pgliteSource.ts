import { type ListeningSource, listenTo } from "./listening.ts";
import type { PgliteHooks, PgliteOptions } from "./pgliteProtocol.ts";
import { PgliteThread } from "./pgliteThread.ts";
import type { Session, SessionQuery } from "./session.ts";

export interface PgliteSource extends ListeningSource {
  dump(): Promise<Uint8Array>;
}

export async function openPglite(
  options: PgliteOptions,
  hooks?: PgliteHooks,
): Promise<PgliteSource> {
  const thread = await PgliteThread.open(options, hooks);
  let lastHolder = Promise.resolve();
  const acquire = () => {
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
  };
  return {
    acquire,
    listen: async (channel, listener) => {
      // In its own session turn: the rollback of a running transaction would undo the LISTEN.
      const session = await acquire();
      try {
        thread.addListener(channel, listener);
        await session.query({ sql: listenTo(channel), parameters: [] });
      } catch (error) {
        thread.removeListener(listener);
        throw error;
      } finally {
        session.release(false);
      }
      return async () => thread.removeListener(listener);
    },
    dump: () => thread.dump(),
    close: () => thread.close(),
  };
}
