import { type Kysely, sql } from "kysely";
import type { Price } from "../../../domain/prices/rules.ts";
import type { Tables } from "../../db/tables.ts";
import type { ContractKey } from "../ledger/queries/ledgerRows.ts";

declare module "../../db/tables.ts" {
  interface Tables {
    contract_prices: {
      organization_id: number;
      contract_id: number;
      /** Price[], as JSON. */
      prices: string;
      show_prices: boolean;
      version: number;
      created_at: Date;
      updated_at: Date;
    };
  }
}

export interface PricesRow {
  prices: Price[];
  show_prices: boolean;
  version: number;
}

export async function findPrices(
  db: Kysely<Tables>,
  { organization_id, contract_id }: ContractKey,
): Promise<PricesRow | undefined> {
  const { rows } = await sql<PricesRow>`
    select p.prices, p.show_prices, p.version from contract_prices p
    where p.organization_id = ${organization_id} and p.contract_id = ${contract_id}`.execute(db);
  return rows[0];
}

export async function writePrices(
  db: Kysely<Tables>,
  { organization_id, contract_id }: ContractKey,
  { prices, show_prices, version }: PricesRow,
  at: Date,
): Promise<void> {
  await sql`
    insert into contract_prices (organization_id, contract_id, prices, show_prices, version, created_at,
      updated_at)
    values (${organization_id}, ${contract_id}, ${JSON.stringify(prices)}::jsonb, ${show_prices},
      ${version}, ${at}, ${at})
    on conflict (organization_id, contract_id) do update set prices = excluded.prices,
      show_prices = excluded.show_prices, version = excluded.version, updated_at = excluded.updated_at`.execute(
    db,
  );
}
