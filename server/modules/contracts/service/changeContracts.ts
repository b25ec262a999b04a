import type { Kysely, Transaction } from "kysely";
import { contractKind } from "../../../../domain/api/contracts.ts";
import { recordsCounted, staleRowSentence } from "../../../../domain/bulkSentences.ts";
import type {
  ChangedContracts,
  ContractChanges,
  RenewalCheck,
  RenewalCheckResult,
} from "../../../../domain/contracts/bulk.ts";
import { contractLabels } from "../../../../domain/contracts/fields.ts";
import {
  manyContractSentences,
  nextPeriod,
  renewalRefusal,
  renewedTerms,
} from "../../../../domain/contracts/renewal.ts";
import { hasUsage } from "../../../../domain/contracts/rules.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { formatPeriod, tokyoDate } from "../../../../domain/text/dates.ts";
import { actOnMany } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import { ruleBroken } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import { deleteContract, findBlocking, findContracts } from "../queries/contracts.ts";
import { findOwners, findPeriods, lockContracts } from "../queries/manyContracts.ts";
import { publishContract } from "./changeContract.ts";
import { addContract } from "./createContract.ts";

type RequestedChanges = ContractChanges["contracts"];

/** A contract that is to be changed with others; `reason` says why it cannot be. */
interface Planned {
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
async function planRenewals(
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
async function planRequested(
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

function organizationsOf(contracts: readonly Contract[]): number[] {
  return [...new Set(contracts.map(({ organizationId }) => organizationId))];
}

/**
 * Renews many contracts or deletes many unused ones, all or nothing, with one event of the whole and one
 * of each contract. Returns the contracts that were created or deleted. Throws 422 ROWS_REFUSED with a
 * sentence for each contract that is missing, has another version, cannot be renewed or was used.
 */
export function changeContracts(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  { action, contracts: requested }: ContractChanges,
): Promise<ChangedContracts> {
  return transact(async (trx) => {
    const at = now();
    await lockRequested(trx, requested, action === "RENEW" ? "renew" : "delete");
    const contracts =
      action === "RENEW" ? await renew(trx, requested, at) : await remove(trx, requested, at);
    return { contracts };
  });
}

/** Locks the contracts that are there. An organization never changes, so it can be read before. */
async function lockRequested(
  trx: Transaction<Tables>,
  requested: RequestedChanges,
  purpose: "renew" | "delete",
): Promise<void> {
  const ids = requested.map(({ contractId }) => contractId);
  const rows = [...(await findContracts(trx, ids)).values()];
  const organizations = new Set(rows.map(({ organization_id: id }) => id));
  await lockContracts(trx, ids, [...organizations], purpose);
}

async function renew(
  trx: WriteTransaction,
  requested: RequestedChanges,
  at: Date,
): Promise<Contract[]> {
  const planned = await planRenewals(trx, requested, tokyoDate(at));
  const contracts = allowed(planned, manyContractSentences.notRenewed);
  return actOnAll(trx, contracts, "added", (contract) =>
    addContract(trx, { ...renewedTerms(contract), ...nextPeriod(contract) }, at),
  );
}

async function remove(
  trx: WriteTransaction,
  requested: RequestedChanges,
  at: Date,
): Promise<Contract[]> {
  const planned: Planned[] = [];
  for (const one of await planRequested(trx, requested, tokyoDate(at))) {
    const { contract } = one;
    const blocking = contract && one.reason === null ? await blockingOf(trx, contract) : null;
    planned.push(blocking ? { ...one, reason: BLOCKING_CODES[blocking] } : one);
  }
  const contracts = allowed(planned, manyContractSentences.notDeleted);
  return actOnAll(trx, contracts, "deleted", async (contract) => {
    await deleteContract(trx, keyOf(contract));
    await publishContract(trx, contract, { before: contract, after: null });
    return contract;
  });
}

const BLOCKING_CODES = {
  LEDGER: manyContractSentences.hasUsage,
  CLOSINGS: manyContractSentences.hasClosings,
};

const blockingOf = async (trx: WriteTransaction, contract: Contract) =>
  hasUsage(contract) ? "LEDGER" : findBlocking(trx, keyOf(contract));

const keyOf = ({ organizationId, contractId }: Contract) => ({
  organization_id: organizationId,
  contract_id: contractId,
});

/** The contracts, if there is no reason against any of them. */
function allowed(
  planned: readonly Planned[],
  message: (names: readonly string[]) => string,
): Contract[] {
  const errors: Record<string, string> = {};
  const names: string[] = [];
  const contracts: Contract[] = [];
  for (const [n, { contractId, contract, reason }] of planned.entries()) {
    if (contract && reason === null) contracts.push(contract);
    else {
      errors[`contracts.${n}`] = reason ?? manyContractSentences.removed;
      names.push(contract ? nameOf(contract) : `${contractLabels.contractId} ${contractId}`);
    }
  }
  if (names.length > 0) throw ruleBroken("ROWS_REFUSED", { message: message(names), errors });
  return contracts;
}

const nameOf = (contract: Contract) => `${contract.organizationName} ${formatPeriod(contract)}`;

/** Writes one after the other, and after them the event of the whole: the newest stands first. */
async function actOnAll(
  trx: Transaction<Tables>,
  contracts: readonly Contract[],
  counted: "added" | "deleted",
  write: (contract: Contract) => Promise<Contract>,
): Promise<Contract[]> {
  const [first = null, ...others] = organizationsOf(contracts);
  // The provider's log has the event about several organizations.
  const organizationId = others.length === 0 ? first : null;
  const whole = { kind: contractKind.name, id: null, organizationId };
  return actOnMany(whole, async () => {
    const written: Contract[] = [];
    for (const contract of contracts) written.push(await write(contract));
    const target = { ...whole, name: recordsCounted(written.length) };
    await recordEvent(trx, { organizationId, target, counts: { [counted]: written.length } });
    return written;
  });
}
