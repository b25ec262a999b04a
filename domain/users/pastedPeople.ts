import { readCells } from "../text/copiedCells.ts";
import { normalEmail } from "./emailAddress.ts";

/** A person to invite, as a pasted list names one. */
export interface PastedPerson {
  email: string;
  /** What stands before the address, else its part before @. */
  userName: string;
}

export interface Pasted {
  people: PastedPerson[];
  /** Parts without an address. */
  unread: string[];
}

/** Up to a separator, which may stand in a quoted name: "佐藤, 花子" <…>. */
const PART = /(?:"[^"\n]*"(?=\s*[<＜])|“[^”\n]*”(?=\s*[<＜])|[^,;\n\t、，；])+/gu;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/u;
/** 山田 太郎 <yamada@example.com>, as mail programs write it. */
const NAMED = /^["'“]?(.*?)["'”]?\s*[<＜]([^<>＜＞]+)[>＞]$/u;
/** An address as links have it. */
const LINK = /^mailto:([^?]*).*$/u;

/** The headings of columns that are copied with their cells. */
const EMAIL_HEADING = /メール|アドレス|mail/iu;
const NAME_HEADING = /^(?:氏名|お?名前|姓名|表示名|(?:display |full )?name)/iu;

/**
 * The people of a pasted list of addresses, each once: in cells of a spreadsheet, one of which may have
 * the name, separated by commas, semicolons, line breaks or, between addresses, blanks; of any width.
 */
export function pastedPeople(text: string): Pasted {
  const people = new Map<string, PastedPerson>();
  const unread: string[] = [];
  for (const found of namedCells(readCells(text)).flatMap(partsOf)) {
    if (typeof found === "string") unread.push(found);
    else if (!people.has(found.email)) people.set(found.email, found);
  }
  return { people: [...people.values()], unread };
}

type Part = PastedPerson | string;

/** Rows with a name and an address as people, others as texts. */
function namedCells(rows: readonly (readonly string[])[]): Part[] {
  const [head = [], ...below] = rows;
  const emailPosition = head.findIndex((cell) => EMAIL_HEADING.test(cell));
  if (head.length > 1 && emailPosition >= 0 && !head.some((cell) => /[@＠]/u.test(cell))) {
    const namePosition = head.findIndex((cell) => NAME_HEADING.test(cell.trim()));
    return below.flatMap((cells) => {
      const written = cells[emailPosition]?.trim() ?? "";
      if (written === "") return [];
      return personOf(written, cells[namePosition] ?? "") ?? written;
    });
  }
  return rows.flatMap((cells): Part[] => {
    const filled = cells.filter((cell) => cell.trim() !== "");
    const [one = "", other = ""] = filled;
    const person = personOf(one, other) ?? personOf(other, one);
    const isNamed = filled.length === 2 && filled.filter((cell) => personOf(cell, "")).length === 1;
    return isNamed && person ? [person] : filled;
  });
}

/** Of an address that stands alone; undefined if the text is none. */
function personOf(written: string, name: string): PastedPerson | undefined {
  const email = normalEmail(written).replace(LINK, "$1");
  if (!ADDRESS.test(email)) return undefined;
  return { email, userName: name.trim() || (email.split("@")[0] ?? email) };
}

function partsOf(found: Part): Part[] {
  if (typeof found !== "string") return [found];
  return (found.match(PART) ?? []).flatMap(blankSeparated).map((part) => {
    const [, name = "", inBrackets] = NAMED.exec(part) ?? [];
    return personOf(inBrackets ?? part, name) ?? part;
  });
}

function blankSeparated(part: string): string[] {
  const whole = part.trim();
  if (whole === "") return [];
  const words = whole.split(/\s+/u);
  return words.length > 1 && words.every((word) => /[@＠]/u.test(word) && !/[<＜]/u.test(word))
    ? words
    : [whole];
}
