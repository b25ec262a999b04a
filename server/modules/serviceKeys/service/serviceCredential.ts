import { randomBytes, timingSafeEqual } from "node:crypto";
import { subMinutes } from "date-fns";
import type { FastifyRequest } from "fastify";
import { fieldSentences, wrongServiceKey } from "../../../../domain/problems/sentences.ts";
import { fieldLabel } from "../../../../domain/problems/zodSentences.ts";
import { sha256 } from "../../../bytes.ts";
import { type Deps, member, type Service } from "../../../context.ts";
import { Lookups } from "../../../db/prepared.ts";
import { badQuery, notFound, type ProblemError, unauthenticated } from "../../../problem.ts";
import { findCredentials, updateLastUse } from "../queries.ts";

const BEGIN = "kis_";
const KEY = /^(kis_[0-9a-f]{12})_[\w-]{43}$/;

/** A key as it is stored: its public prefix and the SHA-256 of the whole key. */
interface StoredKey {
  prefix: string;
  hash: Uint8Array;
}

/** A new key `kis_<48 public bits>_<256 secret bits>`; its text is not stored anywhere. */
export function newServiceKey(): StoredKey & { key: string } {
  const prefix = `${BEGIN}${randomBytes(6).toString("hex")}`;
  const key = `${prefix}_${randomBytes(32).toString("base64url")}`;
  return { key, prefix, hash: sha256(key) };
}

/** Whether a bearer token is meant as a service key, right or wrong. No ID token begins so. */
export function isServiceKey(token: string): boolean {
  return token.startsWith(BEGIN);
}

/** Undefined for a text that cannot be a key. */
function parseServiceKey(text: string): StoredKey | undefined {
  const prefix = KEY.exec(text)?.[1];
  return prefix === undefined ? undefined : { prefix, hash: sha256(text) };
}

const NOTED_EVERY_MINUTES = 1;

/** Compared with where no key has the prefix, so that both answers take the same time. */
const NO_HASH = new Uint8Array(32);

/**
 * The program behind a service key, read from our database each time, so that revoking it counts at
 * once on every instance. Throws 401 for a key that is unknown, wrong, revoked or ended.
 */
export function serviceCredential({
  db,
  now,
  log,
}: Pick<Deps, "db" | "now" | "log">): (key: string) => Promise<Service> {
  const credentials = new Lookups((prefixes: string[]) => findCredentials(db, prefixes));
  const noting = new Set<number>();

  /** A use that cannot be noted is no reason to refuse the request. */
  const noteUse = async (serviceKeyId: number, at: Date, unless: Date) => {
    if (noting.has(serviceKeyId)) return;
    noting.add(serviceKeyId);
    try {
      await updateLastUse(db, serviceKeyId, { at, unless });
    } catch (err) {
      log.warn({ err, serviceKeyId }, "could not note the use of a service key");
    } finally {
      noting.delete(serviceKeyId);
    }
  };

  return async (key) => {
    const sent = parseServiceKey(key);
    if (!sent) throw wrongKey();
    const row = await credentials.find(sent.prefix);
    const isRight = timingSafeEqual(row?.key_hash ?? NO_HASH, sent.hash);
    if (!row || !isRight) throw wrongKey();
    const at = now();
    if (row.ends_at !== null && row.ends_at <= at) throw wrongKey();
    const unless = subMinutes(at, NOTED_EVERY_MINUTES);
    if (row.last_used_at === null || row.last_used_at <= unless) {
      await noteUse(row.service_key_id, at, unless);
    }
    const { service_key_id: serviceKeyId, name, scopes, organization_ids: organizationIds } = row;
    return { serviceKeyId, name, scopes, organizationIds };
  };
}

/** The same for unknown, wrong, revoked and ended keys. A program has no session that could expire. */
export function wrongKey(): ProblemError {
  return unauthenticated("UNAUTHENTICATED", { message: wrongServiceKey });
}

/** Throws 404 for an organization that a key is not for, as people get it for another organization. */
export function refuseForeign(
  { organizationIds }: Pick<Service, "organizationIds">,
  organizationId: number,
): void {
  if (organizationIds && !organizationIds.includes(organizationId)) throw notFound();
}

/**
 * The organization that a request is about: a service key names it, and it is 404 where the key is not
 * for it; a member must not name the own one. Throws 400 otherwise.
 */
export function askedOrganization(
  asking: Pick<FastifyRequest, "user" | "service">,
  named: number | undefined,
): number {
  if (!asking.service) {
    if (named !== undefined) throw badQuery({ organizationId: fieldSentences.notAllowed });
    return member(asking).organizationId;
  }
  if (named === undefined) {
    throw badQuery({ organizationId: fieldSentences.required(fieldLabel(["organizationId"])) });
  }
  refuseForeign(asking.service, named);
  return named;
}
