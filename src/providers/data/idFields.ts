/** The rows of an import have numbers. */
const OTHERS: Readonly<Record<string, string>> = { rows: "rowNo" };

/**
 * The id field of a resource: `dictionaryId` of dictionaries, `serviceKeyId` of service-keys (spec
 * 3), `ledgerId` of contracts/1/ledger. react-admin calls it `id`.
 */
export function idField(resource: string): string {
  const own = resource.slice(resource.lastIndexOf("/") + 1);
  const other = OTHERS[own];
  if (other) return other;
  const singular = own.replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

/** The record with its id as `id`, as react-admin needs it. */
export function withId<Item extends Record<string, unknown>>(resource: string, item: Item) {
  return { ...item, id: item[idField(resource)] };
}
