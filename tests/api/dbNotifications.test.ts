import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../server/db/client.ts";
import { Notifications, notify } from "../../server/db/notifications.ts";
import type { Session } from "../../server/db/session.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const CHANNEL = "told";

describeEachEngine("what a transaction announces", "notifications", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  const heard: string[] = [];

  beforeAll(async () => {
    await database.listen(CHANNEL, {
      onMessage: (payload) => heard.push(payload),
      onLost: () => {},
    });
  });

  const tell = (db: Database["db"], payload: string) => notify(db, { channel: CHANNEL, payload });

  /** Everything sent before this is heard before it. */
  async function heardSoFar(): Promise<string[]> {
    await tell(database.db, "the end");
    await vi.waitFor(() => expect(heard).toContain("the end"));
    return heard.splice(0).filter((payload) => payload !== "the end");
  }

  test("is received in order once it has committed", async () => {
    await database.db.transaction().execute(async (trx) => {
      await tell(trx, "one");
      await tell(trx, "two");
      // On its own connection, where there is more than one.
      if (engine === "postgres") expect(await heardSoFar()).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(await heardSoFar()).toEqual(["one", "two"]);
  });

  test("is not received when it rolls back, or fails to commit", async () => {
    const { db } = database;
    const thrown = db.transaction().execute(async (trx) => {
      await tell(trx, "rolled back");
      throw new Error("no");
    });
    await expect(thrown).rejects.toThrow("no");
    await sql`create table late (n int unique deferrable initially deferred)`.execute(db);
    const refused = db.transaction().execute(async (trx) => {
      await sql`insert into late values (1), (1)`.execute(trx);
      await tell(trx, "refused at the commit");
    });
    await expect(refused).rejects.toThrow("late_n_key");
    await db.transaction().execute((trx) => tell(trx, "after them"));
    await vi.waitFor(() => expect(heard).not.toHaveLength(0));
    expect(await heardSoFar()).toEqual(["after them"]);
  });
});

describePostgres("what many transactions announce at once", () => {
  test("is received from each", async () => {
    const database = await testDatabase("postgres");
    const heard: string[] = [];
    await database.listen(CHANNEL, {
      onMessage: (payload) => heard.push(payload),
      onLost: () => {},
    });
    const all = Array.from({ length: 200 }, (_, n) => `change ${n}`);
    await Promise.all(
      all.map((payload) =>
        database.db.transaction().execute((trx) => notify(trx, { channel: CHANNEL, payload })),
      ),
    );
    await vi.waitFor(() => expect(heard).toHaveLength(all.length));
    expect(heard.toSorted()).toEqual(all.toSorted());
    await database.close();
  });
});

test("what could not be sent without a connection is sent with the next one", async () => {
  const sent: unknown[] = [];
  const warnings: string[] = [];
  const session: Session = {
    query: async ({ parameters }) => {
      sent.push(parameters[1]);
      return { rows: [] };
    },
    release: () => {},
  };
  const acquire = vi.fn(async () => session).mockRejectedValueOnce(new Error("away"));
  const log = { warn: (_: object, message: string) => warnings.push(message) };
  const notifications = new Notifications({ acquire, close: async () => {} }, log);
  notifications.send([{ channel: CHANNEL, payload: "one" }]);
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  notifications.send([{ channel: CHANNEL, payload: "two" }]);
  await notifications.close();
  expect(sent).toEqual([["one", "two"]]);
});
