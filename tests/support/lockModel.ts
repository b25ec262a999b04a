import { LEASE_SECONDS } from "./lockScene.ts";

export const TABS = ["hanako", "hanako again", "ichiro"] as const;
export type Tab = (typeof TABS)[number];
export type Person = "hanako" | "ichiro";

/** Whose tab it is. */
export const personAt: Record<Tab, Person> = {
  hanako: "hanako",
  "hanako again": "hanako",
  ichiro: "ichiro",
};

/** The expected answer: the status, and the code of a problem. */
export type Verdict = [status: number, code?: string, tells?: "release"];

const LOST: Verdict = [423, "LOCK_LOST"];
const LOCKED: Verdict = [423, "LOCKED"];

/**
 * The lock of one dictionary as docs/product/dictionaries.md#lock describes it: no rows, no
 * sweep, no hashes. Tokens are numbers, time is in seconds.
 */
export class LockModel {
  version = 1;
  #now = 0;
  #lock: { by: Person; token: number; until: number } | undefined;
  #issued = 0;
  readonly #tokens = new Map<Tab, number>();
  readonly #broken = new Set<number>();

  get holder(): Person | null {
    return this.#live?.by ?? null;
  }

  pass(seconds: number): void {
    this.#now += seconds;
  }

  take(tab: Tab, takeOver: boolean): Verdict {
    const by = personAt[tab];
    const held = this.#live;
    if (held && !(takeOver && held.by === by)) return LOCKED;
    this.#issued += 1;
    this.#tokens.set(tab, this.#issued);
    this.#lock = { by, token: this.#issued, until: this.#now + LEASE_SECONDS };
    return [200];
  }

  extend(tab: Tab): Verdict {
    if (!this.#tokens.has(tab)) return [428, "PRECONDITION_REQUIRED"];
    const held = this.#heldAt(tab);
    if (!held) return this.#lost(tab);
    held.until = this.#now + LEASE_SECONDS;
    return [200];
  }

  release(tab: Tab): Verdict {
    if (!this.#tokens.has(tab)) return [428, "PRECONDITION_REQUIRED"];
    if (this.#heldAt(tab)) this.#lock = undefined;
    return [204];
  }

  break(by: Person): Verdict {
    if (by !== "ichiro") return [403, "FORBIDDEN"];
    if (this.#live) this.#broken.add(this.#live.token);
    this.#lock = undefined;
    return [204];
  }

  write(tab: Tab, withToken: boolean, ifMatch: number | undefined): Verdict {
    if (withToken && this.#tokens.has(tab)) {
      if (!this.#heldAt(tab)) return this.#lost(tab);
    } else if (this.#live) {
      return LOCKED;
    } else if (ifMatch === undefined) {
      return [428, "PRECONDITION_REQUIRED"];
    }
    if (ifMatch !== undefined && ifMatch !== this.version) return [412, "STALE_VERSION"];
    this.version += 1;
    return [200];
  }

  get #live() {
    return this.#lock && this.#lock.until > this.#now ? this.#lock : undefined;
  }

  #heldAt(tab: Tab) {
    return this.#live?.token === this.#tokens.get(tab) ? this.#live : undefined;
  }

  #lost(tab: Tab): Verdict {
    const token = this.#tokens.get(tab);
    return token !== undefined && this.#broken.has(token) ? [423, "LOCK_LOST", "release"] : LOST;
  }
}
