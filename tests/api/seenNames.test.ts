import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { seenKey } from "../../domain/text/unseen.ts";
import { suiteApi } from "../support/api.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeEachEngine } from "../support/database.ts";
import { aDictionary, DICTIONARIES, lockFor } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl, someEntries } from "../support/entryRequests.ts";
import {
  importOf,
  importsUrl,
  storedEntries,
  upload,
  uploadOf,
} from "../support/importRequests.ts";
import { withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";
import { VIEWS, viewInput } from "../support/viewRequests.ts";
import { aWorkspace, WORKSPACES, workspaceOf } from "../support/workspaceRequests.ts";

const ALIKE = ["営業\u200b部", "営 業部", "営業　部", "営業部\ufe0f", "営\u00ad業部"];
const current = { "if-match": "*" };
const csv = (name: string) =>
  uploadOf(readFileSync(new URL(`../support/dictionaryFiles/${name}`, import.meta.url)));

describeEachEngine("what people see", "constraints", (engine) => {
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());
  const admin = api.as(perSuite(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const keeper = perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }));

  it("has the same key in the database as in the domain", async () => {
    const codes = [
      ...Array.from({ length: 0x1_0000 }, (_, code) => code),
      ...Array.from({ length: 0x400 }, (_, n) => 0x1_f300 + n),
      ...[0xe0001, 0xe0041, 0xe0100, 0x1bca0, 0x1d173, 0x20000],
    ];
    const letters = codes
      .filter((code) => code !== 0 && (code < 0xd800 || code > 0xf8ff))
      .map((code) => String.fromCodePoint(code));
    const samples = [...letters, "ｶﾞ ｷﾞ", "営\u200d業", "ＡＢ　Ｃ", "か \u3099", "葛\u{e0100}飾"];
    const { rows } = await sql<{ key: string }>`
      select seen_key(name) as key from unnest(${samples}::text[]) with ordinality as s (name, place)
      order by place`.execute(api.db);
    const differing = samples.filter(
      // A name is stored in NFC, which alone changes what has none of these characters.
      (name, at) => rows[at]?.key.normalize("NFC") !== seenKey(name),
    );
    expect(differing).toEqual([]);
  });

  it("is stored without what nobody sees", async () => {
    const answer = await admin.post(WORKSPACES, { workspaceName: "\u2060総\u200b務部\ufe0f" });
    expect(answer).toMatchObject({ status: 201, body: { workspaceName: "総務部" } });
  });

  describe("makes a name unique", () => {
    it("of a workspace", async () => {
      const { workspaceId } = workspaceOf(
        await admin.post(WORKSPACES, { workspaceName: "営業部" }),
      );
      const other = await aWorkspace(api, own);
      for (const workspaceName of [...ALIKE, "営業部"]) {
        const answers = [
          await admin.post(WORKSPACES, { workspaceName }),
          await admin.patch(`${WORKSPACES}/${other}`, { workspaceName }, current),
        ];
        expect(answers.map(codeOf)).toEqual(["NAME_EXISTS", "NAME_EXISTS"]);
      }
      // Its own name may change to what looks the same.
      const renamed = await admin.patch(
        `${WORKSPACES}/${workspaceId}`,
        { workspaceName: "営業 部" },
        current,
      );
      expect(renamed).toMatchObject({ status: 200, body: { workspaceName: "営業 部" } });
      for (const workspaceName of ["營業部", "えいぎょう部"]) {
        expect((await admin.post(WORKSPACES, { workspaceName })).status).toBe(201);
      }
    });

    it("of a dictionary", async () => {
      const input = { category: "業務辞書", dictionaryName: "ＡＢＣ用語" };
      expect((await admin.post(DICTIONARIES, input)).status).toBe(201);
      const again = await admin.post(DICTIONARIES, { ...input, dictionaryName: "ABC 用語" });
      expect([again.status, codeOf(again)]).toEqual([409, "NAME_EXISTS"]);
      const lower = await admin.post(DICTIONARIES, { ...input, dictionaryName: "abc用語" });
      expect(lower.status).toBe(201);
    });

    it.each([false, true])("of a view, shared or not: %s", async (isShared) => {
      const post = (viewName: string) => admin.post(VIEWS, viewInput({ viewName, isShared }));
      expect((await post("今月")).status).toBe(201);
      expect(codeOf(await post("今 月"))).toBe("NAME_EXISTS");
    });
  });

  describe("makes a word unique in its dictionary", () => {
    const opened = async () => {
      const dictionaryId = await aDictionary(api, own);
      const key = { ...own, dictionaryId };
      const token = await lockFor(api, { ...key, userId: keeper.userId });
      return { dictionaryId, key, client: api.as(keeper), held: withToken(token) };
    };

    it("typed or pasted", async () => {
      const { dictionaryId, key, client, held } = await opened();
      await anEntry(api, key, { surface: "アプリ", reading: "あぷり" });
      const url = entriesUrl(dictionaryId);
      for (const surface of ["ｱﾌﾟﾘ", "アプ\u200bリ", "アプ リ"]) {
        const one = await client.post(url, { surface, reading: "あぷり" }, held);
        expect(codeOf(one)).toBe("DUPLICATE");
      }
      const create = [
        { surface: "会議", reading: "かいぎ" },
        { surface: "会\u200b議", reading: "かい\u200bぎ" },
      ];
      expect(await client.post(`${url}/batch`, { create }, held)).toMatchObject({
        status: 409,
        body: { errors: { "create.1.surface": expect.any(String) } },
      });
      expect(
        (await client.post(url, { surface: "アプリ", reading: "あぷりー" }, held)).status,
      ).toBe(201);
    });

    it("in a file, whose rows repeat each other", async () => {
      const { dictionaryId, client } = await opened();
      const read = importOf(await upload(client, dictionaryId, csv("zero-width-space.csv")));
      expect(read.counts).toMatchObject({ new: 1, duplicate: 1, error: 0 });
      const readings = importOf(
        await upload(client, dictionaryId, csv("invisible-in-reading.csv")),
      );
      expect(readings.counts).toMatchObject({ new: 4, duplicate: 0, error: 0 });
    });

    it("in a file beside what the dictionary has, of older words each once", async () => {
      const { dictionaryId, key, client, held } = await opened();
      await someEntries(api, key, [
        { surface: "ＡＩ", reading: "えーあい", weight: 2 },
        { surface: "A\u200bI", reading: "えーあい", weight: 2 },
        { surface: "余り", reading: "あまり" },
      ]);
      const file = "表記,読み,強さ\r\nAI,えーあい,3\r\n新,しん,1\r\n";
      const read = importOf(await upload(client, dictionaryId, file));
      expect(read.counts).toMatchObject({ new: 1, update: 1, unchanged: 0, duplicate: 0 });
      const commit = { mode: "replace", skipErrors: false };
      const url = importsUrl(dictionaryId, `/${read.importId}/commit`);
      expect((await client.post(url, commit, held)).status).toBe(200);
      const stored = await storedEntries(api, dictionaryId);
      expect(stored.map(({ surface, weight }) => [surface, weight])).toEqual([
        ["ＡＩ", 3],
        ["A\u200bI", 3],
        ["新", 1],
      ]);
    });
  });

  it("lets older names be that look alike, until they are renamed", async () => {
    const first = await aWorkspace(api, { ...own, workspaceName: "開発部" });
    const { workspace_id: second } = await api.db
      .insertInto("workspaces")
      .values({
        organization_id: own.organizationId,
        workspace_name: "開 発部",
        name_key: "開発部",
        looks_alike: true,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning("workspace_id")
      .executeTakeFirstOrThrow();
    const rename = (workspaceName: string, id = second) =>
      admin.patch(`${WORKSPACES}/${id}`, { workspaceName }, current);
    expect((await rename("開 発部")).status).toBe(200);
    expect(codeOf(await rename("開発 部"))).toBe("NAME_EXISTS");
    expect((await rename("開発二部")).status).toBe(200);
    expect(codeOf(await rename("開発 二部", first))).toBe("NAME_EXISTS");
  });
});
