import { entryLabels } from "../entries/fields.ts";
import { ENTRY_FIELDS } from "../entries/rules.ts";

/** The headings of our own CSV and TSV: an export writes them so, an import takes them in any order. */
export const ENTRY_HEADINGS: readonly string[] = ENTRY_FIELDS.map((field) => entryLabels[field]);

/** The one that an import cannot do without; readings that are missing are proposed. */
export const NEEDED_HEADING: string = entryLabels.surface;
