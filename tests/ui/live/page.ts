import { vi } from "vitest";

/** The page goes to the background, or comes back. */
export function pageIs(shown: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!shown);
  document.dispatchEvent(new Event("visibilitychange"));
}

/** The browser leaves the page, and may restore it from its cache. */
export function pageIsLeft(): void {
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
}

export function pageIsBroughtBack(): void {
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
