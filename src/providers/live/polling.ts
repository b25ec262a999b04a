const POLL_MS = 2_000;

/** Calls `poll` every 2 s between start and stop, while the page is visible. */
export function createPolling(poll: () => void) {
  let timer: number | undefined;
  return {
    start: () => {
      timer ??= window.setInterval(() => {
        if (!document.hidden) poll();
      }, POLL_MS);
    },
    stop: () => {
      window.clearInterval(timer);
      timer = undefined;
    },
  };
}
