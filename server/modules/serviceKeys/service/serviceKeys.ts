import { addDays, addMilliseconds, differenceInMilliseconds } from "date-fns";
import type { Transaction } from "kysely";
import { SERVICE_SCOPES } from "../../../../domain/access.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import {
  type CreatedServiceKey,
  type ServiceKey,
  type ServiceKeyCreate,
  type ServiceKeyReplacement,
  serviceKeyKind,
} from "../../../../domain/api/serviceKeys.ts";
import type { Page } from "../../../../domain/paging.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { REPLACED_DAYS } from "../../../../domain/serviceKeys/rules.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange, publishUnlogged } from "../../../events/publishChange.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { refuseUnknownOrganizations } from "../../organizations/service.ts";
import {
  findEndedDirectories,
  findServiceKey,
  findServiceKeys,
  findTerm,
  hasDirectory,
  insertServiceKey,
  lockDirectory,
  lockServiceKey,
  releaseDirectory,
  type ServiceKeyRow,
  type ServiceKeySort,
  updateReplaced,
  updateRevoked,
} from "../queries.ts";
import { newServiceKey } from "./serviceCredential.ts";

type KeyDeps = Pick<Deps, "db" | "now">;

export async function listServiceKeys(
  { db }: Pick<Deps, "db">,
  query: ListQuery<ServiceKeySort>,
  filters: { q?: string | undefined },
): Promise<Page<ServiceKey>> {
  const { rows, total } = await findServiceKeys(db, query, filters);
  return pageAnswer(query, { content: rows.map(presentServiceKey), total });
}

/** One service key; throws 404. */
export async function readServiceKey(
  { db }: Pick<Deps, "db">,
  serviceKeyId: number,
): Promise<ServiceKey> {
  const row = await findServiceKey(db, serviceKeyId);
  if (!row) throw notFound();
  return presentServiceKey(row);
}

/**
 * Creates a service key. The answer is the only place that ever holds the whole key. Throws 422
 * `errors.organizationIds` for an unknown organization, `errors.endsAt` for an end that has passed.
 */
export function createServiceKey(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  userId: string,
  { endsAt, ...rights }: ServiceKeyCreate,
): Promise<CreatedServiceKey> {
  return transact(async (trx) => {
    await refuseUnknownOrganizations(trx, rights.organizationIds);
    const at = now();
    const ends = endsAt === null ? null : new Date(endsAt);
    if (ends && ends <= at) throw validationFailed({ endsAt: fieldSentences.endPassed });
    return insertKey(trx, { ...rights, ends, userId, at });
  });
}

/**
 * Creates a second key with the rights of one, which ends at `endsAt`. The second one lasts as long as the
 * first was made for. Throws 404, 422 KEY_NOT_ACTIVE, `errors.endsAt` unless that is to come, within 90
 * days, and not after the first one's own end.
 */
export function replaceServiceKey(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  userId: string,
  serviceKeyId: number,
  { endsAt }: ServiceKeyReplacement,
): Promise<CreatedServiceKey> {
  return transact(async (trx) => {
    await lockServiceKey(trx, serviceKeyId);
    const row = await findServiceKey(trx, serviceKeyId);
    if (!row) throw notFound();
    const at = now();
    const { name, scopes, organization_ids: organizationIds, ends_at } = row;
    if (row.revoked_at || (ends_at && ends_at <= at)) throw ruleBroken("KEY_NOT_ACTIVE");
    const end = new Date(endsAt);
    if (end <= at) throw validationFailed({ endsAt: fieldSentences.endPassed });
    if (end > addDays(at, REPLACED_DAYS) || (ends_at && end > ends_at)) {
      throw validationFailed({ endsAt: fieldSentences.endTooLate(REPLACED_DAYS) });
    }
    const made = (await findTerm(trx, serviceKeyId)) ?? row;
    const ends =
      made.ends_at && addMilliseconds(at, differenceInMilliseconds(made.ends_at, made.created_at));
    const created = await insertKey(trx, { name, scopes, organizationIds, ends, userId, at });
    await updateReplaced(trx, serviceKeyId, { endsAt: end, replacedBy: created.serviceKeyId });
    const after = await readServiceKey({ db: trx }, serviceKeyId);
    await publishKey(trx, { before: presentServiceKey(row), after });
    return created;
  });
}

interface NewKey extends Omit<ServiceKeyCreate, "endsAt"> {
  ends: Date | null;
  userId: string;
  at: Date;
}

async function insertKey(
  trx: Transaction<Tables>,
  { name, scopes, organizationIds, ends, userId, at }: NewKey,
): Promise<CreatedServiceKey> {
  const { key, prefix, hash } = newServiceKey();
  const serviceKeyId = await insertServiceKey(trx, {
    name,
    name_key: searchKey(name),
    scopes,
    organization_ids: organizationIds,
    prefix,
    key_hash: hash,
    ends_at: ends,
    created_by: userId,
    created_at: at,
  });
  const created = await readServiceKey({ db: trx }, serviceKeyId);
  await publishKey(trx, { before: null, after: created });
  return { ...created, key };
}

/**
 * Revokes a service key for good; the first time counts. With the last one of a directory nothing is
 * ruled by it any more. Throws 404.
 */
export function revokeServiceKey({ db, now }: KeyDeps, serviceKeyId: number): Promise<ServiceKey> {
  return db.transaction().execute(async (trx) => {
    const at = now();
    const organizationId = directoryOf(await readServiceKey({ db: trx }, serviceKeyId));
    // Before the key, so that of two revocations at once the second one sees the first.
    if (organizationId !== undefined) await lockDirectory(trx, organizationId);
    const isRevoked = await updateRevoked(trx, serviceKeyId, at);
    const after = await readServiceKey({ db: trx }, serviceKeyId);
    if (!isRevoked) return after;
    await publishKey(trx, { before: { ...after, revokedAt: null }, after });
    if (organizationId !== undefined) await endDirectory(trx, organizationId, at);
    return after;
  });
}

/** The organization of a key for a directory; undefined for any other key. */
function directoryOf({ scopes, organizationIds }: ServiceKey): number | undefined {
  return scopes.includes("scim") ? organizationIds?.[0] : undefined;
}

/** Releases what directories have ruled whose last key has ended; one that was issued since rules on. */
export async function releaseEndedDirectories({ db, now }: KeyDeps): Promise<void> {
  const at = now();
  for (const organizationId of await findEndedDirectories(db, at)) {
    await db.transaction().execute(async (trx) => {
      await lockDirectory(trx, organizationId);
      await endDirectory(trx, organizationId, at);
    });
  }
}

/** Releases a locked directory unless it has a key. */
async function endDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<void> {
  if (await hasDirectory(trx, organizationId, at)) return;
  if (!(await releaseDirectory(trx, organizationId))) return;
  for (const resource of ["users", "workspaces"]) {
    await publishUnlogged(trx, { organizationId, resource, id: "all" }, "updated");
  }
}

function publishKey(
  trx: Transaction<Tables>,
  change: { before: ServiceKey | null; after: ServiceKey },
): Promise<void> {
  const { serviceKeyId: id, name } = change.after;
  return publishChange(trx, { kind: serviceKeyKind, organizationId: null, id, name, ...change });
}

function presentServiceKey(row: ServiceKeyRow): ServiceKey {
  return {
    serviceKeyId: row.service_key_id,
    name: row.name,
    scopes: SERVICE_SCOPES.filter((scope) => row.scopes.includes(scope)),
    organizationIds: row.organization_ids,
    organizations: row.organizations,
    prefix: row.prefix,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    replacedBy: row.replaced_by,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    heldAt: row.held_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
