import { type ContractSort, usageShare } from "../../domain/contracts/rules.ts";
import { type Contract, contract } from "../../domain/contracts/schemas.ts";
import { pageOf } from "../../domain/paging.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import type { ApiClient } from "./apiClient.ts";
import { CONTRACTS } from "./contractRequests.ts";

const listed = pageOf(contract);

/** Reads pages of the contract list by their query. */
export function contractPages(admin: ApiClient) {
  return async (query: string) => listed.parse((await admin.get(`${CONTRACTS}?${query}`)).body);
}

const keyOf: Record<ContractSort, (one: Contract) => string | number> = {
  contractId: (one) => one.contractId,
  organizationNo: (one) => one.organizationNo,
  organizationName: (one) => searchKey(one.organizationName),
  startDate: (one) => one.startDate,
  endDate: (one) => one.endDate,
  updatedAt: (one) => one.updatedAt,
  usage: usageShare,
};

/** The contracts in code point order of a field, equal ones by id; reversed for desc. */
export function inOrder(
  all: readonly Contract[],
  field: ContractSort,
  direction: "asc" | "desc",
): Contract[] {
  const key = keyOf[field];
  const compare = <Key extends string | number>(a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);
  const ascending = all.toSorted(
    (a, b) => compare(key(a), key(b)) || compare(a.contractId, b.contractId),
  );
  return direction === "asc" ? ascending : ascending.toReversed();
}
