/** The id field of a resource: `dictionaryId` of dictionaries (spec 3). react-admin calls it `id`. */
export function idField(resource: string): string {
  return `${resource.replace(/ies$/, "y").replace(/s$/, "")}Id`;
}

/** The record with its id as `id`, as react-admin needs it. */
export function withId<Item extends Record<string, unknown>>(resource: string, item: Item) {
  return { ...item, id: item[idField(resource)] };
}
