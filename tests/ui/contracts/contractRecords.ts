import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { ContractStatus } from "../../../domain/contracts/rules.ts";
import type { Contract, ContractSummary } from "../../../domain/contracts/schemas.ts";
import { doubles } from "../../support/apiDouble.ts";
import { found, paged } from "../../support/doubleAnswer.ts";
import { noForecast } from "../../support/records.ts";

const api = doubles.admin;

const noSummary: ContractSummary = {
  total: 0,
  status: { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 },
  usageState: { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 },
};

/** Answers the list: of all contracts, or of one organization, or in some statuses. */
export function contractsOf(contracts: readonly Contract[]) {
  return (asked: {
    query: ListQuery & {
      organizationId?: number | undefined;
      status?: ContractStatus[] | undefined;
    };
  }) => {
    const { organizationId: owner, status } = asked.query;
    const isAsked = (each: Contract) =>
      (!owner || each.organizationId === owner) && (!status || status.includes(each.status));
    return paged(contracts.filter(isAsked))(asked);
  };
}

/** The API with these contracts, without daily usage. */
export function contractsAre(
  contracts: readonly Contract[] = [],
  summary: Partial<ContractSummary> = {},
): void {
  api.answer("GET /contracts/summary", () => ({
    ...noSummary,
    total: contracts.length,
    ...summary,
  }));
  api.answer("GET /contracts/{id}/usage", ({ query: { by } }) => ({
    by,
    points: [],
    ...noForecast,
  }));
  api.answer("GET /contracts/{id}", ({ params }) =>
    found(contracts.find(({ contractId }) => contractId === params.id)),
  );
  api.answer("GET /contracts/{id}/ledger", paged([]));
  api.answer("GET /closings", paged([]));
  api.answer("GET /contracts", contractsOf(contracts));
  api.answer("POST /contracts/check", () => ({ conflicts: [], warnings: [] }));
  api.answer("GET /contracts/cap-check", () => ({
    from: "2025-04-02",
    to: "2026-04-01",
    transcriptCount: 0,
    refusedCount: 0,
    firstDate: null,
  }));
}
