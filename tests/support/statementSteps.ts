import { sql } from "kysely";
import { ownEditRequest, watchedLock } from "../../domain/dictionaries/schemas.ts";
import { tokyoDate } from "../../domain/text/dates.ts";
import { addUpUses, insertUseReports } from "../../server/modules/vocabulary/queries/entryUses.ts";
import type { Answer } from "./apiClient.ts";
import { aDictionary, DICTIONARIES, lockFor } from "./dictionaryRequests.ts";
import { entriesUrl, someEntries } from "./entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "./importRequests.ts";
import { aProposal, PROPOSALS } from "./proposalRequests.ts";
import type { WalkWorld } from "./routeRow.ts";
import {
  checkOf,
  checkPeople,
  importPeople,
  MEMBER_IMPORTS,
  peopleCsv,
  userImportOf,
} from "./userImportRequests.ts";
import { aWorkspace, WORKSPACES } from "./workspaceRequests.ts";

const ANY_VERSION = { "if-match": "*" };
const tokenHeader = (token: string) => ({ "x-lock-token": token });

/** Throws unless the answer has this status, so that a step that does nothing is noticed. */
async function expecting(status: number, answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  if (given.status !== status) throw new Error(`${given.status}, not ${status}: ${given.text}`);
  return given;
}

/** Expires a lock and what was requested of it. */
async function expire({ api }: WalkWorld, dictionaryId: number): Promise<void> {
  const { owner: db } = api.database.product ?? { owner: api.db };
  const past = sql`now() - interval '1 hour'`;
  await sql`update dictionary_locks set lease_expires_at = ${past}
    where dictionary_id = ${dictionaryId}`.execute(db);
  await sql`update dictionary_lock_requests set expires_at = ${past}
    where dictionary_id = ${dictionaryId}`.execute(db);
}

/** States that no single request of tests/support/resourceRows brings about. */
export const statementSteps: Readonly<Record<string, (world: WalkWorld) => Promise<void>>> = {
  "an import of each mode, read by verdict, committed and undone": async ({ api, own, people }) => {
    const client = api.as(people.organizationAdmin);
    const rows = [
      "東京,たんご,地名,3,,有効",
      "東京,たんご,地名,3,,有効",
      "京都,きょうと,地名,2,,有効",
    ];
    for (const mode of ["add", "merge", "replace"]) {
      const dictionaryId = await aDictionary(api, own);
      await someEntries(api, { ...own, dictionaryId }, [{ surface: "東京" }, { surface: "大阪" }]);
      const refused = await expecting(
        201,
        upload(client, dictionaryId, ownCsv([",よ,名詞,2,,有効"])),
      );
      const errors = importsUrl(dictionaryId, `/${importOf(refused).importId}/errors`);
      await expecting(200, client.get(errors));
      const { importId } = importOf(await upload(client, dictionaryId, ownCsv(rows)));
      const one = importsUrl(dictionaryId, `/${importId}`);
      await expecting(200, client.get(`${one}/rows?verdict=NEW`));
      const preview = { text: "東京と京都", change: { kind: "import", importId, mode } };
      await expecting(200, client.post(`${DICTIONARIES}/${dictionaryId}/preview`, preview));
      await expecting(200, client.post(`${one}/commit`, { mode }, ANY_VERSION));
      await expecting(200, client.post(`${one}/revert`, {}, ANY_VERSION));
    }
  },
  "words that an event names, which are added up": async ({ api, own }) => {
    const dictionaryId = await aDictionary(api, own);
    const [entryId = 0] = await someEntries(api, { ...own, dictionaryId }, [{}]);
    const { db } = api.database.product ?? api;
    const uses = { ...own, day: tokyoDate(new Date()), counts: new Map([[entryId, 2]]) };
    await db.transaction().execute((trx) => insertUseReports(trx, [uses]));
    await addUpUses(db);
  },
  "entries that are deleted by their ids and come back, and one whose edit is known": async (
    world,
  ) => {
    const { api, own, people } = world;
    const client = api.as(people.organizationAdmin);
    const dictionaryId = await aDictionary(api, own);
    const ids = await someEntries(api, { ...own, dictionaryId }, [{}, {}]);
    const entries = ids.map((entryId) => ({ entryId, version: 1 }));
    const bulk = `${entriesUrl(dictionaryId)}/bulk`;
    for (const action of ["DISABLE", "DELETE"]) {
      const versions = action === "DELETE" ? {} : { entries };
      const done = await expecting(
        200,
        client.post(
          bulk,
          { action, entries: entries.map(({ entryId }) => ({ entryId })) },
          ANY_VERSION,
        ),
      );
      const undo = `${bulk}/${Reflect.get(Object(done.body), "actId")}/undo`;
      await expecting(200, client.post(undo, versions, ANY_VERSION));
    }
  },
  "a version that is stale": async ({ api, own, people }) => {
    const client = api.as(people.organizationAdmin);
    const one = `${WORKSPACES}/${await aWorkspace(api, own)}`;
    const first = { "if-match": '"1"' };
    await expecting(200, client.patch(one, { workspaceName: `別の名前${one}` }, first));
    await expecting(412, client.patch(one, { workspaceName: `遅い名前${one}` }, first));
  },
  "people of a file who join workspaces and leave them": async ({ api, own, people }) => {
    const client = api.as(people.organizationAdmin);
    const name = "取り込み先";
    await aWorkspace(api, { ...own, workspaceName: name });
    const file = peopleCsv([`新 人,シン ジン,newcomer@example.com,一般,${name}`]);
    const { digest } = checkOf(await expecting(200, checkPeople(client, MEMBER_IMPORTS, file)));
    const { userImportId } = userImportOf(
      await expecting(201, importPeople(client, MEMBER_IMPORTS, file, { digest })),
    );
    await expecting(200, client.post(`${MEMBER_IMPORTS}/${userImportId}/revert`, {}));
  },
  "a lock that is handed over, and locks and requests that expire": async (world) => {
    const { api, own, people } = world;
    const dictionaryId = await aDictionary(api, own);
    const lock = `${DICTIONARIES}/${dictionaryId}/lock`;
    const holder = api.as(people.dictionaryAdmin);
    const userId = people.dictionaryAdmin.userId;
    const held = tokenHeader(await lockFor(api, { ...own, dictionaryId, userId }));
    const asker = api.as(people.organizationAdmin);
    const { lockToken } = ownEditRequest.parse((await asker.post(`${lock}/request`, {})).body);
    const { request } = watchedLock.parse((await holder.put(lock, undefined, held)).body);
    const answer = { requestId: request?.requestId };
    await expecting(204, holder.post(`${lock}/handover`, { ...answer, when: "LATER" }, held));
    await expecting(204, holder.post(`${lock}/handover`, { ...answer, when: "NOW" }, held));
    await asker.put(`${lock}/request`, undefined, tokenHeader(lockToken));
    await expecting(423, holder.put(lock, undefined, held));
    await expire(world, dictionaryId);
    const waiting = await aDictionary(api, own);
    await lockFor(api, { ...own, dictionaryId: waiting, userId });
    await expecting(200, asker.post(`${DICTIONARIES}/${waiting}/lock/request`, {}));
    await expire(world, waiting);
    await api.app.runScheduledTasks();
  },
  "proposals that are accepted at once": async ({ api, own, people }) => {
    const dictionaryId = await aDictionary(api, own);
    const proposer = { ...own, dictionaryId, proposerId: people.staff.userId };
    const accept = [await aProposal(api, proposer), await aProposal(api, proposer)];
    const client = api.as(people.dictionaryAdmin);
    await expecting(200, client.post(`${PROPOSALS}/decide`, { accept }, ANY_VERSION));
  },
  "a day of the audit log that is over": async ({ api }) => {
    const { owner: db } = api.database.product ?? { owner: api.db };
    await sql`update audit_events set occurred_at = occurred_at - interval '2 days'`.execute(db);
  },
};
