import type { Transaction } from "kysely";
import { contractKind } from "../../../../domain/api/contracts.ts";
import { recordsCounted } from "../../../../domain/bulkSentences.ts";
import type { ChangedContracts, ContractChanges } from "../../../../domain/contracts/bulk.ts";
import { contractLabels } from "../../../../domain/contracts/fields.ts";
import {
  manyContractSentences,
  nextPeriod,
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
import { findContracts } from "../queries/contracts.ts";
import { lockContracts } from "../queries/manyContracts.ts";
import { deleteContract, findBlocking } from "../queries/writes.ts";
import { publishContract } from "./changeContract.ts";
import { addContract } from "./createContract.ts";
import {
  organizationsOf,
  type Planned,
  planRenewals,
  planRequested,
  type RequestedChanges,
} from "./planRenewals.ts";

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
