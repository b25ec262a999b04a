import type { DictionaryFitness } from "../../../../domain/files/schemas.ts";
import { RECOGNISERS } from "../../../../domain/vocabulary/rules.ts";
import type { Deps } from "../../../context.ts";
import { openSnapshot } from "../../../db/snapshot.ts";
import { vocabularyForms } from "../../../formats/vocabulary.ts";
import { vocabularyRows } from "../queries/vocabulary.ts";
import { presentVocabularyEntry } from "./readVocabulary.ts";

type RecogniserFitness = DictionaryFitness["recognisers"];

/** Reading and converting so many rows takes about 10 ms, during which no other request runs. */
const ROWS_AT_ONCE = 200;
const MOST_ENTRIES = 200;

/**
 * What of a dictionary the speech recognisers do not get. The words of all dictionaries make up one
 * list, so a word may find no room because others are more important.
 */
export async function readRecogniserFitness(
  { database }: Pick<Deps, "database">,
  { organizationId, dictionaryId }: { organizationId: number; dictionaryId: number },
): Promise<RecogniserFitness> {
  const reports = RECOGNISERS.map((engine) => ({
    convert: vocabularyForms[engine].open({}),
    fitness: nothingOf(engine),
  }));
  const snapshot = await openSnapshot(database, async () => ({
    total: 0,
    rows: vocabularyRows({ organizationId }),
  }));
  try {
    for (let more = true; more; ) {
      const rows = await snapshot.next(ROWS_AT_ONCE);
      more = rows.length === ROWS_AT_ONCE;
      for (const row of rows) {
        const entry = presentVocabularyEntry(row);
        for (const { convert, fitness } of reports) {
          const converted = convert(entry);
          if (row.dictionary_id !== dictionaryId) continue;
          fitness.total += 1;
          if ("text" in converted) continue;
          fitness.unfit += 1;
          const { entryId, surface, reading } = entry;
          if (fitness.entries.length < MOST_ENTRIES)
            fitness.entries.push({ entryId, surface, reading, ...converted });
        }
      }
    }
  } finally {
    await snapshot.close();
  }
  return reports.map(({ fitness }) => fitness);
}

function nothingOf(engine: RecogniserFitness[number]["engine"]): RecogniserFitness[number] {
  return { engine, total: 0, unfit: 0, entries: [] };
}
