/** What goes wrong at a start for a known reason: its message is all that people need. */
export class PlainError extends Error {}
