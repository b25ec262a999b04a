import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

export interface Migration {
  name: string;
  checksum: string;
  text: string;
}

const MIGRATIONS = new URL("./migrations/", import.meta.url);

/** The first line of a migration whose statements cannot run in a transaction. */
const NO_TRANSACTION = "-- no transaction\n";

export async function readMigrations(directory: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, directory), "utf8")).replaceAll("\r\n", "\n");
      return migrationOf(name, text);
    }),
  );
}

export function migrationOf(name: string, text: string): Migration {
  return { name, checksum: createHash("sha256").update(text).digest("hex"), text };
}

/** Up to a semicolon that ends a line, outside of the body of a function or of DO. */
const STATEMENT = /(?:\$\$.*?\$\$|;(?!\n)|[^;])+/gs;

/** The statements to run one by one, or undefined if one transaction holds them together. */
export function separateStatements({ text }: Migration): string[] | undefined {
  if (!text.startsWith(NO_TRANSACTION)) return undefined;
  return (text.match(STATEMENT) ?? []).filter((statement) => statement.trim() !== "");
}

/**
 * The migration that a copy has to know to run on this one (`-- works from 041_name.sql` in the head
 * comment); null if each copy that ran before can go on.
 */
export function worksFrom({ text }: Migration): string | null {
  const head = /^(?:--[^\n]*\n)*/.exec(text)?.[0] ?? "";
  return /^-- works from (\S+\.sql)$/m.exec(head)?.[1] ?? null;
}
