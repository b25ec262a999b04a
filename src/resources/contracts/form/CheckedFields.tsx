import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { useWatch } from "react-hook-form";
import { periodsOverlap } from "../../../../domain/contracts/rules.ts";
import {
  type Contract,
  type ContractCheck,
  type ContractCheckResult,
  contract,
} from "../../../../domain/contracts/schemas.ts";
import type { PeriodConflict } from "../../../../domain/problems/problem.ts";
import {
  firstDayOfMonth,
  isCalendarDate,
  isMonth,
  lastDayOfMonth,
  monthOf,
  tokyoDate,
} from "../../../../domain/text/dates.ts";
import { email } from "../../../../domain/text/text.ts";
import { useComposing } from "../../../components/form/composition.ts";
import { useSettled } from "../../../components/form/useSettled.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { ContractRecord } from "../../records.ts";

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

/** The values of the form that are checked; invalid while a person types. */
interface CheckedValues {
  kind?: unknown;
  organizationId?: unknown;
  adminEmail?: unknown;
  startDate?: unknown;
  endDate?: unknown;
}

/**
 * The body of POST /contracts/check for the form's values; undefined if there is nothing to check.
 * `edited` is the contract being edited: its unchanged values are not checked.
 */
export function checkOf(
  values: CheckedValues,
  today: string,
  edited?: Contract,
): ContractCheck | undefined {
  const period = validPeriod(values.startDate, values.endDate);
  const adminEmail = email.safeParse(values.adminEmail).data;
  if (edited) return checkOfEdit(edited, period, adminEmail);
  if (values.kind === "new") {
    // A new organization has no other contracts, so any period will do to check the address.
    const anyPeriod = period ?? { startDate: today, endDate: today };
    return adminEmail ? { adminEmail, ...anyPeriod } : undefined;
  }
  const { organizationId } = values;
  if (typeof organizationId !== "number" || !period) return undefined;
  return { organizationId, ...(adminEmail ? { adminEmail } : {}), ...period };
}

function checkOfEdit(
  edited: Contract,
  period: ReturnType<typeof validPeriod>,
  adminEmail: string | undefined,
): ContractCheck | undefined {
  const { contractId, organizationId, startDate, endDate } = edited;
  const moved = period && (period.startDate !== startDate || period.endDate !== endDate);
  const renamed = adminEmail !== undefined && adminEmail !== edited.adminEmail;
  if (!moved && !renamed) return undefined;
  return {
    organizationId,
    excludeContractId: contractId,
    ...(renamed ? { adminEmail } : {}),
    ...(period ?? { startDate, endDate }),
  };
}

/** The overlapping contracts that the server named when it rejected a period. */
export interface RefusedPeriod {
  /** The organization of the rejected contract; undefined if it cannot change. */
  organizationId?: unknown;
  conflicts: PeriodConflict[];
}

/** The conflicts that still apply to the form's values. */
function stillInTheWay(refused: RefusedPeriod | undefined, values: CheckedValues) {
  const period = validPeriod(values.startDate, values.endDate);
  if (!refused || !period) return [];
  const { organizationId = values.organizationId } = refused;
  if (organizationId !== values.organizationId) return [];
  return refused.conflicts.filter((conflict) => periodsOverlap(conflict, period));
}

/** The day of a month that a start or end month means. */
export type Edge = "first" | "last";

const dayOf: Record<Edge, (month: string) => string> = {
  first: firstDayOfMonth,
  last: lastDayOfMonth,
};

/** The day of a month; text that is not a month is unchanged, so that the schema rejects it. */
export function dayOfMonth(text: string, edge: Edge): string | null {
  if (text === "") return null;
  return isMonth(text) ? dayOf[edge](text) : text;
}

/** The month of a day; text that is not a day is unchanged. */
export function monthShown(value: unknown): string {
  if (typeof value !== "string") return "";
  return isCalendarDate(value) ? monthOf(value) : value;
}

/** Whether a date is the edge of its month, so that the month alone is accurate. */
export function fitsMonth(value: unknown, edge: Edge): boolean {
  return typeof value !== "string" || !isCalendarDate(value) || atEdge(value, edge) === value;
}

export function atEdge(date: string, edge: Edge): string {
  return dayOf[edge](monthOf(date));
}

const period = contract.pick({ startDate: true, endDate: true });

/** The period, if the API takes both dates and the start is not after the end. */
export function validPeriod(startDate: unknown, endDate: unknown) {
  const { data } = period.safeParse({ startDate, endDate });
  return data && data.startDate <= data.endDate ? data : undefined;
}
