import { type Kysely, sql } from "kysely";
import { unseenIn } from "../../domain/text/unseen.ts";
import type { Tables } from "../db/tables.ts";
import type { Check, Finding } from "./runChecks.ts";

/** Texts that people type, by table: its key, the organization where it has one, and the columns. */
const TEXTS = [
  { table: "organizations", key: "organization_id", columns: ["organization_name"] },
  { table: "users", key: "user_id", columns: ["user_name"] },
  {
    table: "contracts",
    key: "contract_id",
    columns: ["admin_name", "memo", "termination_reason"],
  },
  { table: "workspaces", key: "workspace_id", columns: ["workspace_name"] },
  { table: "dictionaries", key: "dictionary_id", columns: ["dictionary_name", "description"] },
  { table: "dictionary_entries", key: "entry_id", columns: ["surface", "note"] },
  { table: "list_views", key: "view_id", columns: ["view_name"] },
  { table: "service_keys", key: "service_key_id", columns: ["name"] },
] as const;

/** What `withoutUnseen` may remove; whether it has a function is found out afterwards. */
const MAY_BE_UNSEEN =
  "[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]";

/** Texts from before what nobody sees was removed (docs/decisions/096-what-people-see.md). */
export const unseen: Check = {
  name: "invisible characters",
  find: ({ db }) => unseenTexts(db),
};

export async function* unseenTexts(db: Kysely<Tables>): AsyncIterable<Finding> {
  for (const { table, key, columns } of TEXTS) {
    for (const column of columns) {
      const { rows } = await sql<{ id: string; text: string }>`
          select ${sql.ref(key)}::text as id, ${sql.ref(column)} as text from ${sql.table(table)}
          where ${sql.ref(column)} ~ ${sql.lit(MAY_BE_UNSEEN)} order by 1`.execute(db);
      for (const { id, text } of rows) {
        const found = unseenIn(text);
        if (!found) continue;
        yield {
          what: `${table} ${id}: character ${found.place} of ${column} is invisible (${found.code})`,
          advice: "type the text again in the console, which removes it",
        };
      }
    }
  }
}

/** Names of which one is enough for the rows of a group, to the eye. */
const NAMES = [
  {
    table: "workspaces",
    key: "workspace_id",
    isAlike: sql`o.organization_id = n.organization_id
      and seen_key(o.workspace_name) = seen_key(n.workspace_name)`,
  },
  {
    table: "dictionaries",
    key: "dictionary_id",
    isAlike: sql`o.organization_id = n.organization_id and o.category = n.category
      and seen_key(o.dictionary_name) = seen_key(n.dictionary_name)`,
  },
  {
    table: "list_views",
    key: "view_id",
    isAlike: sql`o.user_id is not distinct from n.user_id and o.list = n.list
      and (n.user_id is not null or o.organization_id is not distinct from n.organization_id)
      and seen_key(o.view_name) = seen_key(n.view_name)`,
  },
] as const;

/** Names and words of before that look like others. */
export const alike: Check = {
  name: "names that look alike",
  find: ({ db }) => alikeNames(db),
};

export async function* alikeNames(db: Kysely<Tables>): AsyncIterable<Finding> {
  for (const { table, key, isAlike } of NAMES) {
    const { rows } = await sql<{ id: string; other: string | null }>`
        select n.${sql.ref(key)}::text as id, (
          select min(o.${sql.ref(key)})::text from ${sql.table(table)} o
          where ${isAlike} and o.${sql.ref(key)} <> n.${sql.ref(key)}
        ) as other
        from ${sql.table(table)} n where n.looks_alike order by n.${sql.ref(key)}`.execute(db);
    for (const { id, other } of rows) {
      if (other === null) {
        const mend = () => unmark(db, table, key, id);
        yield { what: `${table} ${id} is marked as looking like another, which is gone`, mend };
      } else {
        yield {
          what: `the names of ${table} ${id} and ${other} look alike`,
          advice: "rename one of them in the console",
        };
      }
    }
  }
  const { rows } = await sql<{ dictionary: string; entries: string }>`
      select dictionary_id::text as dictionary, string_agg(entry_id::text, ', ' order by entry_id) as entries
      from dictionary_entries
      group by organization_id, dictionary_id, reading, seen_key(surface) having count(*) > 1
      order by organization_id, dictionary_id, min(entry_id)`.execute(db);
  for (const { dictionary, entries } of rows) {
    yield {
      what: `dictionary_entries ${entries} of dictionary ${dictionary} look alike`,
      advice: "delete all but one of them in the console",
    };
  }
}

async function unmark(db: Kysely<Tables>, table: string, key: string, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set looks_alike = false
    where ${sql.ref(key)} = ${id}::bigint`.execute(db);
}
