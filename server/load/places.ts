/** How many places there are under a key, and whether one caller can take all of them. */
export interface Share {
  key: string;
  most: number;
  of: "caller" | "all";
}

/** No place was free in time; `of` says whether the caller itself has taken them. */
export class NoPlaceError extends Error {
  override readonly name = "NoPlaceError";

  constructor(readonly of: Share["of"]) {
    super(`no place was free for the ${of}`);
  }
}

/** One place of each share. */
export interface Place {
  /** Gives back all places, or those of some shares. A place that was given back stays so. */
  leave(which?: (share: Share) => boolean): void;
}

/** How long a request waits for a place, and how long for one that its own caller has taken. */
export interface Patience {
  waitMs: number;
  /** At least `waitMs`, which it is by default. */
  ownWaitMs?: number;
  /** Whether it waits so long for places of all as well. */
  isForAll?: boolean;
}

interface Waiting {
  shares: readonly Share[];
  enter(place: Place): void;
}

interface Limits {
  /** How long a request waits by default. */
  waitMs: number;
  /** How many wait in one line; the next one is refused at once. */
  mostInLine: number;
  /** How many of a line wait longer than others do for what their caller has taken. */
  mostPatient?: number;
}

interface WaitOptions extends Partial<Patience> {
  signal?: AbortSignal | undefined;
}

/**
 * Admits a request that finds a place under each of its shares; others wait in the line of their
 * caller for a time, the first of a line longer for places that their own caller has taken. Lines take turns, so that a long one does not hold up a short one, and a line
 * whose own places are taken does not hold up others.
 */
export class Places {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();
  /** In the order of their turns. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #patient = new Set<Waiting>();
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** How many wait, in all lines. */
  get waiting(): number {
    return this.#waiting;
  }

  /** How many of them wait for what their own callers have taken, longer than others do. */
  get patient(): number {
    return this.#patient.size;
  }

  taken(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  /** Takes a place at once, or none. */
  take(line: string, shares: readonly Share[]): Place | undefined {
    return this.#lines.has(line) || this.#lacking(shares) ? undefined : this.#enter(shares);
  }

  /**
   * Waits for a place. Throws NoPlaceError if none is free in time, the reason of `signal` if it
   * aborts.
   */
  async wait(line: string, shares: readonly Share[], options: WaitOptions = {}): Promise<Place> {
    options.signal?.throwIfAborted();
    const place = this.take(line, shares);
    if (place) return place;
    const others = this.#lines.get(line) ?? [];
    if (others.length >= this.#limits.mostInLine) throw new NoPlaceError("caller");
    this.#lines.set(line, others);
    this.#waiting += 1;
    return this.#inLine(line, others, shares, options);
  }

  #inLine(
    line: string,
    others: Waiting[],
    shares: readonly Share[],
    {
      signal,
      waitMs = this.#limits.waitMs,
      ownWaitMs: longest = waitMs,
      isForAll = false,
    }: WaitOptions,
  ): Promise<Place> {
    let leftMs = longest;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const one: Waiting = {
        shares,
        enter: (entered) => {
          end();
          resolve(entered);
        },
      };
      const giveUp = (reason: unknown) => {
        end();
        this.#forget(line, one);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason);
      const look = () => {
        // A share may have grown since a request ended.
        this.#letIn();
        const turn = others.indexOf(one);
        if (turn < 0) return;
        leftMs -= waitMs;
        const of = this.#lacking(shares)?.of ?? "caller";
        if ((of === "all" && !isForAll) || leftMs <= 0 || turn >= (this.#limits.mostPatient ?? 0)) {
          giveUp(new NoPlaceError(of));
          return;
        }
        this.#patient.add(one);
        timer = setTimeout(look, Math.min(waitMs, leftMs));
      };
      let timer = setTimeout(look, waitMs);
      signal?.addEventListener("abort", abort);
      others.push(one);
    });
  }

  /** The first share without a free place; those of the caller are listed first. */
  #lacking(shares: readonly Share[]): Share | undefined {
    return shares.find(({ key, most }) => this.taken(key) >= most);
  }

  #enter(shares: readonly Share[]): Place {
    for (const { key } of shares) this.#taken.set(key, this.taken(key) + 1);
    const held = new Set(shares);
    return {
      leave: (which = () => true) => {
        for (const share of [...held].filter(which)) {
          held.delete(share);
          this.#giveBack(share.key);
        }
        if (this.#waiting > 0) this.#letIn();
      },
    };
  }

  #giveBack(key: string): void {
    const left = this.taken(key) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }

  /** One of each line in turn, as long as one finds a place. */
  #letIn(): void {
    for (const [line, waiting] of this.#lines) {
      const first = waiting[0];
      if (!first || this.#lacking(first.shares)) continue;
      this.#forget(line, first);
      // Its next turn comes after all others: the loop meets it again at the end.
      if (waiting.length > 0) {
        this.#lines.delete(line);
        this.#lines.set(line, waiting);
      }
      first.enter(this.#enter(first.shares));
    }
  }

  #forget(line: string, one: Waiting): void {
    const waiting = this.#lines.get(line);
    const at = waiting?.indexOf(one) ?? -1;
    if (!waiting || at < 0) return;
    this.#patient.delete(one);
    waiting.splice(at, 1);
    this.#waiting -= 1;
    if (waiting.length === 0) this.#lines.delete(line);
  }
}
