import { pageLoad } from "../providers/pageLoad.ts";

const RELOADED_AT = "knowledge-insight.reloadedAt";
const AGAIN_AFTER_MS = 60_000;

/**
 * A tab left open over a deployment asks for files that are gone. It loads the page anew; not twice
 * in a row, for then the files are missing for another reason.
 */
export function reloadForNewBuild(): void {
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    pageLoad.again();
  });
}
