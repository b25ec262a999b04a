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

const BETWEEN = /[,;\n\t、，；]/u;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/u;
/** 山田 太郎 <yamada@example.com>, as mail programs write it. */
const NAMED = /^["'“]?(.*?)["'”]?\s*[<＜]([^<>＜＞]+)[>＞]$/u;

/**
 * The people of a pasted list of addresses, each once: in cells of a spreadsheet, separated by commas,
 * semicolons, line breaks or, between addresses, blanks; of any width.
 */
export function pastedPeople(text: string): Pasted {
  const people = new Map<string, PastedPerson>();
  const unread: string[] = [];
  const parts = readCells(text)
    .flat()
    .flatMap((cell) => cell.split(BETWEEN));
  for (const part of parts.flatMap(blankSeparated)) {
    const [, name = "", inBrackets] = NAMED.exec(part) ?? [];
    const email = normalEmail(inBrackets ?? part);
    if (!ADDRESS.test(email)) unread.push(part);
    else if (!people.has(email)) {
      people.set(email, { email, userName: name.trim() || (email.split("@")[0] ?? email) });
    }
  }
  return { people: [...people.values()], unread };
}

function blankSeparated(part: string): string[] {
  const whole = part.trim();
  if (whole === "") return [];
  const words = whole.split(/\s+/u);
  return words.length > 1 && words.every((word) => /[@＠]/u.test(word) && !/[<＜]/u.test(word))
    ? words
    : [whole];
}
