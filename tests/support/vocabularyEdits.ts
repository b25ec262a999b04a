import type { ApiClient } from "./apiClient.ts";
import { DICTIONARIES } from "./dictionaryRequests.ts";
import { entriesUrl } from "./entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "./importRequests.ts";

const ANY = { "if-match": "*" };
const CATEGORIES = ["一般辞書", "組織辞書", "業務辞書"] as const;

export interface Editor {
  client: ApiClient;
  workspaceIds: readonly number[];
  /** A whole number from 0 to below `most`. */
  random: (most: number) => number;
}

/** Entries that often have the same surface and reading in several dictionaries. */
const aWord = ({ random }: Editor) => ({
  surface: `語${random(12)}`,
  reading: `ご${"あいうえおかきくけこ"[random(3)]}`,
  weight: 1 + random(3),
  enabled: random(5) > 0,
});

async function idsOn(client: ApiClient, url: string, name: string): Promise<number[]> {
  const { body } = await client.get(`${url}?size=100`);
  const content: unknown = Reflect.get(Object(body), "content");
  return Array.isArray(content)
    ? content.map((each) => Number(Reflect.get(Object(each), name)))
    : [];
}

/**
 * Changes something in the dictionaries of an organization at random, as people and programs do. A
 * change may be refused, such as a word that is there already.
 */
export async function editAtRandom(editor: Editor): Promise<void> {
  const { client, random, workspaceIds } = editor;
  const dictionaries = await idsOn(client, DICTIONARIES, "dictionaryId");
  const dictionaryId = dictionaries[random(Math.max(dictionaries.length, 3))];
  if (dictionaryId === undefined) {
    await client.post(DICTIONARIES, {
      category: CATEGORIES[random(3)],
      dictionaryName: `用語${random(1_000_000)}`,
      workspaceIds: workspaceIds.filter(() => random(3) === 0),
    });
    return;
  }
  const url = entriesUrl(dictionaryId);
  const entryIds = await idsOn(client, url, "entryId");
  const entryId = entryIds[random(Math.max(entryIds.length, 1))];
  const edits: (() => Promise<unknown>)[] = [
    () => client.post(url, aWord(editor), ANY),
    () => client.post(`${url}/batch`, { create: [aWord(editor), aWord(editor)] }, ANY),
    () => client.patch(`${url}/${entryId}`, aWord(editor), ANY),
    () => client.patch(`${url}/${entryId}`, { note: `${random(100)}` }, ANY),
    () => client.patch(`${url}/${entryId}`, { enabled: random(2) > 0 }, ANY),
    () => client.delete(`${url}/${entryId}`, ANY),
    () =>
      client.patch(
        `${DICTIONARIES}/${dictionaryId}`,
        { workspaceIds: workspaceIds.filter(() => random(3) === 0) },
        ANY,
      ),
    () => importAtRandom(editor, dictionaryId),
    async () => {
      if (random(4) === 0) await client.delete(`${DICTIONARIES}/${dictionaryId}`, ANY);
    },
  ];
  await edits[random(edits.length)]?.();
}

async function importAtRandom(editor: Editor, dictionaryId: number): Promise<void> {
  const { client, random } = editor;
  const rows = Array.from({ length: 1 + random(5) }, () => {
    const { surface, reading, weight } = aWord(editor);
    return `${surface},${reading},名詞,${weight},,`;
  });
  const uploaded = await upload(client, dictionaryId, ownCsv(rows));
  // Another user may have deleted the dictionary.
  if (uploaded.status !== 201) return;
  const { importId } = importOf(uploaded);
  const mode = (["add", "merge", "replace"] as const)[random(3)];
  const below = (action: string) => importsUrl(dictionaryId, `/${importId}/${action}`);
  await client.post(below("commit"), { mode, skipErrors: true }, ANY);
  if (random(2) === 0) await client.post(below("revert"), {}, ANY);
}

/** A generator of whole numbers, the same for the same seed (mulberry32). */
export function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}
