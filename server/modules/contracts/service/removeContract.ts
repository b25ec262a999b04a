import { contractKind } from "../../../../domain/api/contracts.ts";
import { hasUsage } from "../../../../domain/contracts/rules.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Deps } from "../../../context.ts";
import { transactOn } from "../../../db/transact.ts";
import { conflict, notFound } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import { deleteContract, hasLedger, lockContract, lockUsage } from "../queries/writes.ts";
import type { ChangeTarget } from "./changeContract.ts";
import { publishContract } from "./publishContract.ts";

/** Deletes an unused contract and returns it. Throws 404, 412, 409 CONTRACT_HAS_USAGE. */
export function removeContract(
  { db, now }: Pick<Deps, "db" | "now">,
  { contractId, ifMatch }: ChangeTarget,
): Promise<Contract> {
  return transactOn(db)(async (trx) => {
    const row = await lockContract(trx, contractId, "delete");
    if (!row) throw notFound();
    const contract = presentContract({ ...row, ...(await lockUsage(trx, row)) }, tokyoDate(now()));
    await refuseStale(trx, ifMatch, contract, { kind: contractKind.name, id: contractId });
    if (hasUsage(contract) || (await hasLedger(trx, row))) throw conflict("CONTRACT_HAS_USAGE");
    await deleteContract(trx, row);
    await publishContract(trx, contract, { before: contract, after: null });
    return contract;
  });
}
