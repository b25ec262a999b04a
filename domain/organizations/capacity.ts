/** What one organization may take up. */
export const MOST_DICTIONARIES = 500;
export const MOST_ENTRIES_IN_ALL = 500_000;

const MB = 1024 * 1024;

/** What the stored imports of an organization may take up, in bytes. */
export const IMPORT_BYTES = 150 * MB;

/** The answers to one user that may be stored, each for 24 hours. */
export const MOST_STORED_ANSWERS = 2_000;

/** The usage events that one service key may report on a day in Tokyo. */
export const MOST_EVENTS_A_DAY = 5_000_000;
