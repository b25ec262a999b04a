import {
  type ContractStatus,
  USAGE_STATES,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";
import { RUNNING, STATUS_ORDER } from "../statusOrder.ts";

type Filters = Record<string, unknown>;

/** The known values of a filter (ids separated by commas), which comes from the address. */
export function chosenIn<Value extends string>(filter: unknown, values: readonly Value[]): Value[] {
  const given: string[] = typeof filter === "string" ? filter.split(",") : [];
  return values.filter((value) => given.includes(value));
}

/** Adds a status to the filters or removes it; without one, all statuses show. */
export function toggleStatus({ status, ...others }: Filters, value?: ContractStatus): Filters {
  const next = value === undefined ? "" : toggled(status, value, STATUS_ORDER);
  return next === "" ? others : { ...others, status: next };
}

/**
 * Adds a usage state or removes it. An alarm is about running contracts, so it chooses these unless
 * statuses are chosen already, and takes that back with the last usage state.
 */
export function toggleUsageState(filters: Filters, value: UsageState): Filters {
  const { usageState, status, ...others } = filters;
  const next = toggled(usageState, value, USAGE_STATES);
  if (next !== "") return { ...others, usageState: next, status: status ?? RUNNING };
  return status === undefined || status === RUNNING ? others : { ...others, status };
}

function toggled<Value extends string>(
  filter: unknown,
  value: Value,
  values: readonly Value[],
): string {
  const chosen = chosenIn(filter, values);
  return values.filter((each) => chosen.includes(each) !== (each === value)).join(",");
}
