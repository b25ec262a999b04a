import type { Contract } from "../../../../domain/contracts.ts";
import { tokyoDate } from "../../../../domain/dates.ts";
import type { Deps } from "../../../context.ts";
import { notFound } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import { findContract, type Scope } from "../queries/contracts.ts";

/** One contract within a scope; throws 404 for unknown ones and other organizations' alike. */
export async function readContract(
  { db, now }: Pick<Deps, "db" | "now">,
  contractId: number,
  scope: Scope,
): Promise<Contract> {
  const row = await findContract(db, contractId, scope);
  if (!row) throw notFound();
  return presentContract(row, tokyoDate(now()));
}
