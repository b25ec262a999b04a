import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { useWatch } from "react-hook-form";
import type { Contract, ContractCheckResult } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { useSettled } from "../../../components/form/useSettled.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { checkOf } from "./contractCheck.ts";
import { type RefusedPeriod, stillInTheWay } from "./refusedConflicts.ts";

interface CheckAnswer extends ContractCheckResult {
  /** True while the answer for the form's current values loads. */
  checking: boolean;
}

const NOTHING: CheckAnswer = { conflicts: [], warnings: [], checking: false };

export const CheckContext = createContext<CheckAnswer>(NOTHING);

export function useCheckAnswer(): CheckAnswer {
  return useContext(CheckContext);
}

/**
 * Checks the form against other contracts, 300 ms after the last change and never during a
 * composition. An error of the check is ignored: the save will report it. The conflicts of a
 * rejected save stay.
 */
export function useContractCheck(
  composing: boolean,
  edited: Contract | undefined,
  refused: RefusedPeriod | undefined,
): CheckAnswer {
  const { api } = useApi();
  const [kind, organizationId, adminEmail, startDate, endDate] = useWatch({
    name: ["kind", "organizationId", "adminEmail", "startDate", "endDate"],
  });
  const values = { kind, organizationId, adminEmail, startDate, endDate };
  const check = JSON.stringify(checkOf(values, tokyoDate(new Date()), edited) ?? null);
  const settled = useSettled(check, composing);
  const { data, isFetching } = useQuery({
    queryKey: ["contracts", "check", settled],
    queryFn: ({ signal }) => api("POST /contracts/check", { body: JSON.parse(settled), signal }),
    enabled: settled !== "null",
  });
  const current = check === settled;
  const { conflicts, warnings } = current && data ? data : NOTHING;
  return {
    conflicts: conflicts.length > 0 ? conflicts : stillInTheWay(refused, values),
    warnings,
    checking: check !== "null" && (!current || isFetching),
  };
}
