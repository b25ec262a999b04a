import type { EntryWarning } from "../../../../domain/entries.ts";
import type { Translate } from "../../../i18n/translate.ts";

interface WarningProps {
  warnings: readonly EntryWarning[];
  translate: Translate;
}

/** The kinds of an entry's warnings, in words. */
export function warningKinds({ warnings, translate }: WarningProps): string {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))];
  return kinds.map((kind) => translate(`resources.entries.warning.${kind}`)).join("・");
}

/** What an entry conflicts with, one sentence each. */
export function warningSentences({ warnings, translate }: WarningProps): string[] {
  const text = (key: string, values: object) =>
    translate(`resources.entries.warning.${key}`, values);
  const surfaces = warnings.flatMap((each) => (each.kind === "SAME_READING" ? [each.surface] : []));
  const same =
    surfaces.length > 0
      ? [text("sameReading", { surfaces: surfaces.join(text("between", {})) })]
      : [];
  const elsewhere = warnings.flatMap((each) =>
    each.kind === "OTHER_CATEGORY"
      ? [text(each.wins ? "wins" : "loses", { name: each.dictionaryName, category: each.category })]
      : [],
  );
  return [...same, ...elsewhere];
}
