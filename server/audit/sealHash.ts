import { createHash, createHmac, type Hash, randomUUID } from "node:crypto";
import canonicalize from "canonicalize";

/** The fields of an event that can hold personal data, beside the values of its changes. */
const FIELDS = ["actorName", "targetName", "reason", "address", "userAgent"] as const;

/** The values of an event that can be erased, each with its path (docs/product/audit.md#seals). */
export function personalValues(event: object): { path: string; value: unknown }[] {
  const fields = FIELDS.filter((field) => field in event).map((path) => ({
    path: path as string,
    value: Reflect.get(event, path) as unknown,
  }));
  const changes: unknown = Reflect.get(event, "changes");
  if (!Array.isArray(changes)) return fields;
  return [
    ...fields,
    ...changes.flatMap((change: object, index) =>
      (["before", "after"] as const).map((side) => ({
        path: `changes.${index}.${side}`,
        value: Reflect.get(change, side) as unknown,
      })),
    ),
  ];
}

/** The version of the form below. Another form gets another number; old seals keep theirs. */
export const SEAL_VERSION = 3;
/** The form with every value as it is, which nothing can be erased from. */
export const PLAIN_VERSION = 1;
/** The first form with `act` in the line of an event and `sealedAt` in that of the day. */
const ACT_VERSION = 3;
/** The version with whose release erasings have begun to record what they leave. */
export const RECORDED_VERSION = 3;

/**
 * What stays of an event of which something was erased: by their paths, the digests of what went and
 * the salts of what stayed.
 */
export interface SealedParts {
  digests: Readonly<Record<string, string>>;
  salts: Readonly<Record<string, string>>;
  /** A UUID, by which what stands in place of what went is proven; none before version 3. */
  since?: string;
}

/** An event as it is sealed: every stored value, times as the database keeps them. */
export interface SealedEvent {
  auditEventId: number;
  /** A UUID; null for an event with sealed parts, and before version 2. */
  salt?: string | null;
  sealedParts?: SealedParts | null;
  /** In no line before version 3. */
  act?: unknown;
  [field: string]: unknown;
}

export interface SealedDay {
  organizationId: number;
  /** YYYY-MM-DD in Tokyo. */
  day: string;
  previousRoot: Uint8Array | null;
  version: number;
  /** To the microsecond in UTC; in no line before version 3. */
  sealedAt: string;
}

/**
 * Computes the root of a day (docs/product/audit.md#seals): SHA-256 over the previous root, a line
 * about the day, a line for each event in the order of their ids, and their count. Lines are
 * canonical JSON (RFC 8785) in UTF-8. From version 2 on, personal values stand in a line as digests.
 */
export class SealHash {
  readonly #hash: Hash = createHash("sha256");
  readonly #version: number;
  #count = 0;

  constructor({ organizationId, day, previousRoot, version, sealedAt }: SealedDay) {
    this.#version = version;
    if (previousRoot) this.#hash.update(previousRoot);
    const timed = version >= ACT_VERSION ? { sealedAt } : {};
    this.#line({ version, organizationId, day, ...timed });
  }

  add({ salt = null, sealedParts = null, act = null, ...stored }: SealedEvent): void {
    this.#count += 1;
    const event = this.#version >= ACT_VERSION ? { ...stored, act } : stored;
    const isPlain = this.#version === PLAIN_VERSION;
    this.#line(isPlain ? event : digested(event, digestsOf(event, { salt, sealedParts })));
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

type Salted = Required<Pick<SealedEvent, "salt" | "sealedParts">>;

function digestsOf(event: object, salted: Salted): ReadonlyMap<string, string> {
  const digests = personalValues(event).map(({ path, value }): [string, string] => [
    path,
    salted.sealedParts?.digests[path] ?? digest(saltOf(path, salted), value),
  ]);
  return new Map(digests);
}

/** The salt of a value, from which that of another one cannot be computed. */
function saltOf(path: string, { salt, sealedParts }: Salted): Buffer {
  const own = sealedParts?.salts[path];
  if (own !== undefined) return Buffer.from(own, "hex");
  return createHmac("sha256", bytesOf(salt ?? ""))
    .update(path)
    .digest();
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** HMAC-SHA256 over the canonical JSON of a value. */
function digest(salt: Buffer, value: unknown): string {
  return createHmac("sha256", salt)
    .update(canonicalize(value) ?? "")
    .digest("hex");
}

/** The event with the digests in place of the values. */
function digested(event: object, digests: ReadonlyMap<string, string>): object {
  const changes: unknown = Reflect.get(event, "changes");
  const fields = Object.entries(event).map(([field, value]) => [
    field,
    digests.get(field) ?? value,
  ]);
  if (!Array.isArray(changes)) return Object.fromEntries(fields);
  return {
    ...Object.fromEntries(fields),
    changes: changes.map((change: object, index) => ({
      ...change,
      before: digests.get(`changes.${index}.before`),
      after: digests.get(`changes.${index}.after`),
    })),
  };
}

/**
 * The parts of an event before the values at these paths are erased, from which its line of version 2
 * can be computed afterwards. What was erased before stays so.
 */
export function partsWithout(event: SealedEvent, erased: ReadonlySet<string>): SealedParts {
  const { salt = null, sealedParts = null, ...stored } = event;
  const digests: Record<string, string> = { ...sealedParts?.digests };
  const salts: Record<string, string> = {};
  for (const { path, value } of personalValues(stored)) {
    if (path in digests) continue;
    const own = saltOf(path, { salt, sealedParts });
    if (erased.has(path)) digests[path] = digest(own, value);
    else salts[path] = own.toString("hex");
  }
  return { digests, salts, since: randomUUID() };
}

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
