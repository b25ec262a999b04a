import { DICTIONARY_ENGINES } from "../../../../domain/files/formats.ts";
import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import type { Deps } from "../../../context.ts";
import { notFound } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { findAllEntries } from "../queries/allEntries.ts";

/** What of a dictionary each engine cannot take; throws 404. */
export async function readFitness(
  { db, files }: Pick<Deps, "db" | "files">,
  key: DictionaryKey,
): Promise<DictionaryFitness> {
  const found = await findAllEntries(db, key);
  if (!found) throw notFound();
  return { engines: await files.fitness(found.entries, DICTIONARY_ENGINES, key) };
}
