import { type DictionaryImport, dictionaryImport } from "../../domain/imports/schemas.ts";
import type { TestApi } from "./api.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { DICTIONARIES } from "./dictionaryRequests.ts";
import { formRequest } from "./formRequest.ts";

export function importsUrl(dictionaryId: number, below = ""): string {
  return `${DICTIONARIES}/${dictionaryId}/imports${below}`;
}

/** A form with a file, and with what the user chose. */
export function uploadOf(
  content: string | Uint8Array<ArrayBuffer>,
  { name = "単語.csv", ...chosen }: { name?: string; format?: string; encoding?: string } = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(chosen)) form.set(field, value);
  form.set("file", new File([content], name));
  return form;
}

export async function upload(
  client: ApiClient,
  dictionaryId: number,
  form: FormData | string,
): Promise<Answer> {
  const sent = await formRequest(typeof form === "string" ? uploadOf(form) : form);
  return client.send("POST", importsUrl(dictionaryId), sent);
}

/** A CSV file of our own format with these rows of surface, reading and further columns. */
export function ownCsv(rows: readonly string[], head = "表記,読み,品詞,強さ,備考,有効"): string {
  return [head, ...rows, ""].join("\r\n");
}

export function importOf({ body }: Pick<Answer, "body">): DictionaryImport {
  return dictionaryImport.parse(body);
}

interface Stored {
  surface: string;
  reading: string;
}

/** All that an export of a dictionary shows, in its order. */
export async function storedEntries({ db }: Pick<TestApi, "db">, dictionaryId: number) {
  return db
    .selectFrom("dictionary_entries")
    .select(["entry_id", "surface", "reading", "part_of_speech", "weight", "note", "enabled"])
    .where("dictionary_id", "=", dictionaryId)
    .orderBy("entry_id")
    .execute() satisfies Promise<Stored[]>;
}
