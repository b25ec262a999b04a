/** The state of a link to the edit page that moves the user's own lock from another tab. */
export const TAKE_OVER = { takeOver: true };

export function wantsTakeOver(state: unknown): boolean {
  return Reflect.get(Object(state), "takeOver") === true;
}
