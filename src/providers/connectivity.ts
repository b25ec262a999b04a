import { isFromGateway } from "./gateway.ts";

/** While nobody answers, it is asked again after two to four seconds, not by all pages at once. */
const ASK_AGAIN_MS = 2_000;
const LONGEST_ANSWER_MS = 5_000;
/** Where requests fail though the server answers, they are repeated after pauses that double. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
const CALM_MS = 60_000;

type Listener = () => void;
/** `wasAway`: the server could not be reached, not just one request's way to it. */
type Back = (wasAway: boolean) => void;

/**
 * Whether requests reach the server at all. `ask` answers whether it does, and is called once a
 * request has failed: `navigator.onLine` knows of cables, not of servers.
 */
export function createConnectivity(
  ask: (signal: AbortSignal) => Promise<boolean>,
  events: { signal?: AbortSignal } = {},
) {
  let state: "fine" | "doubted" | "away" = "fine";
  let timer: number | undefined;
  let asking = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let pause = 0;
  let notBefore = 0;
  let lastBack = Number.NEGATIVE_INFINITY;
  const watchers = new Set<Listener>();
  const backs = new Set<Back>();
  const presses = new Set<Listener>();

  const become = (next: typeof state) => {
    state = next;
    for (const watch of [...watchers]) watch();
  };
  const later = (ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, ms);
  };

  async function look(): Promise<void> {
    window.clearTimeout(timer);
    // Nobody waits in the background; coming back to the page asks at once.
    if (state === "fine" || asking || document.hidden) return;
    asking = true;
    askedAt = Date.now();
    const reached = await ask(AbortSignal.timeout(LONGEST_ANSWER_MS)).catch(() => false);
    asking = false;
    settle(reached);
  }

  function settle(reached: boolean): void {
    // An answer to another request may have come first.
    if (state === "fine") return;
    const early = state === "doubted" ? notBefore - Date.now() : 0;
    if (reached && early <= 0) recover();
    else if (reached) later(early);
    else {
      if (state === "doubted") become("away");
      later(ASK_AGAIN_MS * (1 + Math.random()));
    }
  }

  function recover(): void {
    window.clearTimeout(timer);
    lastBack = Date.now();
    const wasAway = state === "away";
    become("fine");
    tellBack(wasAway);
  }

  function tellBack(wasAway: boolean): void {
    for (const back of [...backs]) back(wasAway);
  }

  function failed(): void {
    if (state === "fine") {
      become("doubted");
      const calm = Date.now() - lastBack > CALM_MS;
      pause = calm ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, 2 * pause), LONGEST_PAUSE_MS);
      notBefore = Date.now() + pause;
    } else if (state === "away" || Date.now() - askedAt < ASK_AGAIN_MS) return;
    void look();
  }

  window.addEventListener("offline", failed, events);
  window.addEventListener("online", look, events);
  document.addEventListener("visibilitychange", look, events);

  return {
    isAway: () => state === "away",
    subscribe: (listener: Listener) => listening(watchers, listener),

    /** A request got no answer. */
    failed,

    /** A request was answered. */
    answered(): void {
      if (state === "away") recover();
    },

    /** What failed can be repeated, such as for want of a token that is there now. */
    repeat: () => tellBack(false),
    /** Calls when it can, first of all when requests reach the server again after one has failed. */
    onBack: (listener: Back) => listening(backs, listener),

    /** A person wants an answer now, whatever has failed before. */
    press(): void {
      for (const press of [...presses]) press();
      void look();
    },
    onPress: (listener: Listener) => listening(presses, listener),
  };
}

function listening<Hear>(all: Set<Hear>, listener: Hear): () => void {
  all.add(listener);
  return () => {
    all.delete(listener);
  };
}

/** The server's own sign of life, which needs no sign-in and stays open under load. */
export const connectivity = createConnectivity(async (signal) => {
  return !isFromGateway(await fetch("/healthz", { signal, cache: "no-store" }));
});
