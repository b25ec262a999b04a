import { timingSafeEqual } from "node:crypto";
import { subMinutes } from "date-fns";
import { wrongServiceKey } from "../../../../domain/problems/sentences.ts";
import type { Deps, Service } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import { type ProblemError, unauthenticated } from "../../../problem.ts";
import { findCredentials, updateLastUse } from "../queries/credentials.ts";
import { parseServiceKey } from "./keyText.ts";

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
