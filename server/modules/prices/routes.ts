import { priceEndpoints, pricesKind } from "../../../domain/api/prices.ts";
import { isSameValue } from "../../../domain/fields.ts";
import type { ContractPrices, ContractPricesUpdate } from "../../../domain/prices/schemas.ts";
import { refuseStale } from "../../audit/recordEvent.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import type { Transact } from "../../db/transact.ts";
import { publishChange } from "../../events/publishChange.ts";
import { implement } from "../../implement.ts";
import type { IfMatch } from "../../plugins/preconditions.ts";
import { notFound } from "../../problem.ts";
import { findContract, lockContract } from "../contracts/queries/contracts.ts";
import { findPrices, type PricesRow, writePrices } from "./queries.ts";

const NONE: PricesRow = { prices: [], show_prices: false, version: 0 };

/** The prices of a contract; throws 404. */
async function readPrices({ db }: Pick<Deps, "db">, contractId: number): Promise<ContractPrices> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  return presentPrices(contractId, (await findPrices(db, contract)) ?? NONE);
}

/**
 * Sets the prices of a contract. Closed months keep the price that was in force when they were closed
 * (docs/product/prices.md#closed-months). The same prices again write nothing. Throws 404 and 412.
 */
function setPrices(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  { contractId, ifMatch }: { contractId: number; ifMatch: IfMatch | undefined },
  { prices, showPrices }: ContractPricesUpdate,
): Promise<ContractPrices> {
  return transact(async (trx) => {
    const contract = await lockContract(trx, contractId);
    if (!contract) throw notFound();
    const row = (await findPrices(trx, contract)) ?? NONE;
    const before = presentPrices(contractId, row);
    await refuseStale(trx, ifMatch, before, { kind: pricesKind.name, id: contractId });
    const inOrder = prices.toSorted((one, other) => (one.from < other.from ? -1 : 1));
    const isSame = isSameValue(before.prices.map(inOneOrder), inOrder.map(inOneOrder));
    if (isSame && before.showPrices === showPrices) return before;
    const written = { prices: inOrder, show_prices: showPrices, version: row.version + 1 };
    await writePrices(trx, contract, written, now());
    const after = presentPrices(contractId, written);
    await publishChange(trx, {
      kind: pricesKind,
      organizationId: contract.organization_id,
      id: contractId,
      name: contract.organization_name,
      before,
      after,
    });
    return after;
  });
}

/** A price with its members in one order, since the database has its own. */
function inOneOrder(price: ContractPrices["prices"][number]) {
  const { from, monthly, perTranscript, perMinute, overage, taxRate, rounding } = price;
  const beyond = overage && [overage.perTranscript, overage.perMinute];
  return [from, monthly, perTranscript, perMinute, beyond, taxRate, rounding];
}

function presentPrices(
  contractId: number,
  { prices, show_prices: showPrices, version }: PricesRow,
): ContractPrices {
  return { contractId, prices, showPrices, version };
}

export const priceRoutes: AreaRoutes = (app, deps) =>
  implement(app, priceEndpoints, {
    "GET /contracts/{id}/prices": ({ params }) => readPrices(deps, params.id),
    "PUT /contracts/{id}/prices": ({ transact, params, ifMatch, body }) =>
      setPrices({ ...deps, transact }, { contractId: params.id, ifMatch }, body),
  });
