import { sql } from "kysely";
import { DEFAULT_PART_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { DEFAULT_WEIGHT } from "../../../../domain/entries/rules.ts";
import { type EntryValues, isSeen } from "../../entries/queries/entries.ts";

/** What a file need not state of an entry, and what a new entry has then. */
const defaults = {
  part_of_speech: DEFAULT_PART_OF_SPEECH,
  weight: DEFAULT_WEIGHT,
  note: "",
  enabled: true,
} as const;

type Field = keyof typeof defaults;
const fields = ["part_of_speech", "weight", "note", "enabled"] as const satisfies readonly Field[];

/** What a row of a file states of an entry; null where it says nothing. */
export type StatedValues = Pick<EntryValues, "surface" | "reading"> & {
  [Name in Field]: EntryValues[Name] | null;
};

export const statedColumns = sql.join(fields.map((name) => sql.ref(name)));

/** The same of an entry `e` with their names, as arguments of jsonb_build_object. */
export const statedValues = sql.join(
  fields.flatMap((name) => [sql.lit(name), sql.ref(`e.${name}`)]),
);

/** What an import of row `r` makes of a field of an entry, or of a new one. */
export const written = (name: Field, before?: "b" | "e") =>
  sql`coalesce(${sql.ref(`r.${name}`)}, ${before ? sql`${sql.ref(`${before}.${name}`)}, ` : sql``}${sql.lit(defaults[name])})`;

/** The same for all `statedColumns`. */
export const writtenColumns = (before?: "b" | "e") =>
  sql.join(fields.map((name) => written(name, before)));

/** Whether the entry `e` is other than an import of row `r` makes it of what it was. */
export const differs = (before: "b" | "e") =>
  sql`(${sql.join(fields.map((name) => sql.ref(`e.${name}`)))})
    is distinct from (${writtenColumns(before)})`;

/** Whether engines see that the entry `e` becomes what an import of row `r` makes of it. */
export const isWrittenSeen = isSeen({
  part_of_speech: written("part_of_speech", "e"),
  weight: written("weight", "e"),
  enabled: written("enabled", "e"),
});
