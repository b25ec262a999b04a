import { useGetList } from "react-admin";
import { isRunning } from "../../../domain/contracts/rules.ts";
import type { OwnContractRecord } from "../../resources/records.ts";

/** The contracts of the own organization, latest first. */
const OWN_CONTRACTS = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: "startDate", order: "DESC" },
} as const;

/** What the parts of the home ask of the usage, as one request. */
export const BY_WORKSPACE = { by: "month", split: "workspace" } as const;

/** The own contract that covers today; for organization admins. */
export function useRunningContract(): OwnContractRecord | undefined {
  const { data } = useGetList<OwnContractRecord>("contracts", OWN_CONTRACTS);
  return data?.find(isRunning);
}
