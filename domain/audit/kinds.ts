import type { z } from "zod";
import { type Field, type FieldTable, fieldsWith, propertiesOf } from "../fields.ts";

/**
 * A kind of record whose changes the audit log shows (docs/product/audit.md#fields). Every field of
 * its schema is either shown, with the label of the screens, or left out, with the reason.
 */
export interface AuditedKind<Schema extends z.ZodObject = z.ZodObject> {
  /** `kind` of an event's target. */
  name: string;
  label: string;
  /** Its word in paths and topics. */
  resource: string;
  schema: Schema;
  fields: Readonly<Record<string, string>>;
  unlogged: Readonly<Record<string, string>>;
  /** Fields that hold sets, of which an event shows what was removed and added: the id of an element. */
  sets: Readonly<Record<string, string>>;
  /** The body of its PATCH, whose fields can be given their earlier values again. */
  update?: z.ZodObject | undefined;
  /** Fields that only the provider sees. */
  internal: readonly string[];
}

type FieldOf<Schema extends z.ZodObject> = keyof Schema["shape"] & string;

/**
 * Declares a kind. A field of the schema that is neither labelled in the table of fields nor left out
 * does not compile.
 */
export function auditedKind<
  Schema extends z.ZodObject,
  const Unlogged extends Readonly<Partial<Record<FieldOf<Schema>, string>>>,
>(kind: {
  name: string;
  label: string;
  resource: string;
  schema: Schema;
  unlogged: Unlogged;
  fields: Readonly<Record<Exclude<FieldOf<Schema>, keyof Unlogged>, Field & { label: string }>>;
  update?: z.ZodObject;
}): AuditedKind<Schema> {
  const table: FieldTable = kind.fields;
  const logged = Object.keys(kind.schema.shape).filter((field) => !(field in kind.unlogged));
  const labels = logged.map((field) => [field, table[field]?.logged?.label ?? table[field]?.label]);
  return {
    ...kind,
    unlogged: kind.unlogged as AuditedKind["unlogged"],
    fields: Object.fromEntries(labels),
    sets: propertiesOf(table, "set"),
    internal: fieldsWith(table, "internal"),
  };
}

/** The fields that every record has and no event shows. */
export const OF_EVERY_RECORD = {
  version: "counts the writes",
  createdAt: "is the time of the first event",
  updatedAt: "is the time of the last event",
} as const;

/** A record of a kind, as the API answers it. */
export type AuditedRecord<Schema extends z.ZodObject> = z.output<Schema>;

const SECRET = /secret|token|password|hash|key$/i;

/** Whether a field is named like a secret, which no event may show. */
export function isNamedLikeSecret(field: string): boolean {
  return SECRET.test(field);
}
