import type { Kysely } from "kysely";
import type { KeptSeal } from "../../../../domain/audit/schemas.ts";
import { addDays, monthOf, tokyoDate } from "../../../../domain/text/dates.ts";
import { PLAIN_VERSION, SEAL_VERSION } from "../../../audit/sealHash.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  findAllSeals,
  findDays,
  findResealed,
  findSealedOrganizations,
  type SealRow,
} from "../queries/seals.ts";
import { firstMonthKept, hashDay, hex } from "./seals.ts";

/** A place where the log is not what was sealed. */
interface AuditDifference {
  organizationId: number;
  day: string;
  /** What differs, in a few words. */
  what: string;
}

export interface Verified {
  seals: number;
  events: number;
  /**
   * Days sealed with version 1 from which personal data was erased: what they hold is proven since then
   * alone.
   */
  resealed: number;
  difference: AuditDifference | null;
}

/** Days after which an event without a seal is one that somebody added. */
const SEALED_WITHIN_DAYS = 2;

/**
 * Recomputes every seal of the months that are kept, `retentionMonths` before this one and later,
 * and returns the first difference (docs/product/audit.md#verifying). Of older ones it checks the
 * chain. `outside` are seals that were kept elsewhere: only they show that a day was rewritten
 * together with its seal and all later ones.
 */
export async function verifyAudit(
  db: Kysely<Tables>,
  {
    now,
    retentionMonths,
    outside = [],
  }: { now: Date; retentionMonths: number; outside?: readonly KeptSeal[] },
): Promise<Verified> {
  const verified: Verified = { seals: 0, events: 0, resealed: 0, difference: null };
  const firstMonth = firstMonthKept(now, retentionMonths);
  const organizations = new Set(await findSealedOrganizations(db));
  for (const { organizationId } of outside) organizations.add(organizationId);
  for (const organizationId of [...organizations].sort((a, b) => a - b)) {
    const seals = await findAllSeals(db, organizationId);
    const own = outside.filter((seal) => seal.organizationId === organizationId);
    const checked = await verifyOrganization(db, { organizationId, seals, own, firstMonth, now });
    verified.seals += checked.seals;
    verified.events += checked.events;
    verified.resealed += checked.resealed;
    verified.difference = checked.difference;
    if (checked.difference) break;
  }
  return verified;
}

interface OrganizationSeals {
  organizationId: number;
  seals: readonly SealRow[];
  own: readonly KeptSeal[];
  firstMonth: string;
  now: Date;
}

async function verifyOrganization(
  db: Kysely<Tables>,
  { organizationId, seals, own, firstMonth, now }: OrganizationSeals,
): Promise<Verified> {
  const verified: Verified = { seals: 0, events: 0, resealed: 0, difference: null };
  const differs = (day: string, what: string): Verified => ({
    ...verified,
    difference: { organizationId, day, what },
  });
  const end = addDays(tokyoDate(now), -SEALED_WITHIN_DAYS);
  const days = [...(await findDays(db, organizationId, { after: null, end }))];
  const kept = new Map(own.map((seal) => [seal.day, seal]));
  const all = new Set([...days, ...seals.map(({ day }) => day), ...kept.keys()]);
  const resealed = await findResealed(db, organizationId);
  const byDay = new Map(seals.map((seal) => [seal.day, seal]));
  let previous: SealRow | undefined;
  for (const day of [...all].sort()) {
    const seal = byDay.get(day);
    if (!seal)
      return differs(day, kept.has(day) ? "its seal is missing" : "it has events and no seal");
    if (!isSameRoot(seal.previous_root, previous?.root ?? null)) {
      return differs(day, "its seal does not follow the one before, which is missing or another");
    }
    const outside = kept.get(day);
    if (outside && outside.root !== hex(seal.root)) {
      return differs(day, "its seal is not the one that was kept outside");
    }
    if (seal.version !== PLAIN_VERSION && seal.version !== SEAL_VERSION) {
      return differs(day, `its seal has the version ${seal.version}, which is unknown here`);
    }
    if (monthOf(day) >= firstMonth) {
      const { root, count } = await hashDay(db, {
        organizationId,
        day,
        previousRoot: seal.previous_root,
        version: seal.version,
      });
      const since = seal.version === PLAIN_VERSION ? resealed.get(day) : undefined;
      if (count !== seal.event_count) {
        return differs(day, `it has ${count} events, and ${seal.event_count} were sealed`);
      }
      if (hex(root) !== (since ?? hex(seal.root)))
        return differs(day, "an event is not as it was sealed");
      verified.events += count;
      if (since !== undefined) verified.resealed += 1;
    }
    verified.seals += 1;
    previous = seal;
  }
  return verified;
}

function isSameRoot(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (!one || !other) return one === other;
  return Buffer.compare(one, other) === 0;
}
