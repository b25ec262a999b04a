/** A page counts as attended until it was not used for this long. */
const PRESENT_MS = 60_000;

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

let lastSign = Date.now();

/** Watches whether a person uses this page. */
export function watchAttendance(): void {
  for (const sign of SIGNS) window.addEventListener(sign, noticed, { passive: true });
}

function noticed(): void {
  lastSign = Date.now();
}

/**
 * Whether this page has not been used for a minute. Its reads are then caused by live changes, not
 * by a person, and do not keep a session alive.
 */
export function isUnattended(): boolean {
  return Date.now() - lastSign > PRESENT_MS;
}
