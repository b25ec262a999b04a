import { vi } from "vitest";

/** The page goes to the background, or comes back. */
export function pageIs(shown: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!shown);
  document.dispatchEvent(new Event("visibilitychange"));
}

/** The browser puts the page away, perhaps to bring it back as it was. */
export function pageIsLeft(): void {
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
}

export function pageIsBroughtBack(): void {
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
