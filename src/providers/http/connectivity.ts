import { createStore } from "../store.ts";

/** While the server is unreachable, each page asks after two to four seconds, at random. */
const ASK_AGAIN_MS = 2_000;
const LONGEST_ANSWER_MS = 5_000;
/** If requests fail although the server answers, they are repeated after pauses that double. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
const CALM_MS = 60_000;

type Listener = () => void;
/** `wasAway`: the server was unreachable, not only one request failed. */
type Back = (wasAway: boolean) => void;

/**
 * Whether requests reach the server; `ask` checks that, as `navigator.onLine` knows only cables.
 */
export function createConnectivity(
  ask: (signal: AbortSignal) => Promise<boolean>,
  events: { signal?: AbortSignal } = {},
) {
  const { get, set: become, subscribe } = createStore<"fine" | "doubted" | "away">("fine");
  let timer: number | undefined;
  let asking = false;
  /** How often a failure was the first one. */
  let doubts = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let pause = 0;
  let notBefore = 0;
  let lastBack = Number.NEGATIVE_INFINITY;
  const backs = new Set<Back>();
  const presses = new Set<Listener>();
  const saves = new Set<Listener>();

  const later = (ms: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, ms);
  };

  async function look(): Promise<void> {
    window.clearTimeout(timer);
    // A hidden page does not ask; it asks at once when it is shown again.
    if (get() === "fine" || asking || document.hidden) return;
    asking = true;
    askedAt = Date.now();
    const doubt = doubts;
    const reached = await ask(AbortSignal.timeout(LONGEST_ANSWER_MS)).catch(() => false);
    asking = false;
    // What has failed since it was asked needs an answer of its own.
    if (doubt === doubts) settle(reached);
    else void look();
  }

  function settle(reached: boolean): void {
    // Another request may have succeeded meanwhile.
    if (get() === "fine") return;
    const early = get() === "doubted" ? notBefore - Date.now() : 0;
    if (reached && early <= 0) recover();
    else if (reached) later(early);
    else {
      if (get() === "doubted") become("away");
      later(ASK_AGAIN_MS * (1 + Math.random()));
    }
  }

  function recover(): void {
    window.clearTimeout(timer);
    lastBack = Date.now();
    const wasAway = get() === "away";
    become("fine");
    tellBack(wasAway);
  }

  function tellBack(wasAway: boolean): void {
    for (const back of [...backs]) back(wasAway);
  }

  function failed(): void {
    if (get() === "fine") {
      doubts += 1;
      become("doubted");
      const calm = Date.now() - lastBack > CALM_MS;
      pause = calm ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, 2 * pause), LONGEST_PAUSE_MS);
      notBefore = Date.now() + pause;
    } else if (get() === "away" || Date.now() - askedAt < ASK_AGAIN_MS) return;
    void look();
  }

  window.addEventListener("offline", failed, events);
  window.addEventListener("online", look, events);
  document.addEventListener("visibilitychange", look, events);

  return {
    isAway: () => get() === "away",
    subscribe,

    failed,

    answered(): void {
      if (get() === "away") recover();
    },

    /** Failed requests can be repeated now, for example because a token is available again. */
    repeat: () => tellBack(false),
    /** Calls `listener` when failed requests can be repeated, e.g. when the server is back. */
    onBack: (listener: Back) => listening(backs, listener),

    /** A write that a person asked for has succeeded. */
    saved(): void {
      for (const save of [...saves]) save();
    },
    onSaved: (listener: Listener) => listening(saves, listener),

    /** A person asks for a retry: the pauses start again. */
    press(): void {
      for (const press of [...presses]) press();
      void look();
    },
    onPress: (listener: Listener) => listening(presses, listener),
  };
}

function listening<Callback>(all: Set<Callback>, listener: Callback): () => void {
  all.add(listener);
  return () => {
    all.delete(listener);
  };
}

/** The server's health check: it needs no sign-in and answers under load. */
export const connectivity = createConnectivity(async (signal) => {
  return !isFromGateway(await fetch("/healthz", { signal, cache: "no-store" }));
});

const NO_SERVER = [502, 503, 504];

/** Whether a gateway answered instead of the server, whose own 503 is a problem with a body. */
export function isFromGateway({ status, headers }: Response): boolean {
  return NO_SERVER.includes(status) && !headers.get("content-type")?.includes("json");
}

/** The same for a thrown error: the body of a problem of our API has a code. */
export function isGatewayError(error: unknown): boolean {
  const { status, body } = Object(error);
  return NO_SERVER.includes(status) && Object(body).code === undefined;
}
