import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import { sweepLocks } from "../../server/modules/locks/service/endLock.ts";
import { hearAnnounced } from "../support/announced.ts";
import { suiteApi, type TestApi, testApi } from "../support/api.ts";
import { describeEachEngine, describePostgres } from "../support/database.ts";
import { type DatabaseLine, databaseLine } from "../support/databaseLine.ts";
import { aDictionary, DICTIONARIES, lockFor } from "../support/dictionaryRequests.ts";
import { gate } from "../support/gate.ts";
import { LEASE_SECONDS, lockScene, NOON, withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";

const unlocked = (dictionaryId: number) => `unlocked lock/dictionaries/${dictionaryId}`;

describeEachEngine("the sweep of locks", "locks", (engine) => {
  const scene = perSuite(() => lockScene(engine));

  beforeEach(async () => {
    await scene.time.set(NOON);
    await scene.api.db.deleteFrom("dictionary_locks").execute();
    await scene.announced();
  });

  const heldBy = async (leaseSeconds: number) => {
    const { dictionaryId } = await scene.dictionary();
    const { userId } = scene.people.hanako;
    const { organizationId } = scene;
    const token = await lockFor(scene.api, { organizationId, dictionaryId, userId, leaseSeconds });
    return { dictionaryId, token };
  };
  const left = async () => {
    const rows = await scene.api.db
      .selectFrom("dictionary_locks")
      .select("dictionary_id")
      .orderBy("dictionary_id")
      .execute();
    return rows.map(({ dictionary_id }) => dictionary_id);
  };

  it("ends the expired leases and no other, and announces each once", async () => {
    const [first, second, third] = [await heldBy(10), await heldBy(20), await heldBy(21)];
    await scene.time.advance(20);
    await sweepLocks(scene.api);
    expect(await left()).toEqual([third.dictionaryId]);
    expect((await scene.announced()).toSorted()).toEqual(
      [first, second].map(({ dictionaryId }) => unlocked(dictionaryId)).toSorted(),
    );
    await sweepLocks(scene.api);
    expect(await scene.announced()).toEqual([]);
  });

  it("ends more of them than it handles at once", async () => {
    const held = [];
    for (let n = 0; n < 130; n += 1) held.push(await heldBy(10 + n));
    await scene.time.advance(200);
    await sweepLocks(scene.api);
    expect(await left()).toEqual([]);
    expect((await scene.announced()).toSorted()).toEqual(
      held.map(({ dictionaryId }) => unlocked(dictionaryId)).toSorted(),
    );
  });

  it("leaves alone what was extended or taken again", async () => {
    const { dictionaryId, token } = await heldBy(LEASE_SECONDS);
    const lock = `${DICTIONARIES}/${dictionaryId}/lock`;
    await scene.time.advance(LEASE_SECONDS - 1);
    await scene.hanako.put(lock, {}, withToken(token));
    await scene.time.advance(LEASE_SECONDS - 1);
    await sweepLocks(scene.api);
    expect(await left()).toEqual([dictionaryId]);
    await scene.time.advance(1);
    await scene.jiro.post(lock, {});
    await sweepLocks(scene.api);
    expect(await left()).toEqual([dictionaryId]);
  });
});

const SOON = { timeout: 10_000, interval: 50 };

/** A dictionary whose lock has just expired. */
async function expired(api: TestApi): Promise<number> {
  const organizationId = await api.anOrganization();
  const { userId } = await api.aUser({ organizationId, isDictionaryAdmin: true });
  const dictionaryId = await aDictionary(api, { organizationId });
  await lockFor(api, { organizationId, dictionaryId, userId, leaseSeconds: 0 });
  return dictionaryId;
}

describeEachEngine("a server that listens", "locks", (engine) => {
  it("announces by itself that a lease has expired", async () => {
    const api = await testApi(engine);
    const announced = await hearAnnounced(api.database);
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    const first = await expired(api);
    await vi.waitFor(async () => expect(await announced()).toEqual([unlocked(first)]), SOON);
    const second = await expired(api);
    await vi.waitFor(async () => expect(await announced()).toEqual([unlocked(second)]), SOON);
    await api.close();
  });
});

describePostgres("a server that listens while the database is away", () => {
  it("logs it once, and continues when it is back", async () => {
    let line: DatabaseLine | undefined;
    const api = await testApi("postgres", {
      database: async (direct) => {
        line = await databaseLine(direct);
        return line.database;
      },
    });
    const complaints = () => api.log.filter((text) => text.includes("could not sweep locks"));
    const announced = await hearAnnounced(api.database);
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    await line?.cut();
    await vi.waitFor(() => expect(complaints()).toHaveLength(1), SOON);
    const missed = await expired(api);
    await line?.restore();
    await vi.waitFor(async () => expect(await announced()).toEqual([unlocked(missed)]), SOON);
    expect(complaints()).toHaveLength(1);
    await line?.close();
    await api.close();
  });
});

describePostgres("sweeps of several copies at once on postgres", () => {
  const api = suiteApi("postgres");

  it("announce each lock once", async () => {
    const announced = await hearAnnounced(api.database);
    const organizationId = await api.anOrganization();
    const { userId } = await api.aUser({ organizationId, isDictionaryAdmin: true });
    const ids: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      const dictionaryId = await aDictionary(api, { organizationId });
      await lockFor(api, { organizationId, dictionaryId, userId, leaseSeconds: 0 });
      ids.push(dictionaryId);
    }
    await Promise.all(Array.from({ length: 8 }, () => sweepLocks(api)));
    expect((await announced()).toSorted()).toEqual(ids.map(unlocked).toSorted());
  });

  it("skip a lock that is being extended, and wait for nobody", async () => {
    const organizationId = await api.anOrganization();
    const { userId } = await api.aUser({ organizationId, isDictionaryAdmin: true });
    const dictionaryId = await aDictionary(api, { organizationId });
    await lockFor(api, { organizationId, dictionaryId, userId, leaseSeconds: 0 });
    const { passed, open } = gate();
    const inHand = gate();
    const extension = api.db.transaction().execute(async (trx) => {
      await sql`update dictionary_locks set lease_expires_at = clock_timestamp() + interval '1 hour'
        where dictionary_id = ${dictionaryId}`.execute(trx);
      inHand.open();
      await passed;
    });
    await inHand.passed;
    await sweepLocks(api);
    open();
    await extension;
    await sweepLocks(api);
    const rows = await api.db
      .selectFrom("dictionary_locks")
      .select("dictionary_id")
      .where("dictionary_id", "=", dictionaryId)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
