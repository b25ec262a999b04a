import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { extendLease, lockRowOfLock } from "../../server/modules/locks/queries/locks.ts";
import { extendLock, takeLock } from "../../server/modules/locks/service/takeLock.ts";
import {
  type DictionaryWrite,
  lockForWriting,
} from "../../server/modules/locks/service/writeGuard.ts";
import { lockTokenHash } from "../../server/plugins/preconditions.ts";
import { ProblemError } from "../../server/problem.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describePostgres } from "../support/database.ts";
import { aDictionary, DICTIONARIES, lockFor, tokenOf } from "../support/dictionaryRequests.ts";
import { gate } from "../support/gate.ts";
import { withToken } from "../support/lockScene.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS } from "../support/userRequests.ts";

const CONTENDERS = 100;
const PEOPLE = 10;

describePostgres("locks at the same time on postgres", () => {
  const api = suiteApi("postgres");
  const own = perSuite(() => api.organization());
  let people: { user: TestUser; client: ApiClient }[];
  let admin: ApiClient;
  let dictionaryId: number;
  let url: string;
  let lock: string;

  beforeAll(async () => {
    const users = await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) =>
        api.aUser({ ...own, userName: `編集 ${n}`, isDictionaryAdmin: true }),
      ),
    );
    people = users.map((user) => ({ user, client: api.as(user) }));
    admin = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    await Promise.all(
      [...people.map(({ client }) => client), admin].map((c) => c.get(DICTIONARIES)),
    );
  });
  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
    url = `${DICTIONARIES}/${dictionaryId}`;
    lock = `${url}/lock`;
  });

  const person = (n: number) => {
    const found = people[n % PEOPLE];
    if (!found) throw new Error("nobody");
    return found;
  };
  const held = (n: number, leaseSeconds: number) =>
    lockFor(api, { ...own, dictionaryId, userId: person(n).user.userId, leaseSeconds });
  const write = (n: number, token: string): DictionaryWrite => ({
    ...own,
    dictionaryId,
    userId: person(n).user.userId,
    lockToken: lockTokenHash(token),
    ifMatch: undefined,
  });
  const holder = async () => {
    const { body } = await admin.get(lock);
    return Reflect.get(Object(body), "lockedBy");
  };

  /** Resolves once this many sessions of the database wait for a row lock. */
  const waiting = (sessions: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
        expect(rows[0]?.waiting).toBe(sessions);
      },
      { timeout: 10_000, interval: 20 },
    );

  /** A busy machine may need longer than a write waits for a row, and then says 503. */
  const insist = async (ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    return answer.status === 503 ? insist(ask) : answer;
  };

  describe("of 100 contenders, ten people with ten tabs each,", () => {
    const contend = async () => {
      const answers = await Promise.all(
        Array.from({ length: CONTENDERS }, (_, n) => insist(() => person(n).client.post(lock, {}))),
      );
      const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
      expect(winners).toHaveLength(1);
      const [winner = 0] = winners;
      const { userId, userName } = person(winner).user;
      for (const [n, answer] of answers.entries()) {
        if (n === winner) continue;
        expect(answer.status).toBe(423);
        const isOwn = n % PEOPLE === winner % PEOPLE;
        const message = isOwn
          ? "別のタブで編集中です。"
          : expect.stringContaining(`${userName}さん`);
        expect(answer.body).toMatchObject({ code: "LOCKED", message, lock: { lockedBy: userId } });
      }
      expect(await holder()).toBe(userId);
    };

    it("one gets a lock that is free", () => contend());

    it("one gets a lock whose lease has just expired", async () => {
      await held(0, 0);
      await contend();
    });

    it("one gets a lock that is broken", async () => {
      await held(0, 300);
      expect((await admin.delete(`${lock}?force=true&reason=x`)).status).toBe(204);
      await contend();
    });
  });

  it("of tabs that all take over, the last one holds it, and the others lose it", async () => {
    await held(3, 300);
    const { client } = person(3);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post(lock, { takeOver: true })),
    );
    const tokens = answers.map(tokenOf);
    const beats = await Promise.all(tokens.map((token) => client.put(lock, {}, withToken(token))));
    expect(beats.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(beats.filter(({ status }) => status === 423)).toHaveLength(19);
  });

  describe("with a heartbeat that comes late", () => {
    it("gives the next holder the whole lease", async () => {
      const old = await held(0, 0.05);
      await vi.waitFor(async () => expect(await holder()).toBeNull(), { interval: 10 });
      const next = await person(1).client.post(lock, {});
      expect(next.status).toBe(200);
      const beats = await Promise.all(
        Array.from({ length: 10 }, () => person(0).client.put(lock, {}, withToken(old))),
      );
      for (const beat of beats) expect([beat.status, codeOf(beat)]).toEqual([423, "LOCK_LOST"]);
      const { lockToken: _, ...expected } = Object(next.body);
      expect((await admin.get(lock)).body).toEqual({ ...expected, request: null });
    });

    it("also when it started in time and waited for the row only", async () => {
      const old = await held(0, 300);
      const { passed, open } = gate();
      const inHand = gate();
      // As an acquisition by the next holder does, once the lease has expired.
      const taking = api.db.transaction().execute(async (trx) => {
        await sql`select 1 from dictionary_locks where dictionary_id = ${dictionaryId} for update`.execute(
          trx,
        );
        inHand.open();
        await passed;
        await sql`update dictionary_locks
          set locked_by = ${person(1).user.userId}, token_hash = ${lockTokenHash("next")}
          where dictionary_id = ${dictionaryId}`.execute(trx);
      });
      await inHand.passed;
      const before = await admin.get(lock);
      const beat = person(0).client.put(lock, {}, withToken(old));
      await waiting(1);
      open();
      await taking;
      expect(await codeOf(await beat)).toBe("LOCK_LOST");
      expect((await admin.get(lock)).body).toMatchObject({
        lockedBy: person(1).user.userId,
        lockExpiresAt: Reflect.get(Object(before.body), "lockExpiresAt"),
      });
    });

    it("and when its lease has ended by the time that it gets the row", async () => {
      const old = await held(0, 0.5);
      const { passed, open } = gate();
      const inHand = gate();
      const other = api.db.transaction().execute(async (trx) => {
        await lockRowOfLock(trx, { ...own, dictionaryId });
        inHand.open();
        await passed;
      });
      await inHand.passed;
      const beat = person(0).client.put(lock, {}, withToken(old));
      await waiting(1);
      await vi.waitFor(async () => expect(await holder()).toBeNull(), { interval: 10 });
      open();
      await other;
      expect(codeOf(await beat)).toBe("LOCK_LOST");
    });

    it("or has extended it before: then nobody takes it", async () => {
      const token = await held(0, 0.2);
      const { passed, open } = gate();
      const inHand = gate();
      const beat = api.db.transaction().execute(async (trx) => {
        const key = { ...own, dictionaryId };
        const holding = { userId: person(0).user.userId, token: lockTokenHash(token) };
        await lockRowOfLock(trx, key);
        const extended = await extendLease(trx, key, { ...holding, leaseSeconds: 300 });
        inHand.open();
        await passed;
        return extended;
      });
      await inHand.passed;
      // For all others it has expired, since the extension is not committed.
      await vi.waitFor(async () => expect(await holder()).toBeNull(), { interval: 10 });
      const taken = person(1).client.post(lock, {});
      await waiting(1);
      open();
      const lockedBy = (await beat)?.locked_by;
      const answer = await taken;
      expect([answer.status, answer.body]).toMatchObject([423, { lock: { lockedBy } }]);
      expect((await person(0).client.put(lock, {}, withToken(token))).status).toBe(200);
    });
  });

  describe("while the holder writes", () => {
    /** Seconds: long enough to begin a write in, on a busy machine. */
    const SHORT_LEASE = 2;
    /** A write that has passed the guard and waits until it is released. */
    const writing = async (n: number, token: string) => {
      const { passed, open } = gate();
      const inHand = gate();
      const done = api.db.transaction().execute(async (trx) => {
        await lockForWriting(trx, write(n, token));
        inHand.open();
        await passed;
        await sql`update dictionaries set description = 'late', version = version + 1
          where dictionary_id = ${dictionaryId}`.execute(trx);
      });
      // It throws if the lease has ended before.
      await Promise.race([inHand.passed, done]);
      return { done, open };
    };

    it("and the lease expires, the next holder waits for the end, and starts from what was written", async () => {
      const token = await held(0, SHORT_LEASE);
      const { done, open } = await writing(0, token);
      await vi.waitFor(async () => expect(await holder()).toBeNull(), {
        interval: 10,
        timeout: 20_000,
      });
      let answered: Answer | undefined;
      const taking = person(1)
        .client.post(lock, {})
        .then((answer) => {
          answered = answer;
        });
      await waiting(1);
      expect(answered).toBeUndefined();
      open();
      await Promise.all([done, taking]);
      expect(answered?.status).toBe(200);
      expect((await admin.get(url)).body).toMatchObject({ description: "late", version: 2 });
      const lost = await person(0).client.patch(url, { description: "later" }, withToken(token));
      expect([lost.status, codeOf(lost)]).toEqual([423, "LOCK_LOST"]);
    });

    it.each([
      ["breaks the lock", () => admin.delete(`${lock}?force=true&reason=x`), 204],
      [
        "writes without one",
        () => admin.patch(url, { description: "x" }, { "if-match": '"1"' }),
        412,
      ],
      ["deletes the dictionary", () => admin.delete(url, { "if-match": '"1"' }), 412],
    ])("and an admin %s, that is answered after the end", async (_, send, status) => {
      const token = await held(0, status === 204 ? 300 : SHORT_LEASE);
      const { done, open } = await writing(0, token);
      if (status !== 204) {
        await vi.waitFor(async () => expect(await holder()).toBeNull(), {
          interval: 10,
          timeout: 20_000,
        });
      }
      const order: string[] = [];
      const answer = send();
      await waiting(1);
      open();
      await Promise.all([
        done.then(() => order.push("written")),
        answer.then(() => order.push("answered")),
      ]);
      expect((await answer).status).toBe(status);
      expect((await admin.get(url)).body).toMatchObject({ description: "late", version: 2 });
      expect(order).toHaveLength(2);
    });

    it("its heartbeat waits for nobody", async () => {
      const token = await held(0, 300);
      const { done, open } = await writing(0, token);
      expect((await person(0).client.put(lock, {}, withToken(token))).status).toBe(200);
      open();
      await done;
    });

    it("and takes over in another tab at once, the first tab is refused or has written before", async () => {
      for (let round = 0; round < 10; round += 1) {
        const token = await held(0, 300);
        const { client } = person(0);
        const [written, taken] = await Promise.all([
          client.patch(url, { description: `第${round}` }, withToken(token)),
          client.post(lock, { takeOver: true }),
        ]);
        expect(taken.status).toBe(200);
        expect([200, 423]).toContain(written.status);
        const { body } = await admin.get(url);
        if (written.status === 200) expect(body).toMatchObject({ description: `第${round}` });
        else expect(body).not.toMatchObject({ description: `第${round}` });
      }
    });
  });

  it("of a break and a heartbeat at once, the break always wins", async () => {
    for (let round = 0; round < 20; round += 1) {
      const token = await held(round, 300);
      const { client } = person(round);
      const [broken, ...beats] = await Promise.all([
        admin.delete(`${lock}?force=true&reason=x`),
        client.put(lock, {}, withToken(token)),
        client.put(lock, {}, withToken(token)),
      ]);
      expect(broken.status).toBe(204);
      for (const beat of beats) {
        if (beat.status !== 200) expect(beat.body).toMatchObject({ release: { reason: "x" } });
      }
      expect(await holder()).toBeNull();
      const after = await client.put(lock, {}, withToken(token));
      expect([after.status, after.body]).toMatchObject([423, { release: { reason: "x" } }]);
    }
  });

  describe("of the right and the lock that go at once", () => {
    const withdraw = (n: number, isDictionaryAdmin: boolean) =>
      admin.patch(`${MEMBERS}/${person(n).user.userId}`, { isDictionaryAdmin });
    afterEach(async () => {
      for (let n = 0; n < PEOPLE; n += 1) await withdraw(n, true);
    });

    it("nobody holds the lock without the right, whichever is first", async () => {
      for (let round = 0; round < 30; round += 1) {
        const token = round % 2 === 0 ? await held(round, 300) : undefined;
        const { client } = person(round);
        const [withdrawn, ...locking] = await Promise.all([
          withdraw(round, false),
          client.post(lock, { takeOver: true }),
          ...(token ? [client.put(lock, {}, withToken(token))] : []),
          client.post(lock, { takeOver: true }),
        ]);
        expect(withdrawn.status).toBe(200);
        for (const { status } of locking) expect([200, 403, 423]).toContain(status);
        expect(await holder()).toBeNull();
        await withdraw(round, true);
      }
    });

    it("the lock is refused to who has passed the check of the credential before", async () => {
      const { passed, open } = gate();
      const inHand = gate();
      const { userId } = person(0).user;
      const demoting = api.db.transaction().execute(async (trx) => {
        await sql`update users set is_dictionary_admin = false where user_id = ${userId}`.execute(
          trx,
        );
        inHand.open();
        await passed;
      });
      await inHand.passed;
      const taking = person(0).client.post(lock, {});
      await waiting(1);
      open();
      await demoting;
      expect((await taking).status).toBe(403);
      expect(await holder()).toBeNull();
    });

    it("ends all locks of two people who are demoted while both take those of the other", async () => {
      const other = await aDictionary(api, own);
      const locks = [lock, `${DICTIONARIES}/${other}/lock`];
      for (let round = 0; round < 10; round += 1) {
        const answers = await Promise.all([
          ...locks.flatMap((path) => [
            person(1).client.post(path, { takeOver: true }),
            person(2).client.post(path, { takeOver: true }),
          ]),
          withdraw(1, false),
          withdraw(2, false),
        ]);
        for (const { status } of answers) expect([200, 403, 423]).toContain(status);
        for (const path of locks) {
          expect((await admin.get(path)).body).toMatchObject({ lockedBy: null });
        }
        await Promise.all([withdraw(1, true), withdraw(2, true)]);
      }
    });
  });

  it("of many with leases too short for their work, two never write at once", async () => {
    const deps = { config: { ...api.config, lockLeaseSeconds: 0.1 }, db: api.db };
    let writers = 0;
    let most = 0;
    let writes = 0;
    let lost = 0;
    const work = async (n: number) => {
      for (let round = 0; writes < 40; round += 1) {
        try {
          const target = { ...own, dictionaryId, userId: person(n).user.userId };
          const { lockToken: token } = await takeLock(deps, target, {});
          await sql`select pg_sleep(${(round % 3) * 0.06})`.execute(api.db);
          await extendLock(deps, { ...target, lockToken: lockTokenHash(token) });
          await api.db.transaction().execute(async (trx) => {
            await lockForWriting(trx, write(n, token));
            writers += 1;
            most = Math.max(most, writers);
            // Some take longer than the lease.
            await sql`select pg_sleep(${(round % 4) * 0.05})`.execute(trx);
            await sql`update dictionaries set version = version + 1
              where dictionary_id = ${dictionaryId}`.execute(trx);
            writers -= 1;
            writes += 1;
          });
        } catch (error) {
          if (!(error instanceof ProblemError) || error.statusCode !== 423) throw error;
          if (error.code === "LOCK_LOST") lost += 1;
          // Five who ask again at once leave the holder less of a busy machine than its lease.
          await sql`select pg_sleep(0.01)`.execute(api.db);
        }
      }
    };
    await Promise.all([0, 1, 2, 3, 4].map(work));
    expect(most).toBe(1);
    expect(lost).toBeGreaterThan(0);
    expect((await admin.get(url)).body).toMatchObject({ version: writes + 1 });
  });
});
