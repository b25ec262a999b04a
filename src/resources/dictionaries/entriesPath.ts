/** The screen of a dictionary's entries. */
export function entriesPath(dictionaryId: number): string {
  return `/dictionaries/${dictionaryId}/entries`;
}
