const MOST_BUTTONS = 5;

/** The zero-based pages that get a button: at most 5 around the current one. */
export function pageWindow(page: number, pages: number): number[] {
  const count = Math.min(MOST_BUTTONS, pages);
  const first = Math.max(0, Math.min(page - Math.floor(MOST_BUTTONS / 2), pages - count));
  return Array.from({ length: count }, (_, index) => first + index);
}
