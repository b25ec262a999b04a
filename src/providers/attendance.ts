/** Somebody is there until the page was not used for this long. */
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
 * Whether nobody has used this page for a minute. What it reads by then is not asked for by a person,
 * but caused by live changes, and does not keep a session alive.
 */
export function isUnattended(): boolean {
  return Date.now() - lastSign > PRESENT_MS;
}
