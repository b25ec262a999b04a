import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { AuditSeal, AuditSeals } from "../../../domain/audit/schemas.ts";
import { addMonths, firstDayOfMonth, monthOf, tokyoDate } from "../../../domain/text/dates.ts";
import { hex } from "../../bytes.ts";
import type { Deps } from "../../context.ts";
import { MONTHS_AHEAD } from "../../db/migrate.ts";
import type { Tables } from "../../db/tables.ts";
import {
  closeDays,
  dropMonth,
  eventsOfDay,
  findDays,
  findLastSeal,
  findMonths,
  findSeals,
  findUnsealed,
  insertSeal,
  makeMonths,
  type NamedSealRow,
  type SealRow,
  saltDay,
} from "../queries/seals.ts";
import { ErasedHash, SEAL_VERSION, type SealedDay, SealHash } from "../sealHash.ts";

type SealDeps = Pick<Deps, "db"> & {
  log: { warn(details: object, message: string): void };
};

/**
 * Seals every finished day in Tokyo that has events and no seal yet (docs/product/audit.md#seals),
 * per organization and in the order of the days. Any number of copies may do it at once. What
 * cannot be sealed now is left for the next time.
 */
export async function sealFinishedDays({ db, log }: SealDeps): Promise<void> {
  for (const organizationId of await findUnsealed(db)) {
    try {
      await sealOrganization(db, organizationId);
    } catch (err) {
      log.warn({ err, organizationId }, "could not seal the audit log of an organization yet");
    }
  }
}

async function sealOrganization(db: Kysely<Tables>, organizationId: number): Promise<void> {
  const { today, now } = await db.transaction().execute((trx) => closeDays(trx, organizationId));
  let previous = await findLastSeal(db, organizationId);
  const days = await findDays(db, organizationId, { after: previous?.day ?? null, end: today });
  for (const day of days) {
    const previousRoot = previous?.root ?? null;
    await saltDay(db, { organizationId, day, random: randomBytes(16).toString("hex") });
    const form = { organizationId, day, previousRoot, version: SEAL_VERSION, sealedAt: now };
    const { root, count } = await hashDay(db, form);
    await insertSeal(db, {
      organization_id: organizationId,
      day,
      version: SEAL_VERSION,
      event_count: count,
      previous_root: previousRoot,
      root,
      sealed_at: now,
    });
    previous = await findLastSeal(db, organizationId);
  }
}

/** What the root of a seal is computed from beside the events. */
export function formOf(seal: SealRow): SealedDay {
  return {
    organizationId: seal.organization_id,
    day: seal.day,
    previousRoot: seal.previous_root,
    version: seal.version,
    sealedAt: seal.sealed_at,
  };
}

/** The root and the count of a day as its events are now. */
export async function hashDay(
  db: Kysely<Tables>,
  day: SealedDay,
): Promise<{ root: Buffer; count: number }> {
  const hash = new SealHash(day);
  for await (const { sealed } of eventsOfDay(db, day.organizationId, day.day)) hash.add(sealed);
  return hash.end();
}

/** The root of what the erasings of a day have left. */
export async function hashErased(
  db: Kysely<Tables>,
  day: Pick<SealedDay, "organizationId" | "day">,
): Promise<string> {
  const hash = new ErasedHash(day);
  const events = eventsOfDay(db, day.organizationId, day.day, "erased");
  for await (const { sealed } of events) hash.add(sealed);
  return hash.end().root;
}

/** Makes the coming months of the log, and drops those that are older than what is kept. */
export async function keepMonths({
  db,
  config,
  now,
}: Pick<Deps, "db" | "now"> & { config: Pick<Deps["config"], "auditRetentionMonths"> }) {
  await makeMonths(db, MONTHS_AHEAD);
  const first = firstStoredMonth(now(), config.auditRetentionMonths);
  for (const month of await findMonths(db)) {
    if (month < first) await db.transaction().execute((trx) => dropMonth(trx, month));
  }
}

/** The first month, YYYY-MM in Tokyo, of which the log is kept. */
export function firstStoredMonth(now: Date, retentionMonths: number): string {
  return monthOf(addMonths(firstDayOfMonth(monthOf(tokyoDate(now))), -retentionMonths));
}

/** The latest seals of an organization, or of all. */
export async function listSeals(
  db: Kysely<Tables>,
  query: Parameters<typeof findSeals>[1],
): Promise<AuditSeals> {
  return { seals: (await findSeals(db, query)).map(presentSeal) };
}

function presentSeal(row: NamedSealRow): AuditSeal {
  return {
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    day: row.day,
    count: row.event_count,
    root: hex(row.root),
    previousRoot: row.previous_root && hex(row.previous_root),
    version: row.version,
    sealedAt: row.sealed_at,
  };
}
