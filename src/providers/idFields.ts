/**
 * The id field of a resource: `dictionaryId` of dictionaries, `serviceKeyId` of service-keys (spec
 * 3). react-admin calls it `id`.
 */
export function idField(resource: string): string {
  const singular = resource.replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

/** The record with its id as `id`, as react-admin needs it. */
export function withId<Item extends Record<string, unknown>>(resource: string, item: Item) {
  return { ...item, id: item[idField(resource)] };
}
