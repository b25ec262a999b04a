import type { ChangeEvent } from "../../../domain/events.ts";
import { connectivity } from "../http/connectivity.ts";
import { crowd } from "./crowd.ts";
import { listen, type OpenStream, Silence } from "./stream.ts";

const BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 30_000;
const ATTEMPTS_UNTIL_POLLING = 3;
/** The server sends a first sign at once. After this time polling starts. */
const FIRST_SIGN_MS = 5_000;

interface Receiver {
  onEvent: (event: ChangeEvent) => void;
  onMissed: () => void;
  /** No sign for so long that the network may be away. */
  onSilence: () => void;
}

/**
 * Keeps one stream open until stopped, but only while the page is visible: browsers allow six
 * connections per server, which background tabs must not use up. Without a stream it polls every 2
 * s.
 */
export function startConnection(open: OpenStream, receiver: Receiver): () => void {
  let shown: AbortController | undefined;
  const unwatch = watchPage({
    onShown: () => {
      shown = new AbortController();
      void keepListening(open, receiver, shown.signal);
    },
    onHidden: () => shown?.abort(),
  });
  return () => {
    unwatch();
    shown?.abort();
  };
}

async function keepListening(open: OpenStream, receiver: Receiver, end: AbortSignal) {
  const { onEvent, onMissed, onSilence } = receiver;
  const polling = createPolling(onMissed, end);
  let failedAttempts = 0;
  while (!end.aborted) {
    let works = false;
    const late = window.setTimeout(polling.start, FIRST_SIGN_MS);
    const onSign = () => {
      works = true;
      failedAttempts = 0;
      window.clearTimeout(late);
      polling.stop();
    };
    try {
      await listen(open, end, {
        onOpened: onMissed,
        onSign,
        onEvent,
        onOpenStreams: crowd.setOpen,
      });
    } catch (error) {
      if (end.aborted) return;
      if (error instanceof Silence) {
        polling.start();
        onSilence();
      }
    } finally {
      window.clearTimeout(late);
    }
    if (!works) failedAttempts += 1;
    if (failedAttempts >= ATTEMPTS_UNTIL_POLLING) polling.start();
    await pause(backOff(failedAttempts) + crowd.wait(), end);
  }
}

/** A random time within a doubling interval, so that clients do not reconnect at once. */
function backOff(failedAttempts: number): number {
  const longest = Math.min(BACK_OFF_MS * 2 ** Math.max(failedAttempts - 1, 0), LONGEST_BACK_OFF_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** Ends early when the network or the server is back, which all clients notice at once. */
function pause(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopWatching = () => {
      window.removeEventListener("online", back);
      stop();
    };
    const over = () => {
      window.clearTimeout(timer);
      stopWatching();
      end.removeEventListener("abort", over);
      resolve();
    };
    const back = () => {
      window.clearTimeout(timer);
      stopWatching();
      timer = window.setTimeout(over, crowd.wait());
    };
    let timer = window.setTimeout(over, ms);
    window.addEventListener("online", back);
    const stop = connectivity.onBack((wasAway) => wasAway && back());
    end.addEventListener("abort", over);
  });
}

const POLL_MS = 2_000;

/**
 * Calls `poll` every 2 s between start and stop, while the page is visible. After `end` it never
 * starts again, although a stream may take longer to notice its end.
 */
function createPolling(poll: () => void, end: AbortSignal) {
  let timer: number | undefined;
  const stop = () => {
    window.clearInterval(timer);
    timer = undefined;
  };
  end.addEventListener("abort", stop);
  return {
    start: () => {
      if (end.aborted) return;
      timer ??= window.setInterval(() => {
        if (!document.hidden) poll();
      }, POLL_MS);
    },
    stop,
  };
}

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
function watchPage({ onShown, onHidden }: Callbacks): () => void {
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
