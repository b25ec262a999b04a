import { z } from "zod";
import { CHANGES, publishUnlogged } from "../../server/events/publishChange.ts";
import type { TestDatabase } from "./database.ts";

const announced = z.object({
  organizationId: z.int().nullable(),
  event: z.object({ topic: z.string(), type: z.string() }),
});

/** The announcements since the last call, such as "locked lock/dictionaries/7". */
export type Announced = () => Promise<string[]>;

/** Listens to every change that is announced in a database. */
export async function hearAnnounced(database: TestDatabase): Promise<Announced> {
  const accesses = database.product ? [database, database.product] : [database];
  const heard: string[] = [];
  const marks = new Map<string, () => void>();
  await database.listen(CHANGES, {
    onMessage: (payload) => {
      const { event } = announced.parse(JSON.parse(payload));
      const mark = marks.get(event.topic);
      if (mark) mark();
      else heard.push(`${event.type} ${event.topic}`);
    },
    onLost: () => {},
  });
  let asked = 0;
  return async () => {
    asked += 1;
    // Announcements of an access arrive in the order of its commits.
    await Promise.all(
      accesses.map(({ db }, place) => {
        const id = `mark-${asked}-${place}`;
        const change = { organizationId: null, resource: "test", id };
        return new Promise<void>((resolve, reject) => {
          marks.set(`resource/test/${id}`, resolve);
          db.transaction()
            .execute((trx) => publishUnlogged(trx, change, "updated"))
            .catch(reject);
        });
      }),
    );
    return heard.splice(0);
  };
}
