import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { HAND_OVER_MINUTES } from "../../domain/dictionaries/handOver.ts";
import { ownEditRequest, watchedLock } from "../../domain/dictionaries/schemas.ts";
import { takenRows } from "../../domain/entries/schemas.ts";
import { deleteOldHandedRows } from "../../server/modules/locks/queries/handedRows.ts";
import { sweepLocks } from "../../server/modules/locks/service/sweepLocks.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { tokenOf } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl } from "../support/entryRequests.ts";
import { LEASE_SECONDS, lockRoom, NOON, withToken } from "../support/lockRoom.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS } from "../support/userRequests.ts";

const NEW_ROW = { entry: null, texts: { surface: "嚥下", reading: "まだ漢字" } };

type Token = Record<string, string>;

describeDatabase("unsaved rows that go over with a lock", (engine) => {
  const room = perSuite(() => lockRoom(engine));
  let dictionaryId: number;
  let url: string;
  let lock: string;
  /** Of 佐藤 花子, who holds the lock, and of 田中 次郎, who waits for it. */
  let held: Token;
  let asked: Token;

  beforeEach(async () => {
    await room.time.set(NOON);
    ({ dictionaryId, url, lock } = await room.dictionary());
    held = withToken(tokenOf(await room.hanako.post(lock, {})));
    asked = await ask(room.jiro);
  });

  const ask = async (client: ApiClient) => {
    const { body } = await client.post(`${lock}/request`, {});
    return withToken(ownEditRequest.parse(body).lockToken);
  };
  const answer = async (body: object) => {
    const { request } = watchedLock.parse((await room.hanako.put(lock, {}, held)).body);
    return room.hanako.post(`${lock}/handover`, { requestId: request?.requestId, ...body }, held);
  };
  const handOver = async (when: "NOW" | "LATER", rows: readonly object[] = [NEW_ROW]) => {
    const { status } = await answer({ when, ...(rows.length > 0 ? { rows } : {}) });
    expect(status).toBe(204);
  };
  const list = (client: ApiClient, token: Token) => client.get(`${url}/handed-rows`, token);
  const rowsOf = async (client: ApiClient, token: Token) =>
    takenRows
      .parse((await list(client, token)).body)
      .content.flatMap(({ rows, writtenByName }) =>
        rows.map(({ texts, current }) => ({ texts, current, writtenByName })),
      );
  const stored = async () => {
    const { rows } = await sql`
      select 1 from dictionary_handed_rows where dictionary_id = ${dictionaryId}`.execute(
      room.api.db,
    );
    return rows.length;
  };
  /** Both pages give their signs until then. */
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 60) {
      await room.time.advance(Math.min(60, seconds - passed));
      await room.jiro.put(`${lock}/request`, {}, asked);
      await room.hanako.put(lock, {}, held);
    }
    await sweepLocks(room.api);
  };
  const found = [expect.objectContaining({ texts: NEW_ROW.texts, writtenByName: "佐藤 花子" })];

  it("reach the next holder as they were typed, with who wrote them", async () => {
    await handOver("NOW");
    const [given] = takenRows.parse((await list(room.jiro, asked)).body).content;
    expect(given).toEqual({
      handedId: expect.any(Number),
      writtenByName: "佐藤 花子",
      handedAt: new Date(NOON).toISOString(),
      rows: [{ ...NEW_ROW, current: null }],
    });
  });

  it("come with the entry as it is by then, or without it once it is deleted", async () => {
    const { organizationId } = room;
    const kept = await anEntry(room.api, { organizationId, dictionaryId });
    const gone = await anEntry(room.api, { organizationId, dictionaryId });
    const rowOf = (entryId: number) => ({
      entry: { entryId, version: 1, cells: { surface: "褥瘡" } },
      texts: { note: "要確認" },
    });
    await handOver("NOW", [rowOf(kept), rowOf(gone)]);
    const change = await room.jiro.patch(entriesUrl(dictionaryId, kept), { weight: 3 }, asked);
    expect(change.status).toBe(200);
    const removal = await room.jiro.delete(entriesUrl(dictionaryId, gone), asked);
    expect(removal.status).toBeLessThan(300);
    const [first, second] = await rowsOf(room.jiro, asked);
    expect(first?.current).toMatchObject({ entryId: kept, version: 2, weight: 3 });
    expect(second?.current).toBeNull();
  });

  it("are read by nobody else: neither the former holder, an admin, nor the next one", async () => {
    await handOver("NOW");
    const refused = async (client: ApiClient, token: Token, status: number) =>
      expect((await list(client, token)).status).toBe(status);
    await refused(room.hanako, held, 423);
    await refused(room.ichiro, asked, 423);
    await refused(room.staff, asked, 403);
    await refused(room.jiro, {}, 428);
    // Another holder after them gets none of the rows, which wait for their person.
    await room.jiro.delete(lock, asked);
    const next = withToken(tokenOf(await room.ichiro.post(lock, {})));
    expect(await rowsOf(room.ichiro, next)).toEqual([]);
    await room.ichiro.delete(`${url}/handed-rows/1`, next);
    expect(await stored()).toBe(1);
  });

  it("wait for a person who leaves before they are taken, and are gone once they are", async () => {
    await handOver("NOW");
    await room.jiro.delete(lock, asked);
    const again = withToken(tokenOf(await room.jiro.post(lock, {})));
    const [given] = takenRows.parse((await list(room.jiro, again)).body).content;
    for (const _ of [1, 2]) {
      const taken = await room.jiro.delete(`${url}/handed-rows/${given?.handedId}`, again);
      expect(taken.status).toBe(204);
    }
    expect(await rowsOf(room.jiro, again)).toEqual([]);
    expect(await stored()).toBe(0);
  });

  it("go over with a promised lock, as the holder last said", async () => {
    await handOver("LATER");
    await handOver("LATER", [{ entry: null, texts: { surface: "褥瘡" } }]);
    expect((await list(room.jiro, asked)).status).toBe(423);
    await wait(HAND_OVER_MINUTES * 60);
    expect(await rowsOf(room.jiro, asked)).toMatchObject([{ texts: { surface: "褥瘡" } }]);
  });

  it("stay if the holder changes their mind, or the request ends", async () => {
    await handOver("LATER");
    await handOver("LATER", []);
    expect(await stored()).toBe(0);
    await handOver("LATER");
    await room.jiro.delete(lock, asked);
    expect(await stored()).toBe(0);
  });

  it.each([
    ["ends editing", () => room.hanako.delete(lock, held)],
    ["is gone for a lease", () => room.time.advance(LEASE_SECONDS)],
  ])("go over when a holder who promised them %s", async (_, end) => {
    await handOver("LATER");
    await end();
    await room.jiro.put(`${lock}/request`, {}, asked);
    // The request of a page that gave no sign for a lease is over, too.
    asked = withToken(tokenOf(await room.jiro.post(lock, { takeOver: true })));
    expect(await rowsOf(room.jiro, asked)).toEqual(found);
  });

  it("do not go over when the lock is broken, or the holder loses the right", async () => {
    await handOver("LATER");
    await room.ichiro.delete(`${lock}?force=true&reason=x`);
    expect(await rowsOf(room.jiro, asked)).toEqual([]);
    expect(await stored()).toBe(0);
  });

  it("stay with the holder when a third person gets the lock, since who waited has left", async () => {
    await handOver("LATER");
    await room.time.advance(LEASE_SECONDS);
    const next = withToken(tokenOf(await room.ichiro.post(lock, {})));
    expect(await rowsOf(room.ichiro, next)).toEqual([]);
    await sweepLocks(room.api);
    expect(await stored()).toBe(0);
  });

  it("are of no use to a person without the right to write", async () => {
    await handOver("NOW");
    const right = (isDictionaryAdmin: boolean) =>
      room.ichiro.patch(`${MEMBERS}/${room.people.jiro.userId}`, { isDictionaryAdmin });
    await right(false);
    try {
      expect((await list(room.jiro, asked)).status).toBe(403);
    } finally {
      await right(true);
    }
  });

  it("are forgotten after a week", async () => {
    await handOver("NOW");
    await room.time.advance(7 * 24 * 3600);
    await deleteOldHandedRows(room.api.db);
    expect(await stored()).toBe(1);
    await room.time.advance(1);
    await deleteOldHandedRows(room.api.db);
    expect(await stored()).toBe(0);
  });

  it("are forgotten with their dictionary", async () => {
    await handOver("NOW");
    expect((await room.jiro.delete(url, { ...asked, "if-match": "*" })).status).toBe(200);
    expect(await stored()).toBe(0);
  });

  it("given twice, go over once", async () => {
    await handOver("NOW");
    const again = await room.hanako.post(
      `${lock}/handover`,
      { requestId: 1, when: "NOW", rows: [NEW_ROW] },
      held,
    );
    expect([again.status, codeOf(again)]).toEqual([423, "LOCK_LOST"]);
    expect(await stored()).toBe(1);
  });

  it.each([
    ["more than 200", Array.from({ length: 201 }, () => NEW_ROW)],
    ["none", []],
    ["a cell of more than 500 characters", [{ entry: null, texts: { note: "あ".repeat(501) } }]],
    ["a cell with a control character", [{ entry: null, texts: { note: "a\u0000" } }]],
    ["a field that entries do not have", [{ entry: null, texts: { color: "赤" } }]],
    ["no entry and no null", [{ texts: {} }]],
  ])("are refused if they are %s", async (_, rows) => {
    expect((await answer({ when: "NOW", rows })).status).toBe(422);
    expect(await stored()).toBe(0);
  });
});
