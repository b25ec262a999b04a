import { type RawBuilder, sql } from "kysely";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { DatesIn } from "./contractSql.ts";

export interface ContractWindow {
  sort: { field: ContractSort; direction: "asc" | "desc" };
  offset: number;
  limit: number;
}

export interface ContractOrder {
  from: RawBuilder<unknown>;
  table: Extract<DatesIn, "c" | "u">;
  key: RawBuilder<unknown>;
}

const ofContracts = (column: string): ContractOrder => ({
  from: sql`contracts c`,
  table: "c",
  key: sql.ref(`c.${column}`),
});

export const contractOrders: Record<ContractSort, ContractOrder> = {
  contractId: ofContracts("contract_id"),
  organizationNo: ofContracts("organization_no"),
  organizationName: ofContracts("order_key"),
  startDate: ofContracts("start_date"),
  endDate: ofContracts("end_date"),
  updatedAt: ofContracts("updated_at"),
  usage: { from: sql`contract_usage u`, table: "u", key: sql`u.usage_share` },
};

export function directed(direction: "asc" | "desc", turned = false): RawBuilder<unknown> {
  return (direction === "asc") === turned ? sql`desc` : sql`asc`;
}
