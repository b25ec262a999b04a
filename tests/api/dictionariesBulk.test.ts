import { beforeAll, expect, it } from "vitest";
import { assignedDictionaries } from "../../domain/dictionaries/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES, dictionaryOf, lockFor } from "../support/dictionaryRequests.ts";
import { entriesUrl, newSurface } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

interface RequestedChange {
  dictionaryId: number;
  version: number;
  workspaceIds: number[];
}

const bulk = (client: ApiClient, ...dictionaries: readonly RequestedChange[]) =>
  client.post(`${DICTIONARIES}/bulk`, { dictionaries });

const changedOf = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200);
  return assignedDictionaries.parse(body);
};

describeDatabase("POST /dictionaries/bulk", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const own = perSuite(() => api.organization());
  const editor = perSuite(() =>
    api.aUser({ ...own, isDictionaryAdmin: true, userName: "佐藤 花子" }),
  );
  const client = api.as(editor);
  let sales: number;
  let support: number;

  beforeAll(async () => {
    sales = await aWorkspace(api, { ...own, workspaceName: "営業部" });
    support = await aWorkspace(api, { ...own, workspaceName: "サポート部" });
  });

  const some = (count: number) =>
    Promise.all(Array.from({ length: count }, () => aDictionary(api, own)));
  const read = async (id: number) => dictionaryOf(await client.get(`${DICTIONARIES}/${id}`));
  const input = (dictionaryId: number, workspaceIds: number[], version = 1): RequestedChange => ({
    dictionaryId,
    version,
    workspaceIds,
  });

  it("assigns several with one event of the whole after one of each, and gives them back", async () => {
    const [one = 0, two = 0, same = 0] = await some(3);
    await client.patch(
      `${DICTIONARIES}/${same}`,
      { workspaceIds: [sales, support] },
      { "if-match": "*" },
    );
    const events = await eventsDuring(api.db, async () => {
      const { dictionaries, unchanged } = changedOf(
        await bulk(
          client,
          input(one, [support, sales]),
          input(two, [sales]),
          input(same, [support, sales], 2),
        ),
      );
      expect(dictionaries).toMatchObject([
        { dictionaryId: one, workspaceIds: [sales, support].toSorted((a, b) => a - b), version: 2 },
        { dictionaryId: two, workspaceIds: [sales], version: 2 },
      ]);
      expect(unchanged).toBe(1);
    });
    expect(events.map(({ operation, target_id }) => [operation, target_id])).toEqual([
      ["assignDictionaries", String(one)],
      ["assignDictionaries", String(two)],
      ["assignDictionaries", null],
    ]);
    expect(events[1]?.changes).toEqual([
      {
        field: "workspaces",
        before: [],
        after: [{ workspaceId: sales, workspaceName: "営業部" }],
      },
    ]);
    expect(events[2]).toMatchObject({ target_name: "2件", counts: { updated: 2 } });

    const back = changedOf(await bulk(client, input(one, [], 2), input(two, [], 2)));
    expect(back.dictionaries.map(({ workspaceIds }) => workspaceIds)).toEqual([[], []]);
  });

  it("names each that is locked or has changed, and changes none", async () => {
    const [free = 0, held = 0, mine = 0, stale = 0] = await some(4);
    const other = await api.aUser({
      ...own,
      isDictionaryAdmin: true,
      userName: "田中 次郎",
    });
    await lockFor(api, { ...own, dictionaryId: held, userId: other.userId });
    await lockFor(api, { ...own, dictionaryId: mine, userId: editor.userId });
    await client.patch(`${DICTIONARIES}/${stale}`, { description: "新" }, { "if-match": "*" });
    const events = await eventsDuring(api.db, async () => {
      const { status, body } = await bulk(
        client,
        ...[free, held, mine, stale].map((id) => input(id, [sales])),
      );
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          code: "ROWS_REFUSED",
          message: expect.stringContaining("何も変更していません"),
          errors: {
            "dictionaries.1": expect.stringMatching(/^田中 次郎さんが編集中のため、編集できません/),
            "dictionaries.2": "別のタブで編集中です。",
            "dictionaries.3": "他の利用者が先に更新しました。最新の内容を確認してください。",
          },
        }),
      ]);
    });
    expect(events).toEqual([]);
    expect(await read(free)).toMatchObject({ workspaceIds: [], version: 1 });
  });

  it("refuses unknown workspaces and dictionaries of others, and changes none", async () => {
    const [one = 0] = await some(1);
    const elsewhere = await api.anOrganization();
    const foreign = await aDictionary(api, { organizationId: elsewhere });
    const room = await aWorkspace(api, { organizationId: elsewhere });
    expect((await bulk(client, input(one, [sales]), input(foreign, [sales]))).status).toBe(404);
    const { status, body } = await bulk(client, input(one, [room]));
    expect([status, Object.keys(Reflect.get(Object(body), "errors"))]).toEqual([
      422,
      ["workspaceIds"],
    ]);
    expect((await bulk(client)).status).toBe(422);
    expect((await bulk(client, input(one, [sales]), input(one, []))).status).toBe(422);
    const many = Array.from({ length: 101 }, (_, n) => input(n + 1, [sales]));
    expect((await bulk(client, ...many)).status).toBe(422);
    expect(await read(one)).toMatchObject({ workspaceIds: [], version: 1 });
  });

  it("sends their words to engines again, in one revision", async () => {
    const [one = 0, two = 0] = await some(2);
    for (const id of [one, two]) {
      const word = { surface: newSurface(), reading: "たんご" };
      expect((await client.post(entriesUrl(id), word, { "if-match": "*" })).status).toBe(201);
    }
    const versions = await Promise.all([one, two].map(async (id) => (await read(id)).version));
    const before = await api.db.selectFrom("vocabularies").selectAll().execute();
    changedOf(
      await bulk(client, input(one, [sales], versions[0]), input(two, [sales], versions[1])),
    );
    const after = await api.db.selectFrom("vocabularies").selectAll().execute();
    const raised = after.filter(
      (row) => !before.some((old) => JSON.stringify(old) === JSON.stringify(row)),
    );
    expect(raised).toHaveLength(1);
    const entries = await api.db.selectFrom("dictionary_entries").selectAll().execute();
    const changes = entries
      .filter(({ dictionary_id }) => [one, two].includes(dictionary_id))
      .map(({ change_id }) => change_id);
    expect(changes).toHaveLength(2);
    expect(new Set(changes).size).toBe(1);
  });

  it("does it once for a repeated request", async () => {
    const [one = 0] = await some(1);
    const send = () =>
      client.send("POST", `${DICTIONARIES}/bulk`, {
        payload: JSON.stringify({ dictionaries: [input(one, [sales])] }),
        headers: { "content-type": "application/json", "idempotency-key": "assign-once" },
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await read(one)).toMatchObject({ version: 2 });
  });
});
