import type { FileEncoding } from "../../domain/files/formats.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { importErrorLabels } from "../../domain/imports/sentences.ts";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { listedWord } from "../../domain/text/listedWord.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { shortened } from "../../domain/text/shortened.ts";
import { personHeadings } from "../../domain/userImports/labels.ts";
import {
  MOST_PEOPLE,
  neededFields,
  type PeopleScope,
  type PersonCells,
  type PersonField,
  scopeFields,
} from "../../domain/userImports/rules.ts";
import { personSentences } from "../../domain/userImports/sentences.ts";
import { user } from "../../domain/users/schemas.ts";
import { type FileProblem, UnreadableFile, unreadable } from "./fileProblem.ts";
import type { Syntax } from "./format.ts";
import { MOST_TITLE_ROWS } from "./headings.ts";
import { restored } from "./own.ts";
import { textOf } from "./readFile.ts";
import { type FileRecord, readRecords } from "./records.ts";

/** A row of a file. Without a reason its cells are as users have them; else as they stand there. */
interface PersonRow {
  line: number;
  cells: PersonCells;
  reason: string | null;
}

export interface PeopleFile {
  encoding: FileEncoding;
  ignoredColumns: string[];
  rows: PersonRow[];
}

const csv: Syntax = { delimiter: ",", quoted: true, newline: "\r\n" };
const tsv: Syntax = { ...csv, delimiter: "\t" };

/** What people write above the columns besides our headings: the labels of our own lists, too. */
const OTHER_NAMES: Readonly<Partial<Record<PersonField, readonly string[]>>> = {
  userName: ["名前", "お名前", "利用者名"],
  userNameKana: ["氏名（フリガナ）", "氏名フリガナ", "氏名カナ", "カナ", "ふりがな", "読み"],
  email: ["メール", "Eメール", "E-mail", "email", "アドレス"],
  roles: ["権限"],
};

const fieldsOf = (scope: PeopleScope) =>
  new Map(
    scopeFields[scope].flatMap((field) =>
      [personHeadings[field], field, ...(OTHER_NAMES[field] ?? [])].map(
        (name): [string, PersonField] => [searchKey(name), field],
      ),
    ),
  );

const knownFields: Readonly<Record<PeopleScope, ReadonlyMap<string, PersonField>>> = {
  users: fieldsOf("users"),
  members: fieldsOf("members"),
};

/** What a file of error rows has besides; its columns are passed over. */
const ERROR_HEADINGS: readonly string[] = [importErrorLabels.line, importErrorLabels.reason];

/**
 * Reads a file of people of at most MOST_PEOPLE rows, and checks each row by the rules of a user's
 * fields. Never throws for what a file holds.
 */
export function readPeopleFile(
  bytes: Uint8Array,
  scope: PeopleScope,
): PeopleFile | { problem: FileProblem } {
  try {
    const { text, encoding } = textOf(bytes);
    return { encoding, ...rowsOf(text, scope) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem };
    throw error;
  }
}

function rowsOf(text: string, scope: PeopleScope): Omit<PeopleFile, "encoding"> {
  const [firstLine = ""] = text.trimStart().split(/[\r\n]/, 1);
  const records = readRecords(text, firstLine.includes("\t") ? tsv : csv);
  const headings = findHeadings(records, scope);
  const rows = records.slice(headings.at + 1);
  if (rows.length === 0) throw unreadable("NO_ROWS");
  if (rows.length > MOST_PEOPLE) throw unreadable("TOO_MANY_ROWS");
  return {
    ignoredColumns: headings.ignored,
    rows: rows.map((record) => rowOf(record, headings)),
  };
}

interface Headings {
  at: number;
  places: ReadonlyMap<PersonField, number>;
  /** How many columns have a heading, those between included. */
  columns: number;
  ignored: string[];
}

/** The row of headings, above which titles may stand. Throws if a needed column is missing. */
function findHeadings(records: readonly FileRecord[], scope: PeopleScope): Headings {
  let best = { at: 0, named: 0 };
  for (const [at, { cells }] of records.slice(0, MOST_TITLE_ROWS + 1).entries()) {
    const named = cells.filter((cell) => fieldOf(cell, scope) !== undefined).length;
    if (named > best.named) best = { at, named };
  }
  const { cells = [], line = 1 } = records[best.at] ?? {};
  const places = new Map<PersonField, number>();
  for (const [place, cell] of cells.entries()) {
    const field = fieldOf(cell, scope);
    if (field === undefined) continue;
    if (places.has(field)) throw unreadable("COLUMN_TWICE", line, shortened(cell));
    places.set(field, place);
  }
  for (const needed of neededFields[scope]) {
    if (!places.has(needed)) throw unreadable("HEADING_MISSING", line, personHeadings[needed]);
  }
  const taken = new Set(places.values());
  const ignored = cells
    .filter((cell, place) => isFilled(cell) && !taken.has(place))
    .map(shortened)
    .filter((heading) => !ERROR_HEADINGS.includes(heading));
  return { at: best.at, places, columns: cells.findLastIndex(isFilled) + 1, ignored };
}

const isFilled = (cell: string) => cell.trim() !== "";

function fieldOf(cell: string, scope: PeopleScope): PersonField | undefined {
  const name = listedWord(cell);
  return name === undefined ? undefined : knownFields[scope].get(searchKey(name));
}

/** An export writes ' before such a value, which `restored` takes away. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/u;

const person = user
  .pick({ userName: true, email: true })
  .extend({ userNameKana: user.shape.userNameKana.unwrap().optional() });

function rowOf({ line, cells: written }: FileRecord, headings: Headings): PersonRow {
  const cells: PersonCells = {};
  const reasons: string[] = [];
  for (const [field, place] of headings.places) {
    const cell = (written[place] ?? "").trim();
    cells[field] = restored(cell);
    if (FORMULA.test(cell)) reasons.push(personSentences.formula(personHeadings[field]));
  }
  const checked = person.safeParse({ ...cells, userNameKana: cells.userNameKana || undefined });
  if (!checked.success && reasons.length === 0) {
    for (const { path, message } of checked.error.issues) {
      const isKana = message === fieldSentences.kana;
      reasons.push(isKana && path[0] === "userNameKana" ? personSentences.kana : message);
    }
  }
  if (written.slice(headings.columns).some(isFilled)) reasons.push(rowSentences.tooManyColumns);
  const { data: { userName = "", email = "", userNameKana } = {} } = checked;
  if (reasons.length > 0) return { line, cells, reason: [...new Set(reasons)].join("") };
  const kana = userNameKana === undefined ? {} : { userNameKana };
  return { line, cells: { ...cells, userName, email, ...kana }, reason: null };
}
