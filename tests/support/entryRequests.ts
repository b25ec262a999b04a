import { sql, type Transaction } from "kysely";
import { DEFAULT_PART_OF_SPEECH } from "../../domain/entries/partsOfSpeech.ts";
import { type Entry, entry } from "../../domain/entries/schemas.ts";
import type { Tables } from "../../server/db/tables.ts";
import { transactOn } from "../../server/db/transact.ts";
import { type EntryValues, insertEntries } from "../../server/modules/entries/queries/entries.ts";
import { newChange } from "../../server/modules/vocabulary/queries/vocabulary.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";
import { DICTIONARIES } from "./dictionaryRequests.ts";

export type EntryInput = Partial<EntryValues>;

/** The entries of a dictionary, or one of them. */
export function entriesUrl(dictionaryId: number, entryId?: number): string {
  const all = `${DICTIONARIES}/${dictionaryId}/entries`;
  return entryId === undefined ? all : `${all}/${entryId}`;
}

let made = 0;

/** A surface that no other entry of the run has. */
export function newSurface(): string {
  made += 1;
  return `単語${made}`;
}

/** Inserts entries; returns their ids. */
export function someEntries(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  key: { organizationId: number; dictionaryId: number },
  requested: readonly EntryInput[],
): Promise<number[]> {
  const entries = requested.map((input) => ({
    surface: newSurface(),
    reading: "たんご",
    part_of_speech: DEFAULT_PART_OF_SPEECH,
    weight: 2,
    note: "",
    enabled: true,
    ...input,
  }));
  return transactOn(db)(async (trx) => {
    const changeId = await newChange(trx, key.organizationId);
    const entryIds = await insertEntries(trx, key, { entries, changeId, at: clock.now() });
    await countEntries(trx, key);
    return entryIds;
  });
}

async function countEntries(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: { organizationId: number; dictionaryId: number },
): Promise<void> {
  await sql`
    update dictionaries d set entry_count = (
      select count(*) from dictionary_entries e
      where e.organization_id = ${organizationId} and e.dictionary_id = ${dictionaryId})
    where d.organization_id = ${organizationId} and d.dictionary_id = ${dictionaryId}`.execute(trx);
}

/** Inserts so many entries in one statement. */
export function manyEntries(
  { db }: Pick<TestApi, "db">,
  key: { organizationId: number; dictionaryId: number },
  count: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into dictionary_entries (organization_id, dictionary_id, surface, reading,
        part_of_speech, surface_key, reading_key, created_at, updated_at)
      select ${key.organizationId}::bigint, ${key.dictionaryId}::bigint, n::text, 'あ' || n, '名詞',
        n::text, 'あ', now(), now()
      from generate_series(1, ${count}::integer) n`.execute(trx);
    await countEntries(trx, key);
  });
}

export async function anEntry(
  api: Pick<TestApi, "db" | "clock">,
  key: { organizationId: number; dictionaryId: number },
  input: EntryInput = {},
): Promise<number> {
  const [id = 0] = await someEntries(api, key, [input]);
  return id;
}

/** The entry in an answer; throws if it is none. */
export function entryOf({ body }: Pick<Answer, "body">): Entry {
  return entry.parse(body);
}

/** The entries on a page, in their order. */
function entriesOf({ body }: Pick<Answer, "body">): Entry[] {
  return entry.array().parse(Reflect.get(Object(body), "content"));
}

export const surfacesOf = (answer: Pick<Answer, "body">) =>
  entriesOf(answer).map(({ surface }) => surface);
