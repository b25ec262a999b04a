import { formatDate, formatDateTime, isCalendarDate } from "./text/dates.ts";
import { formatNumber } from "./text/numbers.ts";

/** Writes a value of a field as the screens do. It may be what is being typed. */
type Words = (value: unknown) => string;

/**
 * What is known of a field of a record, once for all that shows, compares, exports or imports it. The
 * table of a resource is its `domain/<resource>/fields.ts` (docs/decisions/107-tables-of-fields.md).
 */
export interface Field {
  /** On screens, in CSV files and the audit log. Without it nothing shows the field. */
  label?: string;
  /** By default a text as it is. */
  words?: Words;
  /** Says null, where that is a value. */
  ofNull?: string;
  /** Says a list without elements, of a record as a whole. */
  ofEmpty?: string;
  /** The page of the record shows it so, where it says something. */
  fact?: true;
  /** In the CSV file of the list, in the order of the table; a text is its heading there. */
  csv?: true | string;
  /** What the audit log says otherwise than the screens. */
  logged?: { label: string; words: Words };
  /** The value is a set, of which an event shows what was removed and added: the id of an element. */
  set?: string;
  /** An edit may change it, whenever the record can be edited. */
  editable?: true;
  /** Only the provider sees it. */
  internal?: true;
}

export type FieldTable = Readonly<Record<string, Field>>;

/** The names of the fields that have a property; any name where a table is not known. */
type FieldsWith<Table, Property extends string, Value> = string extends keyof Table
  ? string
  : {
      [Name in keyof Table & string]: Table[Name] extends Record<Property, Value> ? Name : never;
    }[keyof Table & string];

/** The fields that have a property, or a value of it, in the order of the table. */
export function fieldsWith<
  const Table extends FieldTable,
  Property extends string,
  const Value = unknown,
>(table: Table, property: Property, value?: Value): FieldsWith<Table, Property, Value>[] {
  const has = (name: string): name is FieldsWith<Table, Property, Value> => {
    const found: unknown = Reflect.get(Object(table[name]), property);
    return value === undefined ? found !== undefined : found === value;
  };
  return Object.keys(table).filter(has);
}

/** A property of the fields that have it. */
export function propertiesOf<const Table extends FieldTable, Property extends string>(
  table: Table,
  property: Property,
) {
  const found = fieldsWith(table, property).map((name) => [
    name,
    Reflect.get(Object(table[name]), property),
  ]);
  return Object.fromEntries(found) as {
    [Name in FieldsWith<Table, Property, unknown>]: Exclude<
      Table[Name][Property & keyof Table[Name]],
      undefined
    >;
  };
}

/** A field as screens and files say it; null for what says nothing. */
export function fieldWords(field: Field | undefined, value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return field?.ofNull ?? null;
  if (Array.isArray(value) && value.length === 0) return field?.ofEmpty ?? null;
  return value === "" ? null : (field?.words ?? asText)(value);
}

/** These fields as `pick`, `omit` and `partial` of a schema take them. */
export function mask<Name extends string>(names: readonly Name[]): Record<Name, true> {
  return Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;
}

/** A record with these fields alone. */
export function pick<Fields extends object, Name extends keyof Fields & string>(
  record: Fields,
  names: readonly Name[],
): Pick<Fields, Name> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<Fields, Name>;
}

/** Whether two values of a field are the same. A form knows no difference between null and an empty text. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(orNull(one)) === JSON.stringify(orNull(other));
}

const orNull = (value: unknown) => (value === "" || value === undefined ? null : value);

/** The fields whose values differ from those of a record, with the new ones. A missing one is unchanged. */
export function changedFields<Stated extends object, Name extends keyof Stated & string>(
  record: { readonly [Each in Name]?: unknown },
  stated: Stated,
  names: readonly Name[],
): { [Each in Name]?: Exclude<Stated[Each], undefined> } {
  const changed = names.filter(
    (name) => stated[name] !== undefined && !isSameValue(record[name], stated[name]),
  );
  return pick(stated, changed) as { [Each in Name]?: Exclude<Stated[Each], undefined> };
}

export const asText: Words = (value) => (typeof value === "string" ? value : JSON.stringify(value));

export const asDay: Words = (value) =>
  typeof value === "string" && isCalendarDate(value) ? formatDate(value) : asText(value);

export const asTime: Words = (value) => formatDateTime(asText(value));

export const asNumber =
  (write: (value: number) => string): Words =>
  (value) =>
    typeof value === "number" ? write(value) : asText(value);

export const counted = (unit: string) => asNumber((value) => `${formatNumber(value)}${unit}`);

/** One of several values that have names. */
export const named =
  (names: Readonly<Record<string, string>>): Words =>
  (value) =>
    names[String(value)] ?? asText(value);

export const listed =
  (words: Words): Words =>
  (value) =>
    Array.isArray(value) ? value.map(words).join("、") : "";

export const namedBy = (field: string) =>
  listed((element) => asText(Reflect.get(Object(element), field)));
