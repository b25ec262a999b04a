import type { Kysely } from "kysely";
import { staleRowSentence } from "../../../../domain/bulkSentences.ts";
import type {
  ContractChanges,
  RenewalCheck,
  RenewalCheckResult,
} from "../../../../domain/contracts/bulk.ts";
import {
  manyContractSentences,
  nextPeriod,
  renewalRefusal,
} from "../../../../domain/contracts/renewal.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { presentContract } from "../present.ts";
import { findContracts } from "../queries/contracts.ts";
import { findOwners, findPeriods } from "../queries/manyContracts.ts";

export type RequestedChanges = ContractChanges["contracts"];

/** A contract that is to be changed with others; `reason` says why it cannot be. */
export interface Planned {
  contractId: number;
  /** Undefined if there is none of that id. */
  contract: Contract | undefined;
  reason: string | null;
}

/** Tells of each contract what renewing it would do now. */
export async function checkRenewals(
  { db, now }: Pick<Deps, "db" | "now">,
  { contracts }: RenewalCheck,
): Promise<RenewalCheckResult> {
  const planned = await planRenewals(db, contracts, tokyoDate(now()));
  return {
    contracts: planned.map(({ contractId, contract, reason }) => ({
      contractId,
      reason,
      ...(contract && reason === null ? nextPeriod(contract) : {}),
    })),
  };
}

/** Which contracts can be renewed on `today`, in the order of the requested. */
export async function planRenewals(
  db: Kysely<Tables>,
  requested: RequestedChanges,
  today: string,
): Promise<Planned[]> {
  const planned = await planRequested(db, requested, today);
  const found = planned.flatMap(({ contract }) => contract ?? []);
  const periods = await findPeriods(db, organizationsOf(found));
  const owners = await findOwners(
    db,
    found.map(({ adminEmail }) => adminEmail),
  );
  return planned.map(({ contractId, contract, reason }) => {
    if (!contract || reason !== null) return { contractId, contract, reason };
    const { organizationId, adminEmail } = contract;
    const owner = owners.get(adminEmail);
    const facts = {
      today,
      periods: periods.get(organizationId) ?? [],
      isEmailTaken: owner !== undefined && owner !== organizationId,
    };
    return { contractId, contract, reason: renewalRefusal(contract, facts) };
  });
}

/** The contracts as they are, with a reason for those that are missing or have another version. */
export async function planRequested(
  db: Kysely<Tables>,
  requested: RequestedChanges,
  today: string,
): Promise<Planned[]> {
  const rows = await findContracts(
    db,
    requested.map(({ contractId }) => contractId),
  );
  return requested.map(({ contractId, version }) => {
    const row = rows.get(contractId);
    const contract = row && presentContract(row, today);
    if (!contract) return { contractId, contract, reason: manyContractSentences.removed };
    return { contractId, contract, reason: contract.version === version ? null : staleRowSentence };
  });
}

export function organizationsOf(contracts: readonly Contract[]): number[] {
  return [...new Set(contracts.map(({ organizationId }) => organizationId))];
}
