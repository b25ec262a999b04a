import type { Contract } from "../../../domain/contracts/schemas.ts";
import { formatPeriod } from "../../../domain/text/dates.ts";

type Named = Pick<Contract, "organizationName" | "startDate" | "endDate">;

/** デモ株式会社 2026/04〜2027/03 */
export function nameOfContract(contract: Named): string {
  return `${contract.organizationName} ${formatPeriod(contract)}`;
}
