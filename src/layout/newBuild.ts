import { pageLoad } from "../providers/pageLoad.ts";

const RELOADED_AT = "knowledge-insight.reloadedAt";
const AGAIN_AFTER_MS = 60_000;

/**
 * A tab left open over a deployment asks for files that are gone. It loads the page anew; not twice
 * in a row, for then the files are missing for another reason, and not while nobody answers, for
 * then the browser would put its own error page in the place of ours. A file of the present build
 * that was only lost on the way is asked for again first (lazyCode.tsx).
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

/** The page's text as the server has it now; nothing where it gives none. */
async function pageAsItIs(): Promise<string | undefined> {
  try {
    const headers = { Accept: "text/html" };
    const answer = await fetch(window.location.href, { headers, cache: "no-store" });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

/** The first script's name changes with every other file's: it names them all. */
function isOfThisBuild(page: string): boolean {
  const first = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  return typeof first === "string" && page.includes(first);
}

/** A style that did not arrive counts as there while its element is, and would not be loaded again. */
function forgetStyle({ target }: Event): void {
  if (target instanceof HTMLLinkElement) target.remove();
}
