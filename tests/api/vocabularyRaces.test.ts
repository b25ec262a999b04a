import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { VocabularyChanges } from "../../domain/vocabulary/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describeDatabase } from "../support/database.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { editAtRandom, seeded } from "../support/vocabularyEdits.ts";
import { changesSince, VOCABULARY, wordsOf } from "../support/vocabularyRequests.ts";

const WRITERS = 32;
const READERS = 4;
const EDITS = Number(process.env.VOCABULARY_RACE_EDITS ?? 6);

type Upsert = VocabularyChanges["upserts"][number];

describeDatabase("the vocabulary while many write", (engine) => {
  const api = suiteApi(engine, { env: { RATE_LIMIT_PER_MINUTE: "100000" } });

  it("has revisions that rise in the order of commits, so that no reader of changes misses one", async () => {
    const organizationId = await api.anOrganization();
    const keys = await Promise.all(Array.from({ length: READERS }, () => aServiceKey(api)));
    const writers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, n) => ({
        client: api.as(await api.aUser({ organizationId, isOrganizationAdmin: true })),
        workspaceIds: [],
        random: seeded(n),
      })),
    );
    let isOver = false;
    const reading = keys.map(({ key }) => follow(withKey(api, key), organizationId, () => isOver));
    await Promise.all(
      writers.map(async (writer) => {
        for (let edit = 0; edit < EDITS; edit += 1) await editAtRandom(writer);
      }),
    );
    isOver = true;
    const [{ key } = { key: "" }] = keys;
    const again = await changesSince(withKey(api, key), organizationId, 0);
    const all = new Map(again.upserts.map((entry) => [entry.entryId, entry]));
    for (const read of await Promise.all(reading)) {
      expect(read.revision).toBe(again.revision);
      expect(sorted(read.entries)).toEqual(sorted(all));
    }
    expect(again.revision).toBeGreaterThan(READERS);
    const url = `${VOCABULARY}?organizationId=${organizationId}&engine=json`;
    const words = wordsOf(await withKey(api, key).get(url));
    expect(words.entries.every(({ entryId }) => all.has(entryId))).toBe(true);
  });
});

/** Reads changes again and again until the writers are done, and once more. */
async function follow(program: ApiClient, organizationId: number, isOver: () => boolean) {
  const entries = new Map<number, Upsert>();
  let revision = 0;
  for (let isLast = false; !isLast; ) {
    isLast = isOver();
    const read = await changesSince(program, organizationId, revision, 7);
    expect(read.revision).toBeGreaterThanOrEqual(revision);
    for (const entry of read.upserts) entries.set(entry.entryId, entry);
    for (const entryId of read.deletes) entries.delete(entryId);
    revision = read.revision;
    await nextTurn();
  }
  return { revision, entries };
}

function sorted(entries: ReadonlyMap<number, Upsert>): Upsert[] {
  return [...entries.values()].toSorted((one, other) => one.entryId - other.entryId);
}
