import { LRUCache } from "lru-cache";

/** Keys beyond these are dropped, the least recently seen first. */
const REMEMBERED = 10_000;

interface Window {
  used: number;
  beganAt: number;
}

/** How much of a window a key has used. */
export interface WindowUse {
  most: number;
  remaining: number;
  isExceeded: boolean;
  /** Until the window is over, in ms. */
  leftMs: number;
}

/** Counts per key in windows of equal length, each of which begins with the first use of the key. */
export class WindowQuota<Key extends string | number = string> {
  readonly #windowMs: number;
  readonly #windows = new LRUCache<Key, Window>({ max: REMEMBERED });

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  use(key: Key, most: number): WindowUse {
    const now = Date.now();
    const known = this.#windows.get(key);
    const isOver = !known || now - known.beganAt >= this.#windowMs;
    const window = isOver ? { used: 0, beganAt: now } : known;
    if (isOver) this.#windows.set(key, window);
    window.used += 1;
    return {
      most,
      remaining: Math.max(0, most - window.used),
      isExceeded: window.used > most,
      leftMs: this.#windowMs - (now - window.beganAt),
    };
  }
}
