/** Whose personal data is erased: what the person was called, and the number that stays. */
export interface ErasedPerson {
  /** Null for one who is known by an e-mail address alone, such as the admin of a contract. */
  userId: string | null;
  number: number;
  email: string;
  /** Names and readings, the earlier ones too. */
  names: readonly string[];
  /** Earlier e-mail addresses. */
  emails?: readonly string[];
}

/** What stands in place of a name. */
export function erasedName(number: number): string {
  return `削除された利用者${number}`;
}

/** The domain can receive no mail (RFC 2606). */
const ERASED_DOMAIN = "@erased.invalid";

/** What stands in place of an address. */
export function erasedEmail(number: number): string {
  return `erased-${number}${ERASED_DOMAIN}`;
}

const ERASED = /削除された利用者(\d+)|erased-(\d+)@erased\.invalid/g;

/** The numbers of the erased people whose names or addresses a text has. */
export function erasedNumbersIn(text: string): number[] {
  return [...text.matchAll(ERASED)].map(([, ofName, ofEmail]) => Number(ofName ?? ofEmail));
}

export function isErasedEmail(email: string): boolean {
  return email.endsWith(ERASED_DOMAIN);
}

/** A shorter name would be found inside of other words: 林 in 小林 and 林業. */
const SHORTEST = 3;
const BLANKS = /[\s\u3000]+/gu;

/**
 * How a name is looked for in free text: as it is, without the blank and with an ideographic one. None
 * if it is shorter than three characters, which would be found in other words.
 */
function searchedNames(names: readonly string[]): string[] {
  const found = names.flatMap((name) => {
    const together = name.replace(BLANKS, "");
    if ([...together].length < SHORTEST) return [];
    return [name, together, name.replace(BLANKS, " "), name.replace(BLANKS, "\u3000")];
  });
  return [...new Set(found)];
}

/** A text in which letters are alike in any case, with the place of each of its characters in the original. */
interface Folded {
  text: string;
  /** Missing where the places are the same. */
  positions?: readonly number[];
}

const DOT_ABOVE = /\u0307/;

/** Letters that have one small form each, of the same length. */
const PLAIN = /^[\0-\x7f\u3000-\u9fff\uff00-\uffef]*$/;

/**
 * Folds each letter by itself: the small form of Σ depends on its neighbours, that of İ is an i with a dot
 * of its own, which is left out.
 */
function folded(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase() };
  let fold = "";
  const positions: number[] = [];
  let position = 0;
  for (const letter of text) {
    const small = letter.toUpperCase().toLowerCase().replace(DOT_ABOVE, "");
    for (let unit = 0; unit < small.length; unit += 1) positions.push(position);
    fold += small;
    position += letter.length;
  }
  positions.push(position);
  return { text: fold, positions };
}

/** Conditions of a view in one line, as the log has them: `q=林 size=50`. */
const CONDITIONS = /^\w+=/;
const BETWEEN_CONDITIONS = / (?=\w+=)/;
const FILE_ENDING = /\.\w{1,5}$/;

/** A name as the whole of a value, however its blanks are. */
const wholeName = (name: string) => folded(name.replace(BLANKS, "")).text;

/** Replaces the words of some people in texts and in values of JSON. */
export class Eraser {
  /** By the first two characters, the longest first, so that many people cost no more than few. */
  readonly #words = new Map<string, { word: string; by: string }[]>();
  readonly #people = new Map<string, ErasedPerson>();
  readonly #named = new Map<string, ErasedPerson>();

  constructor(people: readonly ErasedPerson[]) {
    for (const person of people) {
      for (const name of person.names) this.#named.set(wholeName(name), person);
      if (person.userId !== null) this.#people.set(person.userId, person);
      for (const word of searchedNames(person.names)) this.#add(word, erasedName(person.number));
      for (const email of [person.email, ...(person.emails ?? [])]) {
        this.#add(email, erasedEmail(person.number));
      }
    }
    for (const words of this.#words.values()) words.sort((a, b) => b.word.length - a.word.length);
  }

  #add(text: string, by: string): void {
    const word = folded(text).text;
    const key = word.slice(0, 2);
    const words = this.#words.get(key) ?? [];
    if (!words.some((one) => one.word === word)) words.push({ word, by });
    this.#words.set(key, words);
  }

  personOf(userId: string | null): ErasedPerson | undefined {
    return userId === null ? undefined : this.#people.get(userId);
  }

  /**
   * The text with each name and address replaced; a name of two characters only where it is the whole, also
   * of a condition or before the ending of a file name.
   */
  text(text: string): string {
    if (!CONDITIONS.test(text)) return this.#one(text);
    const parts = text.split(BETWEEN_CONDITIONS).map((part) => {
      const value = part.indexOf("=") + 1;
      return part.slice(0, value) + this.#one(part.slice(value));
    });
    return parts.join(" ");
  }

  #one(text: string): string {
    const [ending = ""] = FILE_ENDING.exec(text) ?? [];
    for (const [whole, rest] of [
      [text, ""],
      [text.slice(0, text.length - ending.length), ending],
    ] as const) {
      const named = this.#named.get(wholeName(whole));
      if (named) return erasedName(named.number) + rest;
    }
    const { text: fold, positions } = folded(text);
    const positionOf = (at: number) => positions?.[at] ?? at;
    let written = "";
    let from = 0;
    for (let at = 0; at < fold.length; at += 1) {
      const found = this.#words
        .get(fold.slice(at, at + 2))
        ?.find(({ word }) => fold.startsWith(word, at));
      if (!found) continue;
      written += text.slice(from, positionOf(at)) + found.by;
      at += found.word.length - 1;
      from = positionOf(at + 1);
    }
    return written + text.slice(from);
  }

  finds(value: unknown): boolean {
    return JSON.stringify(this.value(value)) !== JSON.stringify(value);
  }

  /** A value of JSON with each name and address replaced; the user of an element is known by its id. */
  value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((element) => this.value(element));
    if (typeof value !== "object" || value === null) return value;
    const userId = idIn(value);
    const person = this.personOf(userId);
    // Another person may have the same name.
    if (userId !== null && !person) return value;
    const entries = Object.entries(value).map(([field, inner]) => [
      field,
      person && inner !== null ? ownValue(person, field, this.value(inner)) : this.value(inner),
    ]);
    return Object.fromEntries(entries);
  }
}

function idIn(value: object): string | null {
  const id: unknown = Reflect.get(value, "userId");
  return typeof id === "string" ? id : null;
}

/** Whether a field of a user's record is the name of that user. */
export function isOfPerson(field: string): boolean {
  return field === "userName" || field === "userNameKana";
}

/** The value of a field of a person's own record after erasing. */
export function ownValue({ number }: ErasedPerson, field: string, value: unknown): unknown {
  if (value === null) return null;
  if (isOfPerson(field)) return erasedName(number);
  return field === "email" ? erasedEmail(number) : value;
}
