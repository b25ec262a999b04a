/** What one organization may take up. */
export const MOST_DICTIONARIES = 500;
export const MOST_ENTRIES_IN_ALL = 500_000;

const MB = 1024 * 1024;

/** Kept imports and stored answers of an organization, in bytes. */
export const KEPT_BYTES = 200 * MB;

/** So much of it imports may take, which are kept for days: some is left for answers at any time. */
export const IMPORT_BYTES = 150 * MB;

/** So much of it the answers to one user may take. */
const ANSWER_BYTES = 50 * MB;

/** The usage events that one service key may report on a day in Tokyo. */
export const MOST_EVENTS_A_DAY = 5_000_000;

/** Whether imports of so many bytes fit beside answers of so many. */
export function importsFit(importBytes: number, answerBytes: number): boolean {
  return importBytes <= IMPORT_BYTES && importBytes + answerBytes <= KEPT_BYTES;
}

export interface AnswerRoom {
  ofOrganization: number;
  ofUser: number;
}

/**
 * How many bytes of answers may be stored beside imports of so many: for the organization, and for
 * one user, who never takes up more than half of it.
 */
export function answerRoom(importBytes: number): AnswerRoom {
  const ofOrganization = KEPT_BYTES - importBytes;
  return { ofOrganization, ofUser: Math.min(ANSWER_BYTES, ofOrganization / 2) };
}

/** The room for answers whatever is imported. */
export const LEAST_ANSWER_ROOM = answerRoom(IMPORT_BYTES);
