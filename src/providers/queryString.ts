/** Query parameters; what is empty is left out, what is a list is joined by commas. */
export function queryString(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "").trim();
    if (text !== "") query.set(name, text);
  }
  return query.toString();
}
