/** Builds a query string: empty values are omitted, lists are joined by commas. */
export function queryString(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "").trim();
    if (text !== "") query.set(name, text);
  }
  return query.toString();
}
