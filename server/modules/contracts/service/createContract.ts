import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type {
  CapCheck,
  Contract,
  ContractCheck,
  ContractCheckResult,
  ContractCreate,
  capCheckQuery,
} from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { addDays, addMonths, tokyoDate, tokyoMidnight } from "../../../../domain/text/dates.ts";
import { isSeenAlike } from "../../../../domain/text/unseen.ts";
import { type DayBeyond, dayBeyond, type UseOfDay } from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import { organizationNameColumns, userNameColumns } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import { conflict, type FieldErrors, validationFailed } from "../../../problem.ts";
import { publishNewOrganization } from "../../organizations/service.ts";
import { type AccountDeps, awaitAccount } from "../../people/accounts/processAccountRequest.ts";
import { insertInvited, newUserId } from "../../people/users/inviteUser.ts";
import { presentContract } from "../present.ts";
import {
  findConflicts,
  findContract,
  findNeighbours,
  findOwnerOfEmail,
  insertContract,
  lockPeriods,
  type PeriodOfOrganization,
} from "../queries/contracts.ts";
import { contractValues, publishContract } from "./changeContract.ts";

/** The use of all contracts of an organization by day, in order; days without any lack. */
async function findUseOfDays(
  db: Kysely<Tables>,
  organizationId: number,
  { from, to }: { from: string; to: string },
): Promise<UseOfDay[]> {
  const { rows } = await sql<UseOfDay>`
    select usage_date as date, sum(transcript_count)::bigint as "transcriptCount",
      sum(seconds)::bigint as seconds
    from usage_daily
    where organization_id = ${organizationId} and usage_date between ${from} and ${to}
    group by usage_date order by usage_date`.execute(db);
  return rows;
}

/** The transcripts of a day from the first on that is beyond what is left; null is unlimited. */
async function countBeyond(
  db: Kysely<Tables>,
  organizationId: number,
  { date, left }: Pick<DayBeyond, "date" | "left">,
): Promise<number> {
  const { rows } = await sql<{ beyond: number }>`
    select coalesce(sum(transcript_count), 0)::bigint as beyond from (
      select transcript_count, bool_or(is_beyond) over (
        order by occurred_at, ledger_id) as has_passed
      from (
        select occurred_at, ledger_id, transcript_count,
          coalesce(sum(transcript_count) over use > ${left.transcriptCount}::bigint, false)
            or coalesce(sum(seconds) over use > ${left.seconds}::bigint, false) as is_beyond
        from ledger
        where organization_id = ${organizationId}
          and occurred_at >= ${tokyoMidnight(date)} and occurred_at < ${tokyoMidnight(addDays(date, 1))}
        window use as (order by occurred_at, ledger_id)
      ) summed
    ) passed
    where has_passed`.execute(db);
  return rows[0]?.beyond ?? 0;
}

type Warning = ContractCheckResult["warnings"][number];

/** Conflicts, a rejected address and uncovered days of a contract that is being typed. */
export async function checkContract(
  db: Kysely<Tables>,
  input: ContractCheck,
): Promise<ContractCheckResult> {
  const { organizationId, adminEmail } = input;
  const period = organizationId === undefined ? undefined : { ...input, organizationId };
  const [conflicts, email, gaps] = await Promise.all([
    period ? findConflicts(db, period) : [],
    adminEmail === undefined ? [] : emailWarnings(db, adminEmail, organizationId),
    period ? gapWarnings(db, period) : [],
  ]);
  return { conflicts, warnings: [...email, ...(conflicts.length > 0 ? [] : gaps)] };
}

async function emailWarnings(
  db: Kysely<Tables>,
  adminEmail: string,
  organizationId: number | undefined,
): Promise<Warning[]> {
  const owner = await findOwnerOfEmail(db, adminEmail);
  const isFree = owner === undefined || (organizationId !== undefined && owner === organizationId);
  return isFree ? [] : [{ code: "EMAIL_EXISTS" }];
}

async function gapWarnings(db: Kysely<Tables>, period: PeriodOfOrganization): Promise<Warning[]> {
  const { lastBefore, firstAfter } = await findNeighbours(db, period);
  const before = lastBefore && gap("GAP_BEFORE", lastBefore, period.startDate);
  const after = firstAfter && gap("GAP_AFTER", period.endDate, firstAfter);
  return [before, after].filter((warning) => !!warning);
}

function gap(code: "GAP_BEFORE" | "GAP_AFTER", last: string, next: string): Warning | undefined {
  const startDate = addDays(last, 1);
  return startDate < next ? { code, startDate, endDate: addDays(next, -1) } : undefined;
}

const MONTHS = 12;

/**
 * What caps would have refused of the use of the last 12 months, in Tokyo, as if they were one
 * contract (docs/product/contracts.md#caps). From the first transcript beyond a cap on all count as
 * refused, although a shorter one might still have fitted.
 */
export async function checkCaps(
  { db, now }: Pick<Deps, "db" | "now">,
  { organizationId, maxTranscriptCount, maxTranscriptMinutes }: z.infer<typeof capCheckQuery>,
): Promise<CapCheck> {
  const to = tokyoDate(now());
  const from = addDays(addMonths(to, -MONTHS), 1);
  const days = await findUseOfDays(db, organizationId, { from, to });
  const transcriptCount = days.reduce((sum, day) => sum + day.transcriptCount, 0);
  const beyond = dayBeyond(days, {
    maxTranscriptCount: maxTranscriptCount ?? null,
    maxTranscriptMinutes: maxTranscriptMinutes ?? null,
  });
  if (!beyond) return { from, to, transcriptCount, refusedCount: 0, firstDate: null };
  const { date, left, later } = beyond;
  const refused = later + (await countBeyond(db, organizationId, { date, left }));
  return { from, to, transcriptCount, refusedCount: Math.max(refused, 1), firstDate: date };
}

/** Rejects addresses of others: 422, never 409 (docs/product/contracts.md#creating). */
export async function emailErrors(
  db: Kysely<Tables>,
  adminEmail: string,
  organizationId: number,
): Promise<FieldErrors> {
  const owner = await findOwnerOfEmail(db, adminEmail);
  if (owner === undefined || owner === organizationId) return {};
  return { adminEmail: fieldSentences.emailOfOther };
}

/**
 * Throws 409 PERIOD_OVERLAPS with the conflicting contracts. Call it while holding lockPeriods. The
 * constraint contracts_no_overlap holds the rule in any case (server/problem.ts).
 */
export async function refuseOverlap(
  trx: Transaction<Tables>,
  period: PeriodOfOrganization,
): Promise<void> {
  const conflicts = await findConflicts(trx, period);
  if (conflicts.length > 0) throw conflict("PERIOD_OVERLAPS", { extra: { conflicts } });
}

interface OrganizationName {
  organizationName: string;
  organizationNameKana?: string | null | undefined;
}

async function insertOrganization(
  trx: Transaction<Tables>,
  { organizationName, organizationNameKana }: OrganizationName,
  at: Date,
): Promise<number> {
  const { organization_id } = await trx
    .insertInto("organizations")
    .values({
      organization_no: sql<string>`nextval('organization_no_seq')::text`,
      ...organizationNameColumns(organizationName, organizationNameKana),
      created_at: at,
      updated_at: at,
    })
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return organization_id;
}

type CreateDeps = AccountDeps & Pick<Deps, "now"> & { transact: Transact };

/**
 * Creates a contract (docs/product/contracts.md#creating). Without organizationId it also creates
 * the organization and its admin, in one transaction; the account and the invitation mail may
 * follow later. `sender` is the user id of the inviting admin.
 * Without organizationId it throws 409 EMAIL_EXISTS; with one, 409 PERIOD_OVERLAPS with the
 * conflicts, and 422 for an unknown organization, another organization name or reading, or another
 * owner's address.
 */
export function createContract(
  deps: CreateDeps,
  sender: string,
  input: ContractCreate,
): Promise<Contract> {
  const { organizationId } = input;
  return organizationId === undefined
    ? createWithOrganization(deps, sender, input)
    : createFurther(deps, { ...input, organizationId });
}

async function createWithOrganization(
  deps: CreateDeps,
  sender: string,
  input: ContractCreate,
): Promise<Contract> {
  const userId = newUserId();
  const at = deps.now();
  const contract = await deps.transact(async (trx) => {
    const organizationId = await insertOrganization(trx, input, at);
    await publishNewOrganization(trx, organizationId, tokyoDate(at));
    await insertInvited(trx, sender, {
      user_id: userId,
      organization_id: organizationId,
      email: input.adminEmail,
      ...userNameColumns(input.adminName, input.adminNameKana, input.adminEmail),
      is_organization_admin: true,
      created_at: at,
      updated_at: at,
    });
    return addContract(trx, { ...input, organizationId }, at);
  });
  await awaitAccount(deps, userId);
  return contract;
}

type FurtherContract = ContractCreate & { organizationId: number };

async function createFurther(
  { now, transact }: Pick<CreateDeps, "now" | "transact">,
  input: FurtherContract,
): Promise<Contract> {
  return transact(async (trx) => {
    const organization = await lockPeriods(trx, input.organizationId);
    const adminEmail = await emailErrors(trx, input.adminEmail, input.organizationId);
    const errors: FieldErrors = { ...organizationErrors(organization, input), ...adminEmail };
    if (Object.keys(errors).length > 0) throw validationFailed(errors);
    await refuseOverlap(trx, input);
    return addContract(trx, input, now());
  });
}

function organizationErrors(
  organization: Awaited<ReturnType<typeof lockPeriods>>,
  { organizationName, organizationNameKana }: FurtherContract,
): FieldErrors {
  if (!organization) return { organizationId: fieldSentences.organizationUnknown };
  const { organization_name: name, organization_name_kana: kana } = organization;
  const errors: FieldErrors = {};
  if (!isSeenAlike(organizationName, name)) {
    errors.organizationName = fieldSentences.organizationNameDiffers;
  }
  if (organizationNameKana !== undefined && organizationNameKana !== kana) {
    errors.organizationNameKana = fieldSentences.organizationNameKanaDiffers;
  }
  return errors;
}

/** Inserts a contract, publishes and logs it. */
export async function addContract(
  trx: WriteTransaction,
  input: FurtherContract,
  at: Date,
): Promise<Contract> {
  const contractId = await insertContract(trx, contractValues(input, at));
  const row = await findContract(trx, contractId);
  if (!row) throw new Error(`contract ${contractId} is missing after its insertion`);
  const contract = presentContract(row, tokyoDate(at));
  await publishContract(trx, contract, { before: null, after: contract });
  return contract;
}
