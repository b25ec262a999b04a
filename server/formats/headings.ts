import { importErrorLabels } from "../../domain/imports/rules.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { listedWord, shortened } from "../../domain/text/shortened.ts";

/** The columns that a kind of sheet may have: words, people, contracts. */
export interface SheetColumns<Field extends string> {
  fields: readonly Field[];
  labels: Readonly<Record<Field, string>>;
  /** What people and other programs write above a column besides our label and the field's name. */
  otherNames: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** The field that has the reading of another one: 氏名（カナ） and 氏名フリガナ are it. */
  readings: Readonly<Partial<Record<Field, Field>>>;
  /** Names whose meaning depends on the columns that other headings name. */
  ambiguous?: {
    names: readonly string[];
    means: (has: (field: Field) => boolean) => Field | undefined;
  };
}

export interface Headings<Field> {
  positions: ReadonlyMap<Field, number>;
  twice: string | undefined;
  /** How many columns have a heading, those between included. */
  columns: number;
  /** Headings whose columns are not imported, each shortened. */
  ignored: string[];
}

/** Titles, dates and the like that may stand above the headings. */
export const MOST_TITLE_ROWS = 10;

const isFilled = (cell: string) => cell.trim() !== "";

/** Remarks beside a name: （必須）, 【ひらがな】, ［任意］. */
const REMARK = /\(([^()]*)\)|\[([^[\]]*)\]|【([^【】]*)】|〔([^〔〕]*)〕|<([^<>]*)>/gu;
/** The same without brackets: *, ※必須. */
const MARKS = /※[^\n]*|[*:★●]|(?:必須|任意|required|optional)\s*$/giu;
const READING =
  "フリガナ|ふりがな|振り?仮名|振りがな|ヨミガナ|よみがな|読み?仮名|読みがな|カナ|かな|ヨミ|よみ|読み";
const IS_READING = new RegExp(`^(?:全角|半角)?(?:${READING})$`, "u");
const WITH_READING = new RegExp(`^(.+?)[_・-]?(?:${READING})$`, "su");
/** Units that no column has: hours are not read as minutes. */
const OTHER_UNIT = /^(?:時間|h|hours?|秒|s|seconds?|千?円|千件)$/iu;

/** A heading without remarks but that it is a reading; undefined with a unit that no column has. */
function bareName(name: string): string | undefined {
  const remarks = [...name.matchAll(REMARK)].map(([, ...inner]) => inner.join("").trim());
  if (remarks.some((remark) => OTHER_UNIT.test(remark))) return undefined;
  const reading = remarks.find((remark) => IS_READING.test(remark)) ?? "";
  return name.replace(REMARK, "").replace(MARKS, "").trim() + reading;
}

interface Named<Field> {
  field: Field;
  key: string;
  position: number;
  /** It is the label of the field, which comes before other names. */
  isLabel: boolean;
}

interface FindRules<Field> {
  accepts: (headings: Headings<Field>) => boolean;
  endsTitles?: (cells: readonly string[]) => boolean;
}

export class HeadingFinder<Field extends string> {
  readonly #sheet: SheetColumns<Field>;
  /** Fields by the keys of their names; labels come before other names, these before names of fields. */
  readonly #known: ReadonlyMap<string, Field>;
  readonly #ambiguous: ReadonlySet<string>;

  constructor(sheet: SheetColumns<Field>) {
    const { fields, labels, otherNames, ambiguous } = sheet;
    const named = (namesOf: (field: Field) => readonly string[]) =>
      fields.flatMap((field) =>
        namesOf(field).map((name): [string, Field] => [searchKey(name), field]),
      );
    this.#sheet = sheet;
    this.#ambiguous = new Set(ambiguous?.names.map((name) => searchKey(name)));
    this.#known = new Map(
      [
        ...named((field) => [field]),
        ...named((field) => otherNames[field] ?? []),
        ...named((field) => [labels[field]]),
      ].filter(([key]) => !this.#ambiguous.has(key)),
    );
  }

  /** The columns of a row of headings. Of several names of a field, its label or the first one counts. */
  headingsOf(cells: readonly string[]): Headings<Field> {
    const { fields, ambiguous } = this.#sheet;
    const named = cells.flatMap((cell, position) => this.#named(cell, position) ?? []);
    const columns = fields.map((field) => columnOf(field, named));
    const twin = columns.find(([, second]) => second)?.[1];
    const positions = new Map(
      columns.flatMap(([first]) => (first ? [[first.field, first.position] as const] : [])),
    );
    const taken = new Set(positions.values());
    const meant = ambiguous?.means((field) => positions.has(field));
    const position = cells.findIndex((cell, n) => !taken.has(n) && this.#isAmbiguous(cell));
    if (meant !== undefined && position >= 0) positions.set(meant, position);
    return {
      positions,
      twice: twin && cells[twin.position],
      columns: cells.findLastIndex(isFilled) + 1,
      ignored: ignoredIn(cells, new Set(positions.values())),
    };
  }

  /**
   * The index of the first row that is one of headings; -1 without one. Rows above it are titles, but
   * for one after which there are none.
   */
  find(rows: readonly (readonly string[])[], { accepts, endsTitles }: FindRules<Field>): number {
    for (const [index, cells] of rows.slice(0, MOST_TITLE_ROWS + 1).entries()) {
      if (accepts(this.headingsOf(cells))) return index;
      if (endsTitles?.(cells)) return -1;
    }
    return -1;
  }

  #named(cell: string, position: number): Named<Field> | undefined {
    const { labels } = this.#sheet;
    const name = listedWord(cell) ?? "";
    const bare = bareName(name);
    if (bare === undefined) return undefined;
    // Name [displayName] Required: programs put their own name into the brackets.
    const inBrackets = [...name.matchAll(/\[(\w+)\]/gu)].map(([, inner = ""]) => inner);
    for (const written of [name, ...inBrackets, bare]) {
      const key = searchKey(written);
      const field = this.#known.get(key);
      if (field === undefined) continue;
      const isLabel = key === searchKey(labels[field]) || key === searchKey(field);
      return { field, key, position, isLabel };
    }
    const field = this.#readingIn(bare);
    return field && { field, key: searchKey(bare), position, isLabel: false };
  }

  /** The field of 氏名フリガナ, where that is no name of its own. */
  #readingIn(bare: string): Field | undefined {
    const { readings } = this.#sheet;
    const [, base = ""] = WITH_READING.exec(bare) ?? [];
    const field = this.#known.get(searchKey(base));
    if (field === undefined) return undefined;
    return readings[field] ?? (Object.values(readings).includes(field) ? field : undefined);
  }

  #isAmbiguous(cell: string): boolean {
    return this.#ambiguous.has(searchKey(bareName(listedWord(cell) ?? "") ?? ""));
  }
}

/** The heading of a field, and the one that is called the same, if there is one. */
function columnOf<Field>(field: Field, named: readonly Named<Field>[]): Named<Field>[] {
  const all = named.filter((one) => one.field === field);
  const labelled = all.filter(({ isLabel }) => isLabel);
  const [first, ...others] = labelled.length > 0 ? labelled : all;
  if (!first) return [];
  const twin = others.find(({ isLabel, key }) => isLabel || key === first.key);
  return twin ? [first, twin] : [first];
}

/** What a file of error rows has besides; both together are such a file's. */
const ERROR_HEADINGS: readonly string[] = [importErrorLabels.line, importErrorLabels.reason];

function ignoredIn(cells: readonly string[], taken: ReadonlySet<number>): string[] {
  const ignored = cells.filter((cell, n) => isFilled(cell) && !taken.has(n)).map(shortened);
  return ERROR_HEADINGS.every((heading) => ignored.includes(heading))
    ? ignored.filter((heading) => !ERROR_HEADINGS.includes(heading))
    : ignored;
}
