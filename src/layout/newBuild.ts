import { pageLoad } from "../providers/start/pageLoad.ts";

const RELOADED_AT = "knowledge-insight.reloadedAt";
const AGAIN_AFTER_MS = 60_000;

/**
 * After a deployment, an open tab requests files that no longer exist. This reloads the page, but
 * not twice in a row, because then the files are missing for another reason, and not while the
 * server is unreachable, because the browser would show its own error page. A lost file of the
 * current build is requested again first (lazyScreen.tsx).
 */
export function reloadForNewBuild(): void {
  let missedAt = Number.NEGATIVE_INFINITY;

  window.addEventListener("vite:preloadError", async () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    const page = await pageAsItIs();
    if (page === undefined) return;
    const missedBefore = Date.now() - missedAt < AGAIN_AFTER_MS;
    missedAt = Date.now();
    if (isOfThisBuild(page) && !missedBefore) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    pageLoad.again();
  });

  document.addEventListener("error", forgetStyle, { capture: true });
}

/** The page as the server has it now; undefined if it does not answer. */
async function pageAsItIs(): Promise<string | undefined> {
  try {
    const headers = { Accept: "text/html" };
    const answer = await fetch(window.location.href, { headers, cache: "no-store" });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/** The hash of the first script's name changes with any file of the build. */
function isOfThisBuild(page: string): boolean {
  const first = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return typeof first === "string" && page.includes(first);
}

/** Vite treats a failed style as loaded while its element exists, and would not load it again. */
function forgetStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement) target.remove();
}
