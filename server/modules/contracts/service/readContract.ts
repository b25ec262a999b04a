import { minutesUsed } from "../../../../domain/contractRules.ts";
import type { Contract } from "../../../../domain/contracts.ts";
import { tokyoDate } from "../../../../domain/dates.ts";
import type { UsageSeries } from "../../../../domain/usage.ts";
import type { Deps } from "../../../context.ts";
import { notFound } from "../../../problem.ts";
import { presentContract } from "../present.ts";
import { findContract, type Scope } from "../queries/contracts.ts";
import { findUsage } from "../queries/usage.ts";
import { forecastUse } from "./forecastUse.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** One contract within a scope; throws 404 for unknown ones and other organizations' alike. */
export async function readContract(
  { db, now }: ReadDeps,
  contractId: number,
  scope: Scope,
): Promise<Contract> {
  const row = await findContract(db, contractId, scope);
  if (!row) throw notFound();
  return presentContract(row, tokyoDate(now()));
}

/**
 * Usage of a contract per Tokyo day or month (design 3), with what it leads to; throws 404 as
 * readContract does.
 */
export async function readContractUsage(
  { db, now }: ReadDeps,
  contractId: number,
  by: UsageSeries["by"],
  scope: Scope,
): Promise<UsageSeries> {
  const row = await findContract(db, contractId, scope);
  if (!row) throw notFound();
  const points = await findUsage(db, row, by);
  const forecast = await forecastUse(db, row, tokyoDate(now()));
  return {
    by,
    forecast,
    points: points.map(({ period, transcript_count, seconds }) => ({
      period,
      transcriptCount: transcript_count,
      transcriptMinutes: minutesUsed(seconds),
    })),
  };
}
