import { HttpResponse } from "msw";
import { z } from "zod";
import { usageEvents } from "../../demo/usage.ts";
import type { Action } from "../../domain/access.ts";
import {
  CONTRACT_SORTS,
  CONTRACT_STATUSES,
  contractLimits,
  effectiveEnd,
  minutesUsed,
  USAGE_STATES,
} from "../../domain/contractRules.ts";
import {
  type Contract,
  contractFilters,
  type OwnContract,
  ownContract,
} from "../../domain/contracts.ts";
import { firstDayOfMonth, lastDayOfMonth, monthOf } from "../../domain/dates.ts";
import { searchKey } from "../../domain/searchKey.ts";
import { type UsageSeries, usageQuery } from "../../domain/usage.ts";
import type { Route } from "../area.ts";
import { answer, type Call } from "../call.ts";
import { listQuery, matches, pageAnswer } from "../page.ts";
import type { ContractRow } from "../tables.ts";
import { contractOf } from "./contractRow.ts";

const filters = z.strictObject(contractFilters);
const listed = listQuery(CONTRACT_SORTS, contractFilters);
const { organizationId: _given, ...ownFilters } = contractFilters;
const ownListed = listQuery(CONTRACT_SORTS, ownFilters);

/** Reading contracts: all of them in the admin area, the organization's own in the staff area. */
function reads(
  access: Action,
  list: Route["answer"],
  among: (call: Call) => readonly ContractRow[],
  shown: (contract: Contract) => Contract | OwnContract = (contract) => contract,
): Route[] {
  const found = (call: Call) => call.found(among(call), ({ contractId }) => contractId);
  return [
    { method: "get", path: "/contracts", access, answer: list },
    {
      method: "get",
      path: "/contracts/:id",
      access,
      answer: (call) => answer(shown(contractOf(call.world, found(call)))),
    },
    {
      method: "get",
      path: "/contracts/:id/usage",
      access,
      answer: (call) => HttpResponse.json(usageOf(call, found(call))),
    },
  ];
}

export const contractReads: readonly Route[] = [
  {
    method: "get",
    path: "/contracts/summary",
    access: "contract.manage",
    answer: (call) => HttpResponse.json(summaryOf(narrowed(call, call.query(filters)))),
  },
  ...reads(
    "contract.manage",
    (call) => page(call.query(listed), narrowed(call, call.query(listed))),
    ({ world }) => world.tables.contracts,
  ),
];

export const ownContractReads: readonly Route[] = [
  {
    method: "get",
    path: "/contracts/limits",
    access: "limits.read",
    answer: (call) => HttpResponse.json(contractLimits(currentOf(call))),
  },
  ...reads(
    "ownContract.read",
    (call) => {
      const query = call.query(ownListed);
      const own = narrowed(call, { ...query, organizationId: call.user.organizationId });
      return page(query, own.map(shownToOwner));
    },
    ownContracts,
    shownToOwner,
  ),
];

function shownToOwner(contract: Contract): OwnContract {
  return ownContract.parse(contract);
}

function ownContracts({ world, user }: Call): ContractRow[] {
  return world.tables.contracts.filter(
    ({ organizationId }) => organizationId === user.organizationId,
  );
}

function currentOf(call: Call): ContractRow | undefined {
  return ownContracts(call).find(
    (row) => row.startDate <= call.today && call.today <= effectiveEnd(row),
  );
}

function page(
  query: z.output<typeof ownListed>,
  contracts: readonly (Contract | OwnContract)[],
): Response {
  return pageAnswer(contracts, query, ({ contractId }) => contractId, {
    organizationName: ({ organizationName }) => searchKey(organizationName),
  });
}

function narrowed({ world }: Call, wanted: z.output<typeof filters>): Contract[] {
  const { q, status, usageState, organizationId, startMonth, endMonth } = wanted;
  return world.tables.contracts
    .map((row) => contractOf(world, row))
    .filter(
      (contract) =>
        matches(
          q,
          contract.organizationName,
          contract.organizationNo,
          contract.adminName,
          contract.adminEmail,
        ) &&
        (status?.includes(contract.status) ?? true) &&
        (usageState?.includes(contract.usageState) ?? true) &&
        (organizationId === undefined || contract.organizationId === organizationId) &&
        (startMonth === undefined || effectiveEnd(contract) >= firstDayOfMonth(startMonth)) &&
        (endMonth === undefined || contract.startDate <= lastDayOfMonth(endMonth)),
    );
}

function summaryOf(contracts: readonly Contract[]) {
  return {
    total: contracts.length,
    status: counts(
      CONTRACT_STATUSES,
      contracts.map(({ status }) => status),
    ),
    usageState: counts(
      USAGE_STATES,
      contracts.map((contract) => contract.usageState),
    ),
  };
}

function counts<Word extends string>(words: readonly Word[], met: readonly Word[]) {
  return Object.fromEntries(words.map((word) => [word, met.filter((one) => one === word).length]));
}

/** The same transcripts as in the demo data, by day or month. */
function usageOf(call: Call, row: ContractRow): UsageSeries {
  const { by } = call.query(usageQuery);
  const periods = new Map<string, { count: number; seconds: number }>();
  for (const { usageDate, seconds } of usageEvents(row, call.today, row.contractId)) {
    const period = by === "day" ? usageDate : monthOf(usageDate);
    const sum = periods.get(period) ?? { count: 0, seconds: 0 };
    periods.set(period, { count: sum.count + 1, seconds: sum.seconds + seconds });
  }
  const points = [...periods].map(([period, { count, seconds }]) => ({
    period,
    transcriptCount: count,
    transcriptMinutes: minutesUsed(seconds),
  }));
  return { by, points };
}
