import { entryLabels } from "../entries/fields.ts";
import { ENTRY_FIELDS, NEEDED_FIELDS } from "../entries/rules.ts";

/** The headings of our own CSV and TSV: an export writes them so, an import takes them in any order. */
export const ENTRY_HEADINGS: readonly string[] = ENTRY_FIELDS.map((field) => entryLabels[field]);

/** Those that an import cannot do without. */
export const NEEDED_HEADINGS: readonly string[] = NEEDED_FIELDS.map((field) => entryLabels[field]);
