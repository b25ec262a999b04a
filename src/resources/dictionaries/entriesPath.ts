/** The screen of a dictionary's entries, or of those that `keyword` finds. */
export function entriesPath(dictionaryId: number, keyword?: string): string {
  const path = `/dictionaries/${dictionaryId}/entries`;
  if (keyword === undefined) return path;
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ q: keyword }) })}`;
}
