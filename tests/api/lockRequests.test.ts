import { beforeEach, describe, expect, it } from "vitest";
import { HAND_OVER_MINUTES, requestSeconds } from "../../domain/dictionaries/handOver.ts";
import { ownEditRequest, watchedLock } from "../../domain/dictionaries/schemas.ts";
import { sweepLocks } from "../../server/modules/locks/service/endLock.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { tokenOf } from "../support/dictionaryRequests.ts";
import { LEASE_SECONDS, lockScene, NOON, withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS } from "../support/userRequests.ts";

const REQUEST_SECONDS = requestSeconds(LEASE_SECONDS);
const statusAndCode = (answer: Answer) => [answer.status, codeOf(answer)];

describeDatabase("handing over a lock", (engine) => {
  const scene = perSuite(() => lockScene(engine));
  let dictionaryId: number;
  let url: string;
  let lock: string;
  /** Of 佐藤 花子, who holds the lock. */
  let held: Record<string, string>;

  beforeEach(async () => {
    await scene.time.set(NOON);
    ({ dictionaryId, url, lock } = await scene.dictionary());
    held = withToken(tokenOf(await scene.hanako.post(lock, {})));
    await scene.announced();
  });

  const ask = async (client: ApiClient, body: object = {}) => {
    const asked = ownEditRequest.parse((await client.post(`${lock}/request`, body)).body);
    return { ...asked, token: withToken(asked.lockToken) };
  };
  const look = (client: ApiClient, token: Record<string, string>) =>
    client.put(`${lock}/request`, {}, token);
  const beat = async () => watchedLock.parse((await scene.hanako.put(lock, {}, held)).body);
  const requestId = async () => (await beat()).request?.requestId;
  const answer = async (below: "handover" | "refusal", body: object) =>
    scene.hanako.post(`${lock}/${below}`, { requestId: await requestId(), ...body }, held);
  const write = (client: ApiClient, token: Record<string, string>) =>
    client.patch(url, { description: "書き換え" }, token);
  const holder = async () => watchedLock.parse((await scene.staff.get(lock)).body).lockedBy;
  const wait = async (seconds: number) => {
    await scene.time.advance(seconds);
    await sweepLocks(scene.api);
  };

  describe("a request", () => {
    it("reaches the holder's tab with its message, and others without it", async () => {
      const asked = await ask(scene.jiro, { message: "  月末の修正をしたいです " });
      expect(asked).toMatchObject({
        state: "WAITING",
        waitSeconds: REQUEST_SECONDS,
        request: { requestedByName: "田中 次郎", message: "月末の修正をしたいです" },
      });
      expect(await scene.announced()).toEqual([`locked lock/dictionaries/${dictionaryId}`]);
      expect((await beat()).request).toEqual({
        requestId: expect.any(Number),
        requestedBy: scene.people.jiro.userId,
        requestedByName: "田中 次郎",
        requestedAt: new Date(NOON).toISOString(),
        handOverAt: null,
        message: "月末の修正をしたいです",
      });
      const seen = watchedLock.parse((await scene.staff.get(lock)).body);
      expect(seen.request).toMatchObject({ requestedByName: "田中 次郎", message: null });
      expect(seen.lockedBy).toBe(scene.people.hanako.userId);
    });

    it("gives no right to write", async () => {
      const { token } = await ask(scene.jiro);
      expect(statusAndCode(await write(scene.jiro, token))).toEqual([423, "LOCK_LOST"]);
      expect((await write(scene.hanako, held)).status).toBe(200);
    });

    it("is logged once, also when its person asks again, and without its message", async () => {
      const [event, ...more] = await eventsDuring(scene.api.db, async () => {
        await ask(scene.jiro, { message: "急ぎます" });
        await ask(scene.jiro, { message: "とても急ぎます" });
      });
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        operation: "requestLock",
        actor_id: scene.people.jiro.userId,
        target_kind: "dictionary",
        target_id: String(dictionaryId),
        reason: null,
      });
      expect((await beat()).request?.message).toBe("とても急ぎます");
    });

    it("of a second person is refused, naming who waits", async () => {
      await ask(scene.jiro);
      const second = await scene.ichiro.post(`${lock}/request`, {});
      expect([second.status, second.body]).toMatchObject([
        409,
        {
          code: "LOCK_REQUESTED",
          message: "田中 次郎さんがすでに編集ロックをリクエストしています。",
        },
      ]);
    });

    it("from another tab of the same person replaces the first", async () => {
      const first = await ask(scene.jiro);
      const second = await ask(scene.jiro);
      expect((await look(scene.jiro, first.token)).body).toMatchObject({ state: "ENDED" });
      expect((await look(scene.jiro, second.token)).body).toMatchObject({ state: "WAITING" });
    });

    it("is not needed for a free lock, which is granted, nor for the own one", async () => {
      expect(statusAndCode(await scene.hanako.post(`${lock}/request`, {}))).toEqual([
        423,
        "LOCKED",
      ]);
      await scene.hanako.delete(lock, held);
      const { state, token } = await ask(scene.jiro);
      expect(state).toBe("GRANTED");
      expect((await write(scene.jiro, token)).status).toBe(200);
    });

    it.each([
      ["longer than 200 characters", { message: "あ".repeat(201) }],
      ["of several lines", { message: "一行\n二行" }],
      ["with a field that it does not have", { urgent: true }],
    ])("%s is refused", async (_, body) => {
      expect((await scene.jiro.post(`${lock}/request`, body)).status).toBe(422);
    });

    it("expires unless its page extends it, and the holder hears of that", async () => {
      const { token } = await ask(scene.jiro);
      await scene.time.advance(REQUEST_SECONDS - 1);
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "WAITING" });
      await wait(REQUEST_SECONDS - 1);
      await scene.announced();
      expect((await beat()).request).not.toBeNull();
      await wait(1);
      expect((await beat()).request).toBeNull();
      expect(await scene.announced()).toEqual([`locked lock/dictionaries/${dictionaryId}`]);
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "ENDED" });
      expect((await ask(scene.ichiro)).state).toBe("WAITING");
    });

    it("is withdrawn by the release of its token, also twice", async () => {
      const { token } = await ask(scene.jiro);
      await scene.announced();
      for (const _ of [1, 2]) expect((await scene.jiro.delete(lock, token)).status).toBe(204);
      expect(await scene.announced()).toEqual([`locked lock/dictionaries/${dictionaryId}`]);
      expect((await beat()).request).toBeNull();
      expect(await holder()).toBe(scene.people.hanako.userId);
    });

    it("is of no use to another person with its token", async () => {
      const { token } = await ask(scene.jiro);
      expect((await look(scene.ichiro, token)).body).toMatchObject({ state: "ENDED" });
      await scene.ichiro.delete(lock, token);
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "WAITING" });
    });

    it("needs its token to be extended", async () => {
      const { status, body } = await scene.jiro.put(`${lock}/request`, {});
      expect([status, body]).toMatchObject([428, { code: "PRECONDITION_REQUIRED" }]);
    });

    it("ends with the right to write", async () => {
      const { token } = await ask(scene.jiro);
      const right = (isDictionaryAdmin: boolean) =>
        scene.ichiro.patch(`${MEMBERS}/${scene.people.jiro.userId}`, { isDictionaryAdmin });
      expect((await right(false)).status).toBe(200);
      try {
        expect((await beat()).request).toBeNull();
        await scene.hanako.delete(lock, held);
        expect(await holder()).toBeNull();
      } finally {
        await right(true);
      }
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "ENDED" });
    });
  });

  describe("the answer 保存して渡す", () => {
    it("gives the lock to the token of the request, and tells the former holder", async () => {
      const { token } = await ask(scene.jiro);
      const [event, ...more] = await eventsDuring(scene.api.db, async () => {
        expect((await answer("handover", { when: "NOW" })).status).toBe(204);
      });
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        operation: "handOverLock",
        actor_id: scene.people.hanako.userId,
        target_id: String(dictionaryId),
        changes: [{ field: "editor", before: "佐藤 花子", after: "田中 次郎" }],
      });
      expect((await look(scene.jiro, token)).body).toMatchObject({
        state: "GRANTED",
        lock: { lockedBy: scene.people.jiro.userId },
      });
      expect((await write(scene.jiro, token)).status).toBe(200);
      const lost = await write(scene.hanako, held);
      expect([lost.status, lost.body]).toMatchObject([
        423,
        {
          code: "LOCK_LOST",
          release: { cause: "HANDED_OVER", releasedByName: "田中 次郎", reason: "" },
        },
      ]);
      const whole = watchedLock.parse((await scene.jiro.put(lock, {}, token)).body);
      expect(whole.request).toBeNull();
    });

    it("is remembered for its Idempotency-Key, when the answer was lost", async () => {
      const { token } = await ask(scene.jiro);
      const body = { requestId: await requestId(), when: "NOW" };
      const keyed = { ...held, "idempotency-key": `hand-over-${dictionaryId}` };
      for (const _ of [1, 2]) {
        expect((await scene.hanako.post(`${lock}/handover`, body, keyed)).status).toBe(204);
      }
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "GRANTED" });
    });
  });

  describe("the answer 5分後に渡す", () => {
    it("leaves the holder the time that it names, and then gives the lock away", async () => {
      const { token } = await ask(scene.jiro);
      expect((await answer("handover", { when: "LATER" })).status).toBe(204);
      const handOverAt = new Date(Date.parse(NOON) + HAND_OVER_MINUTES * 60_000).toISOString();
      expect((await look(scene.jiro, token)).body).toMatchObject({
        state: "WAITING",
        request: { handOverAt },
      });
      const stayUntil = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed += 60) {
          await wait(Math.min(60, seconds - passed));
          await look(scene.jiro, token);
          await beat();
        }
      };
      await stayUntil(HAND_OVER_MINUTES * 60 - 1);
      expect((await write(scene.hanako, held)).status).toBe(200);
      const [event] = await eventsDuring(scene.api.db, () => wait(1));
      expect(event).toMatchObject({ operation: "handOverLock", actor_kind: "system" });
      expect((await write(scene.jiro, token)).status).toBe(200);
      expect(statusAndCode(await write(scene.hanako, held))).toEqual([423, "LOCK_LOST"]);
    });

    it("hands over before, when the holder ends editing", async () => {
      const { token } = await ask(scene.jiro);
      await answer("handover", { when: "LATER" });
      await scene.hanako.delete(lock, held);
      expect((await write(scene.jiro, token)).status).toBe(200);
    });

    it("given twice, keeps the first time", async () => {
      await ask(scene.jiro);
      await answer("handover", { when: "LATER" });
      const before = (await beat()).request?.handOverAt;
      await scene.time.advance(60);
      await answer("handover", { when: "LATER" });
      expect((await beat()).request?.handOverAt).toBe(before);
    });
  });

  describe("the answer 断る", () => {
    it("tells who asked by whom and why, is logged without it, and lets the holder go on", async () => {
      const { token } = await ask(scene.jiro);
      await requestId();
      const events = await eventsDuring(scene.api.db, async () => {
        expect((await answer("refusal", { reason: "あと少しです" })).status).toBe(204);
      });
      expect(events).toMatchObject([
        {
          operation: "refuseLockRequest",
          actor_id: scene.people.hanako.userId,
          reason: null,
        },
      ]);
      expect((await look(scene.jiro, token)).body).toMatchObject({
        state: "REFUSED",
        refusal: { refusedByName: "佐藤 花子", reason: "あと少しです" },
      });
      expect((await beat()).request).toBeNull();
      const refused = await write(scene.jiro, token);
      expect(refused.body).toMatchObject({ code: "LOCK_LOST" });
      expect(refused.body).not.toHaveProperty("release");
      expect((await ask(scene.jiro)).state).toBe("WAITING");
    });
  });

  describe("an answer", () => {
    it.each(["handover", "refusal"] as const)(
      "(%s) to a request that was withdrawn, or to another one, changes nothing",
      async (below) => {
        const body = below === "handover" ? { when: "NOW" } : {};
        const { token } = await ask(scene.jiro);
        const seen = await requestId();
        await scene.jiro.delete(lock, token);
        const send = () =>
          scene.hanako.post(`${lock}/${below}`, { requestId: seen, ...body }, held);
        expect(statusAndCode(await send())).toEqual([409, "LOCK_REQUEST_GONE"]);
        const next = await ask(scene.ichiro);
        expect(statusAndCode(await send())).toEqual([409, "LOCK_REQUEST_GONE"]);
        expect((await look(scene.ichiro, next.token)).body).toMatchObject({ state: "WAITING" });
        expect(await holder()).toBe(scene.people.hanako.userId);
      },
    );

    it.each(["handover", "refusal"] as const)(
      "(%s) is only of the tab that holds the lock",
      async (below) => {
        const body = { requestId: 1, ...(below === "handover" ? { when: "NOW" } : {}) };
        const { token } = await ask(scene.jiro);
        const path = `${lock}/${below}`;
        expect((await scene.hanako.post(path, body)).status).toBe(428);
        expect(statusAndCode(await scene.jiro.post(path, body, token))).toEqual([423, "LOCK_LOST"]);
        expect(statusAndCode(await scene.jiro.post(path, body, held))).toEqual([423, "LOCK_LOST"]);
        expect(await holder()).toBe(scene.people.hanako.userId);
      },
    );

    it("after the end of the lease comes too late, whoever has the lock by then", async () => {
      const { token } = await ask(scene.jiro);
      const seen = await requestId();
      for (let passed = 0; passed < LEASE_SECONDS; passed += 60) {
        await scene.time.advance(60);
        if (passed < LEASE_SECONDS - 60) await look(scene.jiro, token);
      }
      const late = await scene.hanako.post(`${lock}/refusal`, { requestId: seen }, held);
      expect(statusAndCode(late)).toEqual([423, "LOCK_LOST"]);
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "GRANTED" });
    });
  });

  describe("a lock for which another user waits", () => {
    /** The lease of the holder, who gives no sign, ends; the page of the request does. */
    const holderLeft = async (token: Record<string, string>, sweep: boolean) => {
      for (let passed = 0; passed < LEASE_SECONDS; passed += 60) {
        await scene.time.advance(60);
        if (passed < LEASE_SECONDS - 60) await look(scene.jiro, token);
      }
      if (sweep) await sweepLocks(scene.api);
    };

    it.each([true, false])(
      "goes to them when the lease ends, with the sweep (%s) or by their own page",
      async (sweep) => {
        const { token } = await ask(scene.jiro);
        await holderLeft(token, sweep);
        const events = await eventsDuring(scene.api.db, async () => {
          const { body } = await look(scene.jiro, token);
          expect(body).toMatchObject({ state: "GRANTED" });
        });
        expect(events).toHaveLength(sweep ? 0 : 1);
        expect((await write(scene.jiro, token)).status).toBe(200);
      },
    );

    it("is not taken by a third person in the moment between", async () => {
      const { token } = await ask(scene.jiro);
      await holderLeft(token, false);
      const taken = await scene.ichiro.post(lock, {});
      expect([taken.status, taken.body]).toMatchObject([
        423,
        { code: "LOCKED", lock: { lockedByName: "田中 次郎" } },
      ]);
      expect((await write(scene.jiro, token)).status).toBe(200);
    });

    it("is taken by who asked for it in another tab, whose request ends with that", async () => {
      const { token } = await ask(scene.jiro);
      await holderLeft(token, false);
      expect((await scene.jiro.post(lock, {})).status).toBe(200);
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "ENDED" });
    });

    it("is free for all when their page has gone too", async () => {
      await ask(scene.jiro);
      await wait(LEASE_SECONDS);
      expect(await holder()).toBeNull();
      expect((await scene.ichiro.post(lock, {})).status).toBe(200);
    });

    it("goes to them when the holder ends editing, in the holder's name", async () => {
      const { token } = await ask(scene.jiro);
      const events = await eventsDuring(scene.api.db, () => scene.hanako.delete(lock, held));
      expect(events).toMatchObject([
        {
          operation: "handOverLock",
          actor_id: scene.people.hanako.userId,
          changes: [{ field: "editor", before: "佐藤 花子", after: "田中 次郎" }],
        },
      ]);
      expect((await write(scene.jiro, token)).status).toBe(200);
    });

    it("goes to them when an organization admin breaks it", async () => {
      const { token } = await ask(scene.jiro);
      const broken = await scene.ichiro.delete(`${lock}?force=true&reason=x`);
      expect(broken.status).toBe(204);
      expect((await write(scene.jiro, token)).status).toBe(200);
      expect((await write(scene.hanako, held)).body).toMatchObject({
        release: { cause: "BROKEN", reason: "x" },
      });
    });

    it("goes to them within a second when the holder loses the right to write", async () => {
      const { token } = await ask(scene.jiro);
      const right = (isDictionaryAdmin: boolean) =>
        scene.ichiro.patch(`${MEMBERS}/${scene.people.hanako.userId}`, { isDictionaryAdmin });
      await right(false);
      try {
        await sweepLocks(scene.api);
        expect((await write(scene.jiro, token)).status).toBe(200);
      } finally {
        await right(true);
      }
    });

    it("stays with the holder who moves it to another tab, and the request too", async () => {
      const { token } = await ask(scene.jiro);
      held = withToken(tokenOf(await scene.hanako.post(lock, { takeOver: true })));
      expect((await beat()).request?.requestedByName).toBe("田中 次郎");
      expect((await answer("handover", { when: "NOW" })).status).toBe(204);
      expect((await look(scene.jiro, token)).body).toMatchObject({ state: "GRANTED" });
    });

    it("is deleted with its dictionary", async () => {
      const { token } = await ask(scene.jiro);
      expect((await scene.hanako.delete(url, { ...held, "if-match": "*" })).status).toBe(200);
      expect((await look(scene.jiro, token)).status).toBe(404);
      await sweepLocks(scene.api);
    });
  });
});
