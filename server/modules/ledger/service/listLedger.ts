import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { LedgerEntry } from "../../../../domain/usage/ledger.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { findContract } from "../../contracts/queries/contracts.ts";
import { presentLedgerEntry } from "../present.ts";
import { ledgerPage } from "../queries/ledgerList.ts";
import type { LedgerFilters } from "../queries/ledgerRows.ts";

/** A page of a contract's ledger; throws 404 for an unknown contract. */
export async function listLedger(
  { db }: Pick<Deps, "db">,
  contractId: number,
  query: ListQuery<"occurredAt">,
  filters: LedgerFilters,
): Promise<Page<LedgerEntry>> {
  const contract = await findContract(db, contractId);
  if (!contract) throw notFound();
  const { rows, total } = await ledgerPage(db, contract, query, filters);
  return pageAnswer(query, { content: rows.map(presentLedgerEntry), total });
}
