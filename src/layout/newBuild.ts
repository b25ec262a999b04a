import { pageLoad } from "../providers/pageLoad.ts";

const RELOADED_AT = "knowledge-insight.reloadedAt";
const AGAIN_AFTER_MS = 60_000;

/**
 * A tab left open over a deployment asks for files that are gone. It loads the page anew; not twice
 * in a row, for then the files are missing for another reason, and not while nobody answers, for
 * then the browser would put its own error page in the place of ours.
 */
export function reloadForNewBuild(): void {
  window.addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    void reloadIfAnswered();
  });
}

async function reloadIfAnswered(): Promise<void> {
  try {
    await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
  } catch {
    return;
  }
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  pageLoad.again();
}
