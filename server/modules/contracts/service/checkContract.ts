import type { Kysely } from "kysely";
import type { ContractCheck, ContractCheckResult } from "../../../../domain/contracts/schemas.ts";
import { addDays } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { findOwnerOfEmail } from "../queries/contracts.ts";
import { findConflicts, findNeighbours, type PeriodOfOrganization } from "../queries/periods.ts";

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
