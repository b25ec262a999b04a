/** The most characters of the input that a sentence quotes. */
const QUOTED = 100;

/** A text as a sentence quotes it: its first 100 characters. */
export function shortened(text: string): string {
  // A character is one or two code units; splitting the whole of a long text would take long.
  const characters = [...text.slice(0, 2 * QUOTED + 2)];
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join("")}…` : text;
}
