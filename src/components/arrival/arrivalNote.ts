import type { TextKey } from "../../i18n/translate.ts";

/** What a page says about what led there, until it is left or the note is closed. */
export interface ArrivalNote {
  pathname: string;
  message: TextKey;
  messageArgs?: Record<string, unknown>;
}

let left: ArrivalNote | undefined;

/** Leaves a note for the page at its path, which is about to open. */
export function leaveArrivalNote(note: ArrivalNote): void {
  left = note;
}

export function arrivalNoteFor(pathname: string): ArrivalNote | undefined {
  return left?.pathname === pathname ? left : undefined;
}

export function forgetArrivalNote(note: ArrivalNote | undefined): void {
  if (left === note) left = undefined;
}
