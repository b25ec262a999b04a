import { z } from "zod";
import { CHANGES, publishUnlogged } from "../../server/events/publishChange.ts";
import type { TestApi } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import { perSuite } from "./perSuite.ts";

const announced = z.object({
  organizationId: z.int().nullable(),
  event: z.object({ topic: z.string(), type: z.string() }),
});

type Change = z.infer<typeof announced>;

/** Such as "7 locked lock/dictionaries/7": with the organization before it. */
export const withOrganization = ({ organizationId, event }: Change) =>
  `${organizationId} ${event.type} ${event.topic}`;

/** The announcements since the last call, such as "locked lock/dictionaries/7". */
export type Announced = () => Promise<string[]>;

/** Listens to every change that is announced in a database, and says it in these words. */
export async function hearAnnounced(
  database: TestDatabase,
  words = ({ event }: Change) => `${event.type} ${event.topic}`,
): Promise<Announced> {
  const accesses = database.product ? [database, database.product] : [database];
  const heard: string[] = [];
  const marks = new Map<string, () => void>();
  await database.listen(CHANGES, {
    onMessage: (payload) => {
      const change = announced.parse(JSON.parse(payload));
      const mark = marks.get(change.event.topic);
      if (mark) mark();
      else heard.push(words(change));
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

/** The same for the tests of a describe. */
export function suiteAnnounced(
  api: Pick<TestApi, "database">,
  words?: (change: Change) => string,
): Announced {
  const heard = perSuite(async () => ({ since: await hearAnnounced(api.database, words) }));
  return () => heard.since();
}
