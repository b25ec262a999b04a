/** State of a link to the edit page: move the own lock from another tab to this one. */
export const TAKE_OVER = { takeOver: true };

export function wantsTakeOver(state: unknown): boolean {
  return Reflect.get(Object(state), "takeOver") === true;
}
