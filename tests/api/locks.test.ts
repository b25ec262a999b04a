import { beforeEach, describe, expect, it } from "vitest";
import { newLockToken } from "../../server/plugins/preconditions.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { tokenOf } from "../support/dictionaryRequests.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { LEASE_SECONDS, lockScene, NOON, withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";

const noon = new Date(NOON).toISOString();
const leaseEnd = new Date(Date.parse(NOON) + LEASE_SECONDS * 1000).toISOString();
const FREE = { lockedAt: null, lockedBy: null, lockedByName: null, lockExpiresAt: null };
const change = { description: "変更" };
const current = { "if-match": '"1"' };

describeDatabase("the lock of a dictionary", (engine) => {
  const scene = perSuite(() => lockScene(engine));
  let dictionaryId: number;
  let url: string;
  let lock: string;

  beforeEach(async () => {
    await scene.time.set(NOON);
    ({ dictionaryId, url, lock } = await scene.dictionary());
    await scene.announced();
  });

  const taken = async () => tokenOf(await scene.hanako.post(lock, {}));
  const statusAndCode = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, status < 300 ? "" : codeOf({ body })];
  };

  it("is acquired for a lease of the database's time, changes no version and is announced", async () => {
    const answer = await scene.hanako.post(lock, {});
    expect(answer.status).toBe(200);
    const held = {
      dictionaryId,
      lockedAt: noon,
      lockedBy: scene.people.hanako.userId,
      lockedByName: "佐藤 花子",
      lockExpiresAt: leaseEnd,
    };
    expect(answer.body).toEqual({ ...held, lockToken: expect.stringMatching(/^[\w-]{43}$/) });
    for (const reader of [scene.hanako, scene.jiro, scene.staff]) {
      expect((await reader.get(lock)).body).toEqual({ ...held, request: null });
    }
    expect((await scene.staff.get(url)).body).toMatchObject({ ...held, version: 1 });
    expect(await scene.announced()).toEqual([`locked lock/dictionaries/${dictionaryId}`]);
  });

  it("is acquired without a body too, and the answer is not remembered", async () => {
    tokenOf(await scene.hanako.post(lock));
    const stored = await scene.api.db.selectFrom("idempotency_keys").selectAll().execute();
    expect(stored).toEqual([]);
  });

  it("gives a repeated key no second secret: this tab holds the lock already", async () => {
    const key = { "idempotency-key": "lock-once" };
    await scene.hanako.post(lock, {}, key);
    expect(await statusAndCode(scene.hanako.post(lock, {}, key))).toEqual([423, "LOCKED"]);
  });

  it("refuses others, and says who and since when in Tokyo's time", async () => {
    await scene.time.set("2026-04-15T14:32:59+09:00");
    await taken();
    await scene.time.advance(120);
    const since = new Date("2026-04-15T14:32:59+09:00").toISOString();
    const holder = { dictionaryId, lockedBy: scene.people.hanako.userId, lockedAt: since };
    for (const send of [
      () => scene.jiro.post(lock, {}),
      () => scene.jiro.post(lock, { takeOver: true }),
      () => scene.jiro.patch(url, change, current),
      () => scene.jiro.delete(url, current),
      () => scene.ichiro.patch(url, change, current),
    ]) {
      const answer = await send();
      expect([answer.status, answer.body]).toMatchObject([
        423,
        {
          code: "LOCKED",
          message: "佐藤 花子さんが編集中のため、編集できません（14:32から）。",
          lock: holder,
        },
      ]);
      expect(answer.text).not.toContain("lockToken");
    }
  });

  it("refuses the holder's other tab with its own sentence, until that takes the lock over", async () => {
    const first = await taken();
    for (const send of [
      () => scene.hanako.post(lock, {}),
      () => scene.hanako.post(lock, { takeOver: false }),
      () => scene.hanako.patch(url, change, current),
      () => scene.hanako.delete(url),
    ]) {
      const answer = await send();
      expect([answer.status, answer.body]).toMatchObject([
        423,
        { code: "LOCKED", message: "別のタブで編集中です。", lock: { dictionaryId } },
      ]);
    }
    await scene.time.advance(60);
    await scene.announced();
    const answer = await scene.hanako.post(lock, { takeOver: true });
    const second = tokenOf(answer);
    expect(second).not.toBe(first);
    // The new tab computes the length of the lease from the two times.
    expect(answer.body).toMatchObject({
      lockedAt: new Date(Date.parse(NOON) + 60_000).toISOString(),
    });
    expect(await scene.announced()).toEqual([`locked lock/dictionaries/${dictionaryId}`]);
    for (const send of [
      () => scene.hanako.put(lock, {}, withToken(first)),
      () => scene.hanako.patch(url, change, withToken(first)),
      () => scene.hanako.delete(url, withToken(first)),
    ]) {
      expect(await statusAndCode(send())).toEqual([423, "LOCK_LOST"]);
    }
    expect((await scene.hanako.patch(url, change, withToken(second))).status).toBe(200);
  });

  it("is extended by its token from that moment on, without an announcement", async () => {
    const token = await taken();
    await scene.announced();
    await scene.time.advance(LEASE_SECONDS - 1);
    const answer = await scene.hanako.put(lock, {}, withToken(token));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      dictionaryId,
      lockedAt: noon,
      lockedBy: scene.people.hanako.userId,
      lockedByName: "佐藤 花子",
      lockExpiresAt: new Date(Date.parse(NOON) + (2 * LEASE_SECONDS - 1) * 1000).toISOString(),
      request: null,
    });
    expect((await scene.hanako.put(lock, undefined, withToken(token))).status).toBe(200);
    expect(await scene.announced()).toEqual([]);
  });

  it("is free from the moment its lease expires", async () => {
    const token = await taken();
    await scene.time.advance(LEASE_SECONDS);
    expect((await scene.jiro.get(lock)).body).toEqual({ dictionaryId, ...FREE, request: null });
    expect((await scene.jiro.get(url)).body).toMatchObject(FREE);
    const late = await scene.hanako.put(lock, {}, withToken(token));
    expect([late.status, late.body]).toMatchObject([
      423,
      {
        code: "LOCK_LOST",
        message: "編集ロックが解除されたため、保存できませんでした。",
      },
    ]);
    expect(late.text).not.toContain("release");
    expect(await statusAndCode(scene.hanako.patch(url, change, withToken(token)))).toEqual([
      423,
      "LOCK_LOST",
    ]);
    expect((await scene.jiro.patch(url, change, current)).status).toBe(200);
  });

  it("goes to the next holder when its lease has expired, and the former one cannot affect it", async () => {
    const old = await taken();
    await scene.time.advance(LEASE_SECONDS);
    const token = tokenOf(await scene.jiro.post(lock, {}));
    expect(await statusAndCode(scene.hanako.put(lock, {}, withToken(old)))).toEqual([
      423,
      "LOCK_LOST",
    ]);
    expect((await scene.hanako.delete(lock, withToken(old))).status).toBe(204);
    expect((await scene.hanako.get(lock)).body).toMatchObject({
      lockedBy: scene.people.jiro.userId,
    });
    expect((await scene.jiro.patch(url, change, withToken(token))).status).toBe(200);
  });

  it("is released by its token, once, and others can acquire it", async () => {
    const token = await taken();
    await scene.announced();
    const answer = await scene.hanako.delete(lock, withToken(token));
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(await scene.announced()).toEqual([`unlocked lock/dictionaries/${dictionaryId}`]);
    expect((await scene.hanako.delete(lock, withToken(token))).status).toBe(204);
    expect(await scene.announced()).toEqual([]);
    expect((await scene.jiro.post(lock, {})).status).toBe(200);
  });

  it("is not affected by another user with the token", async () => {
    const token = await taken();
    expect(await statusAndCode(scene.jiro.put(lock, {}, withToken(token)))).toEqual([
      423,
      "LOCK_LOST",
    ]);
    expect(await statusAndCode(scene.jiro.patch(url, change, withToken(token)))).toEqual([
      423,
      "LOCK_LOST",
    ]);
    expect((await scene.jiro.delete(lock, withToken(token))).status).toBe(204);
    const other = await scene.dictionary();
    expect(await statusAndCode(scene.hanako.put(other.lock, {}, withToken(token)))).toEqual([
      423,
      "LOCK_LOST",
    ]);
    expect((await scene.staff.get(lock)).body).toMatchObject({
      lockedBy: scene.people.hanako.userId,
    });
  });

  it("needs a well-formed token to be extended or released", async () => {
    await taken();
    for (const send of [() => scene.hanako.put(lock, {}), () => scene.hanako.delete(lock)]) {
      expect(await statusAndCode(send())).toEqual([428, "PRECONDITION_REQUIRED"]);
    }
    for (const token of ["", "abc", `${newLockToken().token}=`, "あ"]) {
      const headers = withToken(encodeURI(token));
      for (const send of [
        () => scene.hanako.put(lock, {}, headers),
        () => scene.hanako.delete(lock, headers),
        () => scene.hanako.patch(url, change, { ...current, ...headers }),
      ]) {
        expect(await statusAndCode(send())).toEqual([400, "BAD_REQUEST"]);
      }
    }
    const made = withToken(newLockToken().token);
    expect(await statusAndCode(scene.jiro.put(lock, {}, made))).toEqual([423, "LOCK_LOST"]);
  });

  it("accepts no other body and no other query", async () => {
    const token = withToken(await taken());
    expect(await statusAndCode(scene.jiro.post(lock, { force: true }))).toEqual([
      422,
      "VALIDATION_FAILED",
    ]);
    expect(await statusAndCode(scene.hanako.put(lock, { lease: 1 }, token))).toEqual([
      422,
      "VALIDATION_FAILED",
    ]);
    for (const query of ["force=yes", "force=", "reason=x", "force=false&reason=x", "why=x"]) {
      expect(await statusAndCode(scene.hanako.delete(`${lock}?${query}`, token))).toEqual([
        400,
        "BAD_QUERY",
      ]);
    }
    expect((await scene.hanako.delete(`${lock}?force=false`, token)).status).toBe(204);
  });

  describe("broken by an organization admin", () => {
    const because = (reason: string) => `${lock}?force=true&reason=${encodeURIComponent(reason)}`;

    it("is free at once, and the holder learns by whom, when and why", async () => {
      const token = await taken();
      await scene.announced();
      await scene.time.advance(60);
      const answer = await scene.ichiro.delete(because(" 至急の修正のため "));
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect(await scene.announced()).toEqual([`unlocked lock/dictionaries/${dictionaryId}`]);
      expect((await scene.jiro.get(lock)).body).toEqual({ dictionaryId, ...FREE, request: null });
      const release = {
        releasedBy: scene.people.ichiro.userId,
        releasedByName: "鈴木 一郎",
        releasedAt: new Date(Date.parse(NOON) + 60_000).toISOString(),
        reason: "至急の修正のため",
      };
      for (const send of [
        () => scene.hanako.put(lock, {}, withToken(token)),
        () => scene.hanako.patch(url, change, withToken(token)),
        () => scene.hanako.delete(url, withToken(token)),
      ]) {
        const lost = await send();
        expect([lost.status, lost.body]).toMatchObject([423, { code: "LOCK_LOST", release }]);
      }
      expect((await scene.hanako.delete(lock, withToken(token))).status).toBe(204);
    });

    it("tells only the former holder's tab, also when the next one holds it", async () => {
      const token = await taken();
      await scene.ichiro.delete(because("交代"));
      const next = tokenOf(await scene.jiro.post(lock, {}));
      const lost = await scene.hanako.patch(url, change, withToken(token));
      expect(lost.body).toMatchObject({ code: "LOCK_LOST", release: { reason: "交代" } });
      expect((await scene.jiro.patch(url, change, withToken(next))).status).toBe(200);
      const elsewhere = await scene.dictionary();
      const other = await scene.hanako.put(elsewhere.lock, {}, withToken(token));
      expect(other.text).not.toContain("release");
    });

    it("needs a reason of 1 to 200 characters", async () => {
      await taken();
      const reasons = ["", "  ", "あ".repeat(201), "一行目\n二行目"];
      for (const query of [`${lock}?force=true`, ...reasons.map(because)]) {
        const answer = await scene.ichiro.delete(query);
        expect([answer.status, answer.body]).toMatchObject([
          422,
          { code: "VALIDATION_FAILED", errors: { reason: expect.stringMatching(/。$/) } },
        ]);
      }
      expect((await scene.ichiro.delete(because("𠮷".repeat(200)))).status).toBe(204);
    });

    it("is refused to everybody else, including the holder", async () => {
      const token = await taken();
      for (const client of [scene.hanako, scene.jiro, scene.staff]) {
        const answer = await client.delete(because("急ぎ"), withToken(token));
        expect([answer.status, answer.body]).toMatchObject([
          403,
          { code: "FORBIDDEN", message: "この操作を行う権限がありません。" },
        ]);
      }
      expect((await scene.staff.get(lock)).body).toMatchObject({
        lockedBy: scene.people.hanako.userId,
      });
    });

    it("is 204 if nobody holds it, and an expired lease names nobody", async () => {
      expect((await scene.ichiro.delete(because("念のため"))).status).toBe(204);
      expect(await scene.announced()).toEqual([]);
      const token = await taken();
      await scene.time.advance(LEASE_SECONDS);
      expect((await scene.ichiro.delete(because("念のため"))).status).toBe(204);
      const late = await scene.hanako.put(lock, {}, withToken(token));
      expect(late.text).not.toContain("release");
    });

    it("is remembered for a day", async () => {
      const token = await taken();
      await scene.ichiro.delete(because("交代"));
      await scene.time.advance(24 * 3600);
      await keepHouse(scene.api);
      const answered = await scene.hanako.put(lock, {}, withToken(token));
      expect(answered.body).toMatchObject({ release: { reason: "交代" } });
      await scene.time.advance(1);
      await keepHouse(scene.api);
      const stored = await scene.api.db
        .selectFrom("dictionary_lock_releases")
        .select("reason")
        .where("dictionary_id", "=", dictionaryId)
        .execute();
      expect(stored).toEqual([]);
    });
  });

  describe("and its dictionary", () => {
    it("is written with the token alone, or with If-Match while nobody holds it", async () => {
      expect(await statusAndCode(scene.hanako.patch(url, change))).toEqual([
        428,
        "PRECONDITION_REQUIRED",
      ]);
      expect(await statusAndCode(scene.hanako.delete(url))).toEqual([428, "PRECONDITION_REQUIRED"]);
      expect((await scene.hanako.patch(url, { description: "一" }, current)).status).toBe(200);
      expect(
        (await scene.hanako.patch(url, { description: "二" }, { "if-match": "*" })).status,
      ).toBe(200);
      const token = withToken(await taken());
      const answer = await scene.hanako.patch(url, { description: "三" }, token);
      expect(answer.body).toMatchObject({
        description: "三",
        version: 4,
        lockedBy: scene.people.hanako.userId,
      });
    });

    it("is 412 with the current record when If-Match is stale, with the token too", async () => {
      const token = withToken(await taken());
      await scene.hanako.patch(url, { description: "新" }, token);
      for (const send of [
        () => scene.hanako.patch(url, change, { ...token, ...current }),
        () => scene.hanako.delete(url, { ...token, ...current }),
      ]) {
        const answer = await send();
        expect([answer.status, answer.body]).toMatchObject([
          412,
          {
            code: "STALE_VERSION",
            current: { description: "新", version: 2, lockedBy: scene.people.hanako.userId },
          },
        ]);
      }
      await scene.hanako.delete(lock, token);
      expect(await statusAndCode(scene.jiro.patch(url, change, current))).toEqual([
        412,
        "STALE_VERSION",
      ]);
    });

    it("is deleted with it, and that is announced", async () => {
      const token = withToken(await taken());
      await scene.announced();
      const answer = await scene.hanako.delete(url, token);
      expect([answer.status, answer.body]).toMatchObject([200, { dictionaryId, version: 1 }]);
      expect(await scene.announced()).toEqual([
        `unlocked lock/dictionaries/${dictionaryId}`,
        `deleted resource/dictionaries/${dictionaryId}`,
      ]);
      for (const send of [
        () => scene.hanako.get(lock),
        () => scene.hanako.put(lock, {}, token),
        () => scene.hanako.delete(lock, token),
        () => scene.hanako.post(lock, {}),
      ]) {
        expect(await statusAndCode(send())).toEqual([404, "NOT_FOUND"]);
      }
      const rows = await scene.api.db
        .selectFrom("dictionary_locks")
        .selectAll()
        .where("dictionary_id", "=", dictionaryId)
        .execute();
      expect(rows).toEqual([]);
    });
  });

  describe("of a holder who loses the right", () => {
    it.each([
      ["is disabled", { status: "DISABLED" }, 401],
      ["is no dictionary admin any more", { is_dictionary_admin: false }, 403],
    ] as const)("who %s runs out with its lease", async (_, loss, status) => {
      const leaver = await scene.api.aUser({
        organizationId: scene.organizationId,
        isDictionaryAdmin: true,
      });
      const client = scene.api.as(leaver);
      const token = withToken(tokenOf(await client.post(lock, {})));
      await scene.api.db
        .updateTable("users")
        .set(loss)
        .where("user_id", "=", leaver.userId)
        .execute();
      for (const send of [
        () => client.put(lock, {}, token),
        () => client.patch(url, change, token),
        () => client.delete(lock, token),
      ]) {
        expect((await send()).status).toBe(status);
      }
      await scene.time.advance(LEASE_SECONDS - 1);
      expect((await scene.jiro.post(lock, {})).status).toBe(423);
      await scene.time.advance(1);
      expect((await scene.jiro.post(lock, {})).status).toBe(200);
    });
  });

  it("of another organization is unknown, and its holder stays", async () => {
    const token = await taken();
    const { api } = scene;
    const stranger = api.as(
      await api.aUser({
        organizationId: await api.anOrganization("他社"),
        isOrganizationAdmin: true,
      }),
    );
    for (const send of [
      () => stranger.get(lock),
      () => stranger.post(lock, { takeOver: true }),
      () => stranger.put(lock, {}, withToken(token)),
      () => stranger.delete(lock, withToken(token)),
      () => stranger.delete(`${lock}?force=true&reason=x`),
      () => stranger.patch(url, change, withToken(token)),
      () => stranger.delete(url, withToken(token)),
    ]) {
      expect(await statusAndCode(send())).toEqual([404, "NOT_FOUND"]);
    }
    expect((await scene.hanako.put(lock, {}, withToken(token))).status).toBe(200);
  });
});
