const QUOTED = 100;

export function shortened(text: string): string {
  // A character is one or two code units; splitting the whole of a long text would take long.
  const characters = [...text.slice(0, 2 * QUOTED + 2)];
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join("")}…` : text;
}
