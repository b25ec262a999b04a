/** The field that identifies a record of each resource (spec 3); react-admin knows it as `id`. */
const idFields: Record<string, string> = {
  contracts: "contractId",
  organizations: "organizationId",
  users: "userId",
  dictionaries: "dictionaryId",
  workspaces: "workspaceId",
};

/** Name of the id field of a resource. */
export function idField(resource: string): string {
  return idFields[resource] ?? "id";
}

/** The record as react-admin wants it: with its identifier under `id` too. */
export function withId<Item extends Record<string, unknown>>(resource: string, item: Item) {
  return { ...item, id: item[idField(resource)] };
}
