import { vi } from "vitest";
import { CHANGES, publishUnlogged } from "../../server/events/publishChange.ts";
import type { TestApi } from "./api.ts";

/** The announcements since the last call, in order, such as `1 updated resource/users/u`. */
export type HeardChanges = () => Promise<string[]>;

/** Listens to the announcements of the app, as another copy of the API does. */
export async function heardChanges({ database, db }: TestApi): Promise<HeardChanges> {
  let heard: string[] = [];
  await database.listen(CHANGES, { onMessage: (payload) => heard.push(payload), onLost: () => {} });
  let asked = 0;
  return async () => {
    asked += 1;
    // In a transaction, so that it follows everything that has been committed.
    const last = { organizationId: null, resource: "test", id: asked };
    await db.transaction().execute((trx) => publishUnlogged(trx, last, "updated"));
    const isLast = (payload: string) => payload.includes(`"resource/test/${asked}"`);
    await vi.waitUntil(() => heard.some(isLast));
    const changes = heard.filter((payload) => !isLast(payload)).map(inWords);
    heard = [];
    return changes;
  };
}

function inWords(payload: string): string {
  const { organizationId, event } = JSON.parse(payload);
  return `${organizationId} ${event.type} ${event.topic}`;
}
