import { weightLabels } from "../../../../domain/entries/fields.ts";
import {
  DEFAULT_PART_OF_SPEECH,
  PARTS_OF_SPEECH,
} from "../../../../domain/entries/partsOfSpeech.ts";
import {
  DEFAULT_WEIGHT,
  ENTRY_FIELDS,
  type EntryField,
  LEAST_WEIGHT,
  MOST_WEIGHT,
} from "../../../../domain/entries/rules.ts";
import type { Entry, EntryCreate, EntryWarning } from "../../../../domain/entries/schemas.ts";
import { enabledIn, enabledText } from "../../../../domain/entries/state.ts";
import { listedWord } from "../../../../domain/text/shortened.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";

/** The fields that people write, in the order of the columns and of pasted cells. */
export const FIELDS = ENTRY_FIELDS;
export type Field = EntryField;

/** The cells of a row as they were typed or pasted. */
export type Texts = Partial<Record<Field, string>>;

export type Values = { [F in Field]-?: NonNullable<EntryCreate[F]> };

/** A cell as people copy and edit it. */
export function textOf(entry: Values, field: Field): string {
  if (field === "enabled") return enabledText(entry.enabled);
  return String(entry[field]);
}

/** A cell as the table shows it. */
export function shownTextOf(entry: Values, field: Field): string {
  const text = textOf(entry, field);
  return field === "weight" ? (weightLabels[entry.weight] ?? text) : text;
}

/** The other state of an entry, as a cell says it. */
export function otherState(cell: string): string {
  return enabledText(enabledIn(cell) === false);
}

/** The place of a part of speech among all; -1 for any other text. */
export function indexOfPartOfSpeech(text: string): number {
  const part = PARTS_OF_SPEECH.find((name) => name === text);
  return part ? PARTS_OF_SPEECH.indexOf(part) : -1;
}

export const isPartOfSpeech = (text: string | undefined) =>
  text !== undefined && indexOfPartOfSpeech(text) >= 0;

/** All parts of speech until something is typed, then those that contain it. */
export function partsOfSpeechFor({ text, inText }: { text: string; inText: boolean }) {
  if (inText && isPartOfSpeech(text)) return PARTS_OF_SPEECH;
  const found = PARTS_OF_SPEECH.filter((name) => name.includes(text.trim()));
  return found.length > 0 && !isPartOfSpeech(text) ? found : PARTS_OF_SPEECH;
}

/** The value of a typed cell; undefined if it is none. The server checks the rest. */
const readers: { [F in Field]: (text: string) => Values[F] | undefined } = {
  surface: (text) => text,
  reading: (text) => text,
  note: (text) => text,
  partOfSpeech: (text) =>
    text === "" ? DEFAULT_PART_OF_SPEECH : PARTS_OF_SPEECH.find((name) => name === text),
  weight: (text) => {
    const weight = text === "" ? DEFAULT_WEIGHT : Number(text);
    const isKnown = Number.isInteger(weight) && weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT;
    return isKnown ? weight : undefined;
  },
  enabled: (text) => (text === "" ? true : enabledIn(text)),
};

/** The values of typed cells, and the fields that have none. */
export function valuesOf(texts: Texts): { values: Partial<Values>; unread: Field[] } {
  const values: Partial<Values> = {};
  const unread: Field[] = [];
  const read = <F extends Field>(field: F) => {
    const text = texts[field];
    if (text === undefined) return;
    const word = isFree(field) ? text : listedWord(text);
    const value = word === undefined ? undefined : readers[field](word);
    if (value === undefined) unread.push(field);
    else values[field] = value;
  };
  FIELDS.forEach(read);
  return { values, unread };
}

/** Fields of any text, whose full-width characters are kept. */
function isFree(field: Field): boolean {
  return field === "surface" || field === "reading" || field === "note";
}

/** What an entry has in the fields of `texts`. */
export function valuesIn(entry: Entry, texts: Texts): Partial<Values> {
  const { values } = valuesOf(
    Object.fromEntries(FIELDS.filter((f) => f in texts).map((f) => [f, textOf(entry, f)])),
  );
  return values;
}

/** The values of an entry without what the server adds. */
export function writtenValues(entry: Entry): Values {
  const { surface, reading, partOfSpeech, weight, note, enabled } = entry;
  return { surface, reading, partOfSpeech, weight, note, enabled };
}

/**
 * The kinds of an entry's warnings, in words. The same reading is common and often meant, so it is
 * only mentioned, and that AmiVoice gets one entry for it.
 */
export function warningKinds(warnings: readonly EntryWarning[]) {
  const kindsOf = (...wanted: EntryWarning["kind"][]) =>
    wanted
      .filter((each) => warnings.some(({ kind }) => kind === each))
      .map((each) => entries.warning[each])
      .join(entries.warning.dot);
  return {
    warned: kindsOf("OTHER_CATEGORY"),
    mentioned: kindsOf("SAME_READING", "OUTRANKED_READING"),
  };
}

/** What an entry conflicts with, one sentence each. */
export function warningSentences(warnings: readonly EntryWarning[]): string[] {
  const surfaces = warnings.flatMap((each) => (each.kind === "SAME_READING" ? [each.surface] : []));
  const same =
    surfaces.length > 0
      ? [entries.warning.sameReading(surfaces.join(entries.warning.between))]
      : [];
  const elsewhere = warnings.flatMap((each) =>
    each.kind === "OTHER_CATEGORY"
      ? [entries.warning[each.wins ? "wins" : "loses"](each.dictionaryName, each.category)]
      : [],
  );
  const outranked = warnings.flatMap((each) =>
    each.kind === "OUTRANKED_READING"
      ? [
          each.dictionaryName
            ? entries.warning.outrankedBy(each.surface, each.dictionaryName)
            : entries.warning.outranked(each.surface),
        ]
      : [],
  );
  return [...same, ...elsewhere, ...outranked];
}
