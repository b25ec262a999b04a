import { createHash, type Hash } from "node:crypto";
import canonicalize from "canonicalize";
import { bytesOf, digest, personalValues, type SealedEvent } from "./sealHash.ts";

/** The values of an event that stand in place of erased ones, with their paths. */
export function erasedValues(event: SealedEvent): { path: string; value: unknown }[] {
  const values = new Map(personalValues(event).map(({ path, value }) => [path, value]));
  const paths = Object.keys(event.sealedParts?.digests ?? {});
  return paths.toSorted().map((path) => ({ path, value: values.get(path) }));
}

/**
 * Computes what the erasings of a day have left (docs/product/audit.md#erasing): SHA-256 over a line about
 * the day and one for each event of which something was erased. A line holds the values as an HMAC
 * whose key is replaced by each erasing, so that nothing of a value that is erased later can be
 * computed from the root.
 */
export class ErasedHash {
  readonly #hash: Hash = createHash("sha256");
  #count = 0;

  constructor({ organizationId, day }: { organizationId: number; day: string }) {
    this.#line({ organizationId, day });
  }

  /** Events in the order of their ids; those without erased values, and of earlier releases, do not count. */
  add(event: SealedEvent): void {
    const since = event.sealedParts?.since;
    if (since === undefined) return;
    this.#count += 1;
    const { auditEventId } = event;
    this.#line({ auditEventId, erased: digest(bytesOf(since), erasedValues(event)) });
  }

  end(): { root: string; count: number } {
    return { root: this.#hash.digest("hex"), count: this.#count };
  }

  #line(value: object): void {
    this.#hash.update(`${canonicalize(value)}\n`);
  }
}
