/** The path of a list with these filters, in this order. */
export function listPath(
  resource: string,
  filter: object,
  sort: { field: string; order: "ASC" | "DESC" },
): string {
  const conditions = { filter: JSON.stringify(filter), sort: sort.field, order: sort.order };
  return `/${resource}?${new URLSearchParams(conditions)}`;
}
