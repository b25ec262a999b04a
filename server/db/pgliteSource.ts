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
  let holders = 0;
  const acquire = () => {
    let free = () => {};
    holders += 1;
    const session: Session = {
      query: async <R>({ sql, parameters }: SessionQuery) => {
        const { rows, affectedRows } = await thread.query<R>(sql, parameters);
        return { rows, numAffectedRows: BigInt(affectedRows) };
      },
      release: () => {
        holders -= 1;
        free();
      },
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
    // One session, which is lent to one after the other.
    state: () => ({
      connections: 1,
      idle: holders === 0 ? 1 : 0,
      waiting: Math.max(0, holders - 1),
    }),
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
    // Between two transactions, and written out, so that it opens without recovery.
    dump: async () => {
      const session = await acquire();
      try {
        await session.query({ sql: "checkpoint", parameters: [] });
        return await thread.dump();
      } finally {
        session.release(false);
      }
    },
    close: () => thread.close(),
  };
}
