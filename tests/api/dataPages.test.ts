import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase, usualEngine } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { SINGLE_NODE_TABLES, TENANT_TABLES } from "../support/tenantTables.ts";

/** The cells of the rows of a page whose first cell is a table's name. */
function rowsOf(page: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, `../../docs/operations/${page}`), "utf8");
  return text
    .split("\n")
    .filter((line) => /^\| `[a-z_]+` \|/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

const named = (cell = "") => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name ?? "");

describe("the pages about data", () => {
  const database = perSuite(() => testDatabase(usualEngine));

  it("say of each column with text, JSON or bytes what it holds of people, once", async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname || '.' || a.attname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
        and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'varchar'::regtype, 'jsonb'::regtype,
          'json'::regtype, 'bytea'::regtype, 'inet'::regtype, 'cidr'::regtype, 'cidr[]'::regtype)
      order by 1`.execute(database.db);
    const documented = rowsOf("personal-data.md").flatMap(([table, ...cells]) =>
      cells.flatMap(named).map((column) => `${named(table)[0]}.${column}`),
    );
    expect(documented.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it("say of each table how long its rows are kept, and by what", () => {
    const stored = rowsOf("data.md");
    expect(stored.flatMap(([table]) => named(table)).toSorted()).toEqual(
      [...TENANT_TABLES, ...SINGLE_NODE_TABLES].toSorted(),
    );
    const unsaid = stored.filter(([, howLong, by]) => !howLong || !by).map(([table]) => table);
    expect(unsaid).toEqual([]);
  });
});
