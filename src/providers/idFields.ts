/** Name of the id field of a resource, `dictionaryId` of dictionaries (spec 3); react-admin says `id`. */
export function idField(resource: string): string {
  return `${resource.replace(/ies$/, "y").replace(/s$/, "")}Id`;
}

/** The record as react-admin wants it: with its identifier under `id` too. */
export function withId<Item extends Record<string, unknown>>(resource: string, item: Item) {
  return { ...item, id: item[idField(resource)] };
}
