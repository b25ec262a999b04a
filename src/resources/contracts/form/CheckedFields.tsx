import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { useWatch } from "react-hook-form";
import type { Contract, ContractCheckResult } from "../../../../domain/contracts/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { useComposing } from "../../../components/form/useComposing.ts";
import { useSettled } from "../../../components/form/useSettled.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { ContractRecord } from "../../records.ts";
import { checkOf, type RefusedPeriod, stillInTheWay } from "./contractCheck.ts";

interface CheckAnswer extends ContractCheckResult {
  /** True while the answer for the form's current values loads. */
  checking: boolean;
}

const NOTHING: CheckAnswer = { conflicts: [], warnings: [], checking: false };

const CheckContext = createContext<CheckAnswer>(NOTHING);

export function useCheckAnswer(): CheckAnswer {
  return useContext(CheckContext);
}

/**
 * Checks the form against other contracts, 300 ms after the last change and never during a
 * composition. An error of the check is ignored: the save will report it. The conflicts of a
 * rejected save stay.
 */
function useContractCheck(
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

interface CheckedFieldsProps {
  edited?: ContractRecord;
  refused: RefusedPeriod | undefined;
  children: ReactNode;
}

/** The fields of a contract; while a person types, the API checks them against other contracts. */
export function CheckedFields({ edited, refused, children }: CheckedFieldsProps) {
  const { composing, handlers } = useComposing();
  const answer = useContractCheck(composing, edited, refused);
  return (
    <CheckContext value={answer}>
      <div className="stack gap-16" {...handlers}>
        {children}
      </div>
    </CheckContext>
  );
}
