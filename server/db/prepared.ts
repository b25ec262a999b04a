import type { CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Tables } from "./tables.ts";

const names = new Map<string, string>();

/** Prepares a query once per session; its best plan must not depend on the values. */
export function runPrepared<R>(
  db: Kysely<Tables>,
  query: CompiledQuery<R>,
): Promise<QueryResult<R>> {
  const named = { ...query, statementName: nameOf(query.sql) };
  return db.executeQuery(named);
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}
