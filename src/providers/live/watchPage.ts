/** A short look at another tab must not release anything. */
const HIDDEN_MS = 10_000;

interface Callbacks {
  onShown: () => void;
  onHidden: () => void;
}

/**
 * Reports, also at the start, when the page is visible, and when it has been hidden for 10 s or is
 * left. A page from the browser's back-forward cache is visible again.
 */
export function watchPage({ onShown, onHidden }: Callbacks): () => void {
  const over = new AbortController();
  let shown = false;
  let timer: number | undefined;

  const become = (next: boolean) => {
    window.clearTimeout(timer);
    if (shown === next) return;
    shown = next;
    if (shown) onShown();
    else onHidden();
  };
  const look = () => {
    window.clearTimeout(timer);
    if (!document.hidden) become(true);
    else timer = window.setTimeout(() => become(false), HIDDEN_MS);
  };
  const { signal } = over;
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("pageshow", look, { signal });
  window.addEventListener("pagehide", () => become(false), { signal });
  look();
  return () => {
    window.clearTimeout(timer);
    over.abort();
  };
}
