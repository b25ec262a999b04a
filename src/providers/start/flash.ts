const KEY = "ki.flash";

/** Sentences that one page leaves for the next one. */
type Flash = "forbidden";

export function leaveFlash(flash: Flash): void {
  window.sessionStorage.setItem(KEY, flash);
}

export function takeFlash(): Flash | undefined {
  const flash = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return flash === "forbidden" ? flash : undefined;
}
