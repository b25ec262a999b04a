/** The path of a list with these filters. */
export function listOf(resource: string, filter: object): string {
  return `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
