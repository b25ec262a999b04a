import { COUNCIL } from "./council.ts";
import { LAW } from "./law.ts";
import { MEDICINE } from "./medicine.ts";
import { SALES } from "./sales.ts";

/** A transcript, the corrected text, and the words that were recognised wrongly in it. */
export interface HeardPair {
  field: Field;
  before: string;
  after: string;
  misheard: readonly string[];
  reworded: number;
}

export type Field = "medicine" | "law" | "sales" | "council";

/** Texts in our own words: {recognised|right} is an error of recognition, <old|new> a rewording. */
const FIELDS: Readonly<Record<Field, readonly string[]>> = {
  medicine: MEDICINE,
  law: LAW,
  sales: SALES,
  council: COUNCIL,
};

const MARKED = /([{<])([^|{}<>]*)\|([^|{}<>]*)[}>]/gu;

function pairOf(field: Field, marked: string): HeardPair {
  const marks = [...marked.matchAll(MARKED)];
  return {
    field,
    before: marked.replace(MARKED, "$2"),
    after: marked.replace(MARKED, "$3"),
    misheard: marks.flatMap(([, kind, , right = ""]) => (kind === "{" ? [right] : [])),
    reworded: marks.filter(([, kind]) => kind === "<").length,
  };
}

const pairs = (half: 0 | 1) =>
  Object.entries(FIELDS).flatMap(([field, texts]) =>
    texts.filter((_, at) => at % 2 === half).map((text) => pairOf(field as Field, text)),
  );

/** The half that the rules are made with. */
export const BUILDING = pairs(0);
/** The half that proves them; no rule is changed for a text of it. */
export const PROOF = pairs(1);
