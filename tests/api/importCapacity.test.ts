import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { migrate } from "../../server/db/migrate.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { suiteApi, type TestApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { atOnce, keepBytes, MB } from "../support/capacityRows.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { importOf, importsUrl, ownCsv, storedEntries, upload } from "../support/importRequests.ts";
import type { TestUser } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";

const NOW = "2026-04-15T10:00:00+09:00";
const DAY_MS = 86_400_000;
const current = { "if-match": "*" };
const LEAST = 4_096;

const manyRows = (count: number, note = "") =>
  ownCsv(Array.from({ length: count }, (_, n) => `語${n},ご,名詞,2,${note},有効`));

/** The people of an organization and its imports. */
class ImportScene {
  readonly api: TestApi;
  readonly organizationId: number;
  readonly user: TestUser;
  readonly own: ApiClient;
  readonly colleague: ApiClient;

  private constructor(api: TestApi, organizationId: number, users: [TestUser, TestUser]) {
    this.api = api;
    this.organizationId = organizationId;
    [this.user] = users;
    this.own = api.as(users[0]);
    this.colleague = api.as(users[1]);
  }

  static async open(api: TestApi): Promise<ImportScene> {
    const organizationId = await api.anOrganization();
    const aKeeper = () => api.aUser({ organizationId, isDictionaryAdmin: true });
    return new ImportScene(api, organizationId, [await aKeeper(), await aKeeper()]);
  }

  dictionary(): Promise<number> {
    return aDictionary(this.api, { organizationId: this.organizationId });
  }

  /** Prepares an import for a dictionary of its own. */
  async prepare(by = this.own, file = manyRows(1)) {
    const dictionaryId = await this.dictionary();
    const { importId } = importOf(await upload(by, dictionaryId, file));
    return { dictionaryId, importId, url: importsUrl(dictionaryId, `/${importId}`) };
  }

  async committed(file = manyRows(1)) {
    const made = await this.prepare(this.own, file);
    const answer = await this.own.post(`${made.url}/commit`, { mode: "add" }, current);
    expect(answer.status).toBe(200);
    return made;
  }

  /** What the imports keep, as they say. */
  async stored(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(kept_bytes), 0)::bigint as bytes from dictionary_imports
      where organization_id = ${this.organizationId}`.execute(this.api.db);
    return rows[0]?.bytes ?? 0;
  }

  /** How many rows and changes there are, and what they take up. */
  async measured() {
    const { rows } = await sql<{ rows: number; changes: number; bytes: number }>`
      with r as (select count(*) as n, coalesce(sum(pg_column_size(r)), 0) as bytes
        from dictionary_import_rows r where organization_id = ${this.organizationId}),
      c as (select count(*) as n, coalesce(sum(pg_column_size(c)), 0) as bytes
        from dictionary_import_changes c where organization_id = ${this.organizationId})
      select r.n as rows, c.n as changes, (r.bytes + c.bytes)::bigint as bytes from r, c`.execute(
      this.api.db,
    );
    return rows[0];
  }
}

const expectFull = ({ status, body }: Answer) =>
  expect([status, body]).toMatchObject([
    422,
    {
      code: "IMPORT_ROOM_FULL",
      message:
        "取り込みの記録は1つの組織で150MBまで保存できます。過去の取り込みを取り消すか、取り込みから7日が過ぎるのを待ってから、もう一度お試しください。",
    },
  ]);

describeDatabase("what imports keep", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  let scene: ImportScene;
  beforeEach(async () => {
    api.clock.set(NOW);
    scene = await ImportScene.open(api);
  });

  it("is what their rows and changes take up, from the dry run until they cannot be undone", async () => {
    const { url, dictionaryId } = await scene.prepare(scene.own, manyRows(200));
    const dryRun = await scene.measured();
    expect(dryRun).toMatchObject({ rows: 200, changes: 0 });
    expect(await scene.stored()).toBe(dryRun?.bytes);

    await scene.own.post(`${url}/commit`, { mode: "add" }, current);
    const committed = await scene.measured();
    expect(committed).toMatchObject({ rows: 200, changes: 200 });
    expect(await scene.stored()).toBe(committed?.bytes);

    await scene.own.post(`${url}/revert`, {}, current);
    expect(await storedEntries(api, dictionaryId)).toEqual([]);
    expect(await scene.measured()).toMatchObject({ rows: 0, changes: 0 });
    expect(await scene.stored()).toBe(LEAST);
  });

  it("is 4 kB at least, which bounds their number", async () => {
    await scene.prepare();
    expect(await scene.stored()).toBe(LEAST);
  });

  it("are not the rows that changed no entry, once they are committed", async () => {
    const dictionaryId = await scene.dictionary();
    await someEntries(api, { organizationId: scene.organizationId, dictionaryId }, [
      { surface: "東京", reading: "とうきょう" },
      { surface: "橋", reading: "はし", note: "川の" },
      { surface: "独自", reading: "どくじ" },
    ]);
    const file = ownCsv([
      "東京,とうきょう,名詞,2,,有効",
      "橋,はし,名詞,3,,有効",
      "橋,はし,名詞,1,,有効",
      "漢字,読めない,名詞,2,,有効",
      "大阪,おおさか,地名,2,,有効",
    ]);
    const before = await storedEntries(api, dictionaryId);
    const { importId } = importOf(await upload(scene.own, dictionaryId, file));
    const url = importsUrl(dictionaryId, `/${importId}`);
    const commit = { mode: "replace", skipErrors: true };
    expect((await scene.own.post(`${url}/commit`, commit, current)).status).toBe(200);
    expect(await scene.measured()).toMatchObject({ rows: 2, changes: 3 });
    const summary = (await scene.own.get(url)).body;
    expect(summary).toMatchObject({ result: { added: 1, updated: 1, deleted: 1, skipped: 2 } });
    expect((await scene.own.post(`${url}/revert`, {}, current)).status).toBe(200);
    expect(await storedEntries(api, dictionaryId)).toEqual(before);
  });

  it("is measured for imports that an earlier version has kept", async () => {
    await scene.committed(manyRows(200));
    const { bytes } = (await scene.measured()) ?? {};
    const migrations = await readMigrations();
    const step = migrations.find(({ name }) => name.startsWith("023_"));
    if (!step) throw new Error("the migration is missing");
    await sql`drop table stored_answer_bytes, service_key_events`.execute(api.db);
    await sql`alter table dictionary_imports drop column kept_bytes`.execute(api.db);
    await migrate(api.db, [...migrations, { ...step, name: "900_again.sql" }]);
    await sql`delete from schema_migrations where name = '900_again.sql'`.execute(api.db);
    expect(await scene.stored()).toBe(bytes);
  });

  it("is deleted after 7 days, but for the summary", async () => {
    const { url } = await scene.committed(manyRows(200));
    const after = async (days: number) => {
      api.clock.set(new Date(Date.parse(NOW) + days * DAY_MS + 1));
      await keepHouse(api);
      return [(await scene.own.get(url)).status, (await scene.measured())?.rows];
    };
    expect(await after(6.9)).toEqual([200, 200]);
    expect(await after(7)).toEqual([200, 0]);
    expect(await scene.stored()).toBe(LEAST);
    const late = await scene.own.post(`${url}/revert`, {}, current);
    expect(late.body).toMatchObject({ code: "TOO_LATE" });
  });

  it("is 150 MB at most, and what is beyond is refused whole", async () => {
    const { importId } = await scene.committed();
    await keepBytes(api, [importId], 150 * MB - LEAST);
    await scene.prepare();
    await keepBytes(api, [importId], 150 * MB - LEAST + 1);
    const dictionaryId = await scene.dictionary();
    expectFull(await upload(scene.colleague, dictionaryId, manyRows(200)));
    expect((await scene.own.get(importsUrl(dictionaryId))).body).toMatchObject({
      totalElements: 0,
    });
    const elsewhere = await ImportScene.open(api);
    await elsewhere.prepare();
  });

  it("makes room by the prepared ones: first the own, and always the oldest", async () => {
    const minutes = (count: number) => api.clock.advance(count);
    const colleagues = await scene.prepare(scene.colleague);
    minutes(1);
    const first = await scene.prepare();
    minutes(1);
    const second = await scene.prepare();
    minutes(1);
    const all = [colleagues, first, second];
    const left = async () => {
      const answers = await Promise.all(all.map(({ url }) => scene.own.get(url)));
      return answers.map(({ status }) => status);
    };
    const ids = all.map(({ importId }) => importId);
    await keepBytes(api, ids, 50 * MB);
    const third = await scene.prepare();
    expect(await left()).toEqual([200, 404, 200]);
    await keepBytes(api, [third.importId], 50 * MB);
    await scene.prepare(scene.own, manyRows(200));
    expect(await left()).toEqual([200, 404, 404]);
    const { importId } = await scene.committed();
    await keepBytes(api, [importId], 150 * MB - LEAST);
    await scene.prepare();
    expect(await left()).toEqual([404, 404, 404]);
    const commit = await scene.colleague.post(`${colleagues.url}/commit`, { mode: "add" }, current);
    expect(commit.status).toBe(404);
  });

  it("of a commit that keeps more than its file finds room or is refused whole", async () => {
    const dictionaryId = await scene.dictionary();
    const requested = Array.from({ length: 200 }, () => ({ note: "長い備考" }));
    await someEntries(api, { organizationId: scene.organizationId, dictionaryId }, requested);
    const before = await storedEntries(api, dictionaryId);
    const { importId } = importOf(await upload(scene.own, dictionaryId, manyRows(1)));
    const commit = () =>
      scene.own.post(importsUrl(dictionaryId, `/${importId}/commit`), { mode: "replace" }, current);
    const other = await scene.committed();
    await keepBytes(api, [other.importId], 150 * MB - LEAST);
    expectFull(await commit());
    expect(await storedEntries(api, dictionaryId)).toEqual(before);
    await keepBytes(api, [other.importId], 100 * MB);
    const prepared = await scene.prepare(scene.colleague);
    await keepBytes(api, [prepared.importId], 50 * MB - LEAST);
    expect((await commit()).body).toMatchObject({ added: 1, deleted: 200 });
    expect((await scene.colleague.get(prepared.url)).status).toBe(404);
  });
});

describePostgres("what imports keep at the same moment", () => {
  const api = suiteApi("postgres");
  const scene = perTest(() => ImportScene.open(api));

  it("is never more than the room, and whoever finds none is told so", async () => {
    const { importId } = await scene.committed();
    await keepBytes(api, [importId], 150 * MB - 3 * LEAST);
    const made = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => ({
        by: n % 2 ? scene.own : scene.colleague,
        dictionaryId: await scene.dictionary(),
      })),
    );
    const answers = await atOnce(
      api,
      scene.organizationId,
      made.map(
        ({ by, dictionaryId }) =>
          () =>
            upload(by, dictionaryId, manyRows(1)),
      ),
    );
    for (const answer of answers) if (answer.status !== 201) expectFull(answer);
    expect(await scene.stored()).toBe(150 * MB);
  });

  it("leaves alone a prepared import that a user is committing", async () => {
    const busy = await scene.prepare(scene.colleague);
    await keepBytes(api, [busy.importId], 150 * MB);
    await api.db.transaction().execute(async (trx) => {
      await sql`
        select 1 from dictionary_imports where import_id = ${busy.importId}
        for update`.execute(trx);
      expectFull(await upload(scene.own, await scene.dictionary(), manyRows(1)));
    });
    const commit = await scene.colleague.post(`${busy.url}/commit`, { mode: "add" }, current);
    expect(commit.status).toBe(200);
  });
});
