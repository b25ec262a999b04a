import type { Kysely } from "kysely";
import type { FieldChange, StoredSeal } from "../../../domain/audit/schemas.ts";
import { addDays, monthOf, tokyoDate } from "../../../domain/text/dates.ts";
import { hex } from "../../bytes.ts";
import type { Tables } from "../../db/tables.ts";
import { entriesOf, eventSearchKey } from "../queries/auditEvents.ts";
import {
  type ErasingRecord,
  type EventRow,
  eventsOfDay,
  findAllSeals,
  findDays,
  findErasingRecords,
  findSealedOrganizations,
  type SealRow,
} from "../queries/seals.ts";
import { ErasedHash, erasedValues, PLAIN_VERSION, SEAL_VERSION, SealHash } from "../sealHash.ts";
import { Erasings } from "./eraseFromLog.ts";
import { firstStoredMonth, formOf } from "./seals.ts";

interface AuditDay {
  organizationId: number;
  day: string;
}

/** A place where the log is not what was sealed. */
interface AuditDifference extends AuditDay {
  /** What differs, in a few words. */
  what: string;
}

export interface Verified {
  seals: number;
  events: number;
  /** How many values of a day were erased, which an erasing explains. */
  erased: (AuditDay & { values: number })[];
  /** Days sealed with version 1 from which was erased: only what is left is proven. */
  resealed: AuditDay[];
  /** Days that are not over and have a seal, or that have not begun and have events: a clock ran ahead. */
  future: (AuditDay & { isSealed: boolean })[];
  difference: AuditDifference | null;
}

/** Days after which an event without a seal is one added by hand. */
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
  }: { now: Date; retentionMonths: number; outside?: readonly StoredSeal[] },
): Promise<Verified> {
  const verified = nothingVerified();
  const firstMonth = firstStoredMonth(now, retentionMonths);
  const erasings = await Erasings.read(db);
  const organizations = new Set(await findSealedOrganizations(db));
  for (const { organizationId } of outside) organizations.add(organizationId);
  for (const organizationId of [...organizations].sort((a, b) => a - b)) {
    const own = outside.filter((seal) => seal.organizationId === organizationId);
    const log = { organizationId, own, firstMonth, today: tokyoDate(now), erasings };
    await verifyOrganization(db, log, verified);
    if (verified.difference) break;
  }
  return verified;
}

function nothingVerified(): Verified {
  return { seals: 0, events: 0, erased: [], resealed: [], future: [], difference: null };
}

interface OrganizationLog {
  organizationId: number;
  own: readonly StoredSeal[];
  firstMonth: string;
  today: string;
  erasings: Erasings;
}

/** Adds what is found of an organization, up to its first difference. */
async function verifyOrganization(
  db: Kysely<Tables>,
  { organizationId, own, firstMonth, today, erasings }: OrganizationLog,
  verified: Verified,
): Promise<void> {
  const seals = await findAllSeals(db, organizationId);
  const end = addDays(today, -SEALED_WITHIN_DAYS);
  const days = await findDays(db, organizationId, { after: null, end });
  const toCome = await findDays(db, organizationId, { after: today, end: null });
  const records = await findErasingRecords(db, organizationId);
  const stored = new Map(own.map((seal) => [seal.day, seal]));
  const byDay = new Map(seals.map((seal) => [seal.day, seal]));
  for (const day of daysOf(
    toCome,
    seals.map(({ day }) => day).filter((day) => day >= today),
  )) {
    verified.future.push({ organizationId, day, isSealed: byDay.has(day) });
  }
  let previous: SealRow | undefined;
  for (const day of daysOf(days, byDay.keys(), stored.keys())) {
    const seal = byDay.get(day);
    const difference = chainFault({ seal, previous, stored: stored.get(day) });
    if (difference !== null || !seal) {
      verified.difference = { organizationId, day, what: difference ?? "" };
      return;
    }
    if (monthOf(day) >= firstMonth) {
      const found = await verifyDay(db, { seal, record: records.get(day), erasings });
      if (found.difference !== null) {
        verified.difference = { organizationId, day, what: found.difference };
        return;
      }
      verified.events += found.events;
      if (found.erased > 0) verified.erased.push({ organizationId, day, values: found.erased });
      if (found.isResealed) verified.resealed.push({ organizationId, day });
    }
    verified.seals += 1;
    previous = seal;
  }
}

const daysOf = (...days: Iterable<string>[]) =>
  [...new Set(days.flatMap((some) => [...some]))].sort();

interface Link {
  seal: SealRow | undefined;
  previous: SealRow | undefined;
  stored: StoredSeal | undefined;
}

/** What is wrong with a seal itself, in a few words. */
function chainFault({ seal, previous, stored }: Link): string | null {
  if (!seal) return stored ? "its seal is missing" : "it has events and no seal";
  if (!isSameRoot(seal.previous_root, previous?.root ?? null)) {
    return "its seal does not follow the one before, which is missing or another";
  }
  if (stored && !isSameSeal(stored, seal)) return "its seal is not the one that was kept outside";
  const { version } = seal;
  if (version < PLAIN_VERSION || version > SEAL_VERSION) {
    return `its seal has the version ${version}, which is unknown here`;
  }
  return previous && version < previous.version
    ? `its seal has the version ${version} after one of version ${previous.version}`
    : null;
}

function isSameSeal(stored: StoredSeal, seal: SealRow): boolean {
  const { version = seal.version, sealedAt = seal.sealed_at } = stored;
  return stored.root === hex(seal.root) && version === seal.version && sealedAt === seal.sealed_at;
}

function isSameRoot(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (!one || !other) return one === other;
  return Buffer.compare(one, other) === 0;
}

interface VerifiedDay {
  /** What differs, in a few words. */
  difference: string | null;
  events: number;
  /** Values of which only a digest is left. */
  erased: number;
  /** Whether only what an erasing has left is proven, since the seal has version 1. */
  isResealed: boolean;
}

interface Evidence {
  seal: SealRow;
  /** What the latest erasing has recorded of the day. */
  record: ErasingRecord | undefined;
  erasings: Erasings;
}

/** Compares the events of a day with its seal and with what erasings have recorded. */
async function verifyDay(
  db: Kysely<Tables>,
  { seal, record, erasings }: Evidence,
): Promise<VerifiedDay> {
  const hash = new SealHash(formOf(seal));
  const left = new ErasedHash({ organizationId: seal.organization_id, day: seal.day });
  let erased = 0;
  let fault: string | undefined;
  for await (const row of eventsOfDay(db, seal.organization_id, seal.day)) {
    hash.add(row.sealed);
    left.add(row.sealed);
    erased += erasedValues(row.sealed).length;
    fault ??= erasings.faultOf(row.sealed) ?? derivedFault(row);
  }
  const { root, count } = hash.end();
  const found = { events: count, erased, isResealed: hex(root) !== hex(seal.root) };
  const differs = (difference: string): VerifiedDay => ({ ...found, difference });
  if (count !== seal.event_count) {
    return differs(`it has ${count} events, and ${seal.event_count} were sealed`);
  }
  const isPlain = seal.version === PLAIN_VERSION;
  if (found.isResealed && (!isPlain || record?.after !== hex(root) || erased === 0)) {
    return differs("an event is not as it was sealed");
  }
  if (record && !erasings.explainsRecord(record)) {
    return differs("the record of what an erasing left belongs to no erasing");
  }
  const recorded = record?.before ?? null;
  if (recorded !== null && recorded !== hex(seal.root)) {
    return differs("the record of an erasing names another root than that of its seal");
  }
  if (fault !== undefined) return differs(fault);
  const rest = left.end();
  if (!isPlain && (rest.count > 0 || record) && record?.after !== rest.root) {
    return differs("what was erased is not as the erasing left it");
  }
  return { ...found, difference: null };
}

/** What the log is found by is in no seal: it follows from what is. An erasing leaves no salt. */
function derivedFault({ sealed, entryIds, searchKey }: EventRow): string | undefined {
  const { auditEventId, actorName, targetName, changes, salt, sealedParts } = sealed;
  if (salt && sealedParts) return `event ${auditEventId} has a salt that an erasing deletes`;
  const entries = entriesOf(changes as FieldChange[]);
  if (JSON.stringify(entries) !== JSON.stringify(entryIds)) {
    return `the entries of event ${auditEventId} do not follow from its changes`;
  }
  return searchKey === eventSearchKey(String(actorName), targetName as string | null)
    ? undefined
    : `the search key of event ${auditEventId} does not follow from its names`;
}
