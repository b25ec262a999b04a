import type { z } from "zod";
import { isSameValue } from "../fields.ts";
import type { AuditedKind, AuditedRecord } from "./kinds.ts";
import type { FieldChange } from "./schemas.ts";

type Value = FieldChange["before"];

/**
 * What an event shows of a change: the fields of the kind that differ, by their API names. Without
 * `before` (a new record) or `after` (a deleted one) it is every field that says something. Values
 * are those of the API's JSON. Source: docs/product/audit.md#fields.
 */
export function changesBetween<Schema extends z.ZodObject>(
  kind: Pick<AuditedKind<Schema>, "fields">,
  before: AuditedRecord<Schema> | null,
  after: AuditedRecord<Schema> | null,
): FieldChange[] {
  const fieldOf = (record: object | null, field: string): Value =>
    record === null ? null : (Reflect.get(record, field) ?? null);
  const changes = Object.keys(kind.fields)
    .map((field) => ({ field, before: fieldOf(before, field), after: fieldOf(after, field) }))
    .filter((change) => !isSameValue(change.before, change.after));
  if (before && after) return changes;
  return changes.filter((change) => !isBlank(change.before) || !isBlank(change.after));
}

/**
 * A record as it was before a change: `record` with the values before. Fields without a change keep
 * theirs. Folding back every change since a record was created gives it as it was created.
 */
export function foldBack<Fields extends Readonly<Record<string, unknown>>>(
  { sets = {} }: Partial<Pick<AuditedKind, "sets">>,
  record: Fields,
  changes: readonly FieldChange[],
): Fields {
  const earlier = changes.map(({ field, before, after }) => {
    const id = sets[field];
    return [field, id ? setBefore(record[field], { before, after }, id) : before];
  });
  return { ...record, ...Object.fromEntries(earlier) };
}

/** A set before its change, which names what was removed and added. */
function setBefore(
  value: unknown,
  { before, after }: Pick<FieldChange, "before" | "after">,
  id: string,
): unknown[] {
  const idOf = (element: unknown): unknown => Reflect.get(Object(element), id);
  const added = new Set(listOf(after).map(idOf));
  return [...listOf(value).filter((element) => !added.has(idOf(element))), ...listOf(before)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isBlank(value: Value): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === null || value === "" || value === false || isEmptyList;
}
