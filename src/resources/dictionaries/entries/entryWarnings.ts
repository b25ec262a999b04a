import type { EntryWarning } from "../../../../domain/entries/schemas.ts";
import type { Translate } from "../../../i18n/translate.ts";

interface WarningProps {
  warnings: readonly EntryWarning[];
  translate: Translate;
}

/**
 * The kinds of an entry's warnings, in words. The same reading in one dictionary is common and often
 * meant, so it is only mentioned.
 */
export function warningKinds({ warnings, translate }: WarningProps) {
  const kindOf = (wanted: EntryWarning["kind"]) =>
    warnings.some(({ kind }) => kind === wanted)
      ? translate(`resources.entries.warning.${wanted}`)
      : "";
  return { warned: kindOf("OTHER_CATEGORY"), mentioned: kindOf("SAME_READING") };
}

/** What an entry conflicts with, one sentence each. */
export function warningSentences({ warnings, translate }: WarningProps): string[] {
  const surfaces = warnings.flatMap((each) => (each.kind === "SAME_READING" ? [each.surface] : []));
  const same =
    surfaces.length > 0
      ? [
          translate("resources.entries.warning.sameReading", {
            surfaces: surfaces.join(translate("resources.entries.warning.between")),
          }),
        ]
      : [];
  const elsewhere = warnings.flatMap((each) =>
    each.kind === "OTHER_CATEGORY"
      ? [
          translate(`resources.entries.warning.${each.wins ? "wins" : "loses"}`, {
            name: each.dictionaryName,
            category: each.category,
          }),
        ]
      : [],
  );
  return [...same, ...elsewhere];
}
