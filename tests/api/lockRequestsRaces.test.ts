import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ownEditRequest, watchedLock } from "../../domain/dictionaries/schemas.ts";
import { sweepLocks } from "../../server/modules/locks/service/endLock.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { describePostgres } from "../support/database.ts";
import { aDictionary, DICTIONARIES, lockFor, requestFor } from "../support/dictionaryRequests.ts";
import { withToken } from "../support/lockScene.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS } from "../support/userRequests.ts";

const ROUNDS = Number(process.env.LOCK_RUNS ?? 15);

describePostgres("requests for a lock at the same time on postgres", () => {
  const api = suiteApi("postgres");
  const own = perSuite(() => api.organization());
  let people: { user: TestUser; client: ApiClient }[];
  let admin: ApiClient;
  let dictionaryId: number;
  let url: string;
  let lock: string;

  beforeAll(async () => {
    people = [];
    for (let n = 0; n < 8; n += 1) {
      const user = await api.aUser({ ...own, isDictionaryAdmin: true });
      people.push({ user, client: api.as(user) });
    }
    admin = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
  });

  const renew = async () => {
    dictionaryId = await aDictionary(api, own);
    url = `${DICTIONARIES}/${dictionaryId}`;
    lock = `${url}/lock`;
  };
  beforeEach(renew);

  const person = (n: number) => {
    const found = people[n];
    if (!found) throw new Error("nobody");
    return found;
  };
  const held = async (n: number, leaseSeconds = 300) =>
    withToken(
      await lockFor(api, {
        ...own,
        dictionaryId,
        userId: person(n).user.userId,
        leaseSeconds,
      }),
    );
  const asked = async (n: number) =>
    withToken(await requestFor(api, { ...own, dictionaryId, userId: person(n).user.userId }));
  const state = async () => watchedLock.parse((await admin.get(lock)).body);
  const requestId = async () => (await state()).request?.requestId;
  const write = (n: number, token: Record<string, string>) =>
    person(n).client.patch(url, { description: `${Math.random()}` }, token);
  /** A busy machine may need longer than a write waits for a row, and then says 503. */
  const insist = async (ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    return answer.status === 503 ? insist(ask) : answer;
  };

  /** Lets another call begin before, by the time that some answers take. */
  const later = async (round: number, send: () => Promise<Answer>) => {
    for (let answers = 0; answers < round % 4; answers += 1) await admin.get(lock);
    return send();
  };

  it("of many who ask, one waits, and the others are told who", async () => {
    await held(0);
    const answers = await Promise.all(
      people
        .slice(1)
        .flatMap(({ client }) =>
          [1, 2].map(() => insist(() => client.post(`${lock}/request`, {}))),
        ),
    );
    const { request } = await state();
    const waiting = people.findIndex(({ user }) => user.userId === request?.requestedBy);
    for (const [n, { status }] of answers.entries()) {
      expect(status).toBe(Math.floor(n / 2) + 1 === waiting ? 200 : 409);
    }
  });

  it("of many who ask for a free lock, one gets it", async () => {
    const answers = await Promise.all(
      people.map(({ client }) => insist(() => client.post(`${lock}/request`, {}))),
    );
    const granted = answers.filter(
      ({ status, body }) => status === 200 && ownEditRequest.parse(body).state === "GRANTED",
    );
    expect(granted).toHaveLength(1);
  });

  it("hands over once, whoever notices it", async () => {
    await held(0, 0);
    const token = await asked(1);
    const before = (await eventsOf(api.db, "handOverLock")).length;
    await Promise.all([
      insist(() => person(2).client.post(lock, {})),
      ...Array.from({ length: 6 }, () => sweepLocks(api)),
      ...Array.from({ length: 4 }, () =>
        insist(() => person(1).client.put(`${lock}/request`, {}, token)),
      ),
    ]);
    await sweepLocks(api);
    expect((await state()).lockedBy).toBe(person(1).user.userId);
    expect((await write(1, token)).status).toBe(200);
    expect(await eventsOf(api.db, "handOverLock")).toHaveLength(before + 1);
  });

  it("a sweep neither waits for a write of the holder nor takes the lock from it", async () => {
    const mine = await held(0, 300);
    await asked(1);
    await api.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom("dictionaries")
        .select("dictionary_id")
        .where("organization_id", "=", own.organizationId)
        .where("dictionary_id", "=", dictionaryId)
        .forNoKeyUpdate()
        .execute();
      await trx
        .updateTable("dictionary_lock_requests")
        .set({ hand_over_at: new Date(0) })
        .where("organization_id", "=", own.organizationId)
        .where("dictionary_id", "=", dictionaryId)
        .execute();
      await sweepLocks(api);
    });
    expect((await write(0, mine)).status).toBe(200);
    await sweepLocks(api);
    expect((await write(0, mine)).status).toBe(423);
  });

  it("nobody is left with a lock who withdraws while it is handed over", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await renew();
      const mine = await held(0);
      const token = await asked(1);
      const id = await requestId();
      const [given, withdrawn] = await Promise.all([
        later(round, () =>
          person(0).client.post(`${lock}/handover`, { requestId: id, when: "NOW" }, mine),
        ),
        person(1).client.delete(lock, token),
      ]);
      expect([204, 409]).toContain(given.status);
      expect(withdrawn.status).toBe(204);
      const { lockedBy, request } = await state();
      expect(lockedBy).toBe(given.status === 204 ? null : person(0).user.userId);
      expect(request).toBeNull();
    }
  });

  it("an answer, a break, a release and the end of the lease at once leave one holder", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await renew();
      const mine = await held(0, round % 3 === 0 ? 0.02 : 300);
      const token = await asked(1);
      const id = await requestId();
      const { client } = person(0);
      const answers = await Promise.all([
        client.post(
          `${lock}/${round % 2 ? "refusal" : "handover"}`,
          {
            requestId: id,
            ...(round % 2 ? {} : { when: "NOW" }),
          },
          mine,
        ),
        round % 4 < 2 ? admin.delete(`${lock}?force=true&reason=x`) : client.delete(lock, mine),
        person(1).client.put(`${lock}/request`, {}, token),
        sweepLocks(api).then(() => undefined),
        client.put(lock, {}, mine),
      ]);
      for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500);
      await vi.waitFor(async () => {
        await sweepLocks(api);
        expect((await state()).request).toBeNull();
      });
      const writes = await Promise.all([write(0, mine), write(1, token)]);
      const written = writes.filter(({ status }) => status === 200);
      expect(written.length).toBeLessThanOrEqual(1);
      // Refused or not, the former holder has lost it: by the break or the release.
      expect(writes[0]?.status).toBe(423);
    }
  });

  it("nobody gets a lock without the right, whichever is first", async () => {
    const withdraw = (isDictionaryAdmin: boolean) =>
      insist(() => admin.patch(`${MEMBERS}/${person(1).user.userId}`, { isDictionaryAdmin }));
    for (let round = 0; round < ROUNDS; round += 1) {
      await renew();
      const mine = await held(0);
      await asked(1);
      const id = await requestId();
      const [given, withdrawn, ask] = await Promise.all([
        later(round, () =>
          person(0).client.post(`${lock}/handover`, { requestId: id, when: "NOW" }, mine),
        ),
        withdraw(false),
        person(1).client.post(`${lock}/request`, {}),
      ]);
      expect([204, 409]).toContain(given.status);
      expect(withdrawn.status).toBe(200);
      expect([200, 403, 423]).toContain(ask.status);
      const { lockedBy, request } = await state();
      expect(lockedBy).not.toBe(person(1).user.userId);
      expect(request).toBeNull();
      await withdraw(true);
    }
  });
});
