import { createHash, type Hash } from "node:crypto";
import canonicalize from "canonicalize";

/** The version of the form below. Another form gets another number; old seals keep theirs. */
export const SEAL_VERSION = 1;

/** An event as it is sealed: every stored value, times as the database keeps them. */
export interface SealedEvent {
  auditEventId: number;
  [field: string]: unknown;
}

export interface SealedDay {
  organizationId: number;
  /** YYYY-MM-DD in Tokyo. */
  day: string;
  previousRoot: Uint8Array | null;
}

/**
 * Computes the root of a day (docs/product/audit.md#seals): SHA-256 over the previous root, a line
 * about the day, a line for each event in the order of their ids, and their count. Lines are
 * canonical JSON (RFC 8785) in UTF-8.
 */
export class SealHash {
  readonly #hash: Hash = createHash("sha256");
  #count = 0;

  constructor({ organizationId, day, previousRoot }: SealedDay) {
    if (previousRoot) this.#hash.update(previousRoot);
    this.#line({ version: SEAL_VERSION, organizationId, day });
  }

  add(event: SealedEvent): void {
    this.#count += 1;
    this.#line(event);
  }

  /** Ends the day; nothing can be added any more. */
  end(): { root: Buffer; count: number } {
    this.#line({ count: this.#count });
    return { root: this.#hash.digest(), count: this.#count };
  }

  #line(value: object): void {
    this.#hash.update(`${canonicalize(value)}\n`);
  }
}
