import type { EntryWarning } from "../../../../domain/entries.ts";
import type { Translate } from "../../../i18n/translate.ts";
import styles from "./entries.module.css";

interface WarningProps {
  warnings: readonly EntryWarning[];
  translate: Translate;
}

/** The kinds of an entry's warnings, with an icon and in words. */
export function WarningMark({ warnings, translate }: WarningProps) {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))];
  return (
    <span className={styles.warning}>
      <svg aria-hidden viewBox="0 0 16 16">
        <path d="M8 1 15.5 14.5H.5ZM7.2 6v4h1.6V6Zm0 5.2v1.6h1.6v-1.6Z" />
      </svg>
      {kinds.map((kind) => translate(`resources.entries.warning.${kind}`)).join("・")}
    </span>
  );
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
