import { DICTIONARY_ENGINES } from "../../../../domain/files/formats.ts";
import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import type { Deps } from "../../../context.ts";
import { notFound } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { readRecogniserFitness } from "../../vocabulary/service/recogniserFitness.ts";
import { findAllEntries } from "../queries/allEntries.ts";

/** What of a dictionary each engine and recogniser cannot take; throws 404. */
export async function readFitness(
  { db, database, files }: Pick<Deps, "db" | "database" | "files">,
  key: DictionaryKey,
): Promise<DictionaryFitness> {
  const found = await findAllEntries(db, key);
  if (!found) throw notFound();
  return {
    engines: await files.fitness(found.entries, DICTIONARY_ENGINES, key),
    recognisers: await readRecogniserFitness({ database }, key),
  };
}
