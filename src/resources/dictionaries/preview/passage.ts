import { SURFACE_LENGTH } from "../../../../domain/entries/rules.ts";

/** A passage that can become an entry; `start` and `end` in code units of the text. */
export interface Passage {
  start: number;
  end: number;
  surface: string;
}

/** The passage without spaces around it; undefined if it is empty, too long or of several lines. */
export function passageOf(text: string, from: number, to: number): Passage | undefined {
  const part = text.slice(from, to);
  const surface = part.trim();
  const isEntry =
    surface !== "" && !/[\n\t]/.test(surface) && [...surface].length <= SURFACE_LENGTH;
  if (!isEntry) return undefined;
  const start = from + part.indexOf(surface);
  return { start, end: start + surface.length, surface };
}
