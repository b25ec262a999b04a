import { vi } from "vitest";

/** Loads the modules of the sources anew for this file, in a page that keeps nothing of the last. */
vi.resetModules();
window.localStorage.clear();
window.sessionStorage.clear();
window.history.replaceState(null, "", "/");
