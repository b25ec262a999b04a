import { Kysely } from "kysely";
import { dialectOver } from "../server/db/dialect.ts";
import type { SessionQuery } from "../server/db/session.ts";
import type { Tables } from "../server/db/tables.ts";
import {
  findContract,
  lockContract,
  updateContract,
} from "../server/modules/contracts/queries/contracts.ts";
import { unfilteredPage } from "../server/modules/contracts/queries/unfilteredPage.ts";

/** The columns that an edit of a contract sets, in the order of the parameters of `update`. */
const EDITED =
  "admin_email admin_name admin_name_kana admin_key start_date end_date max_transcript_count max_transcript_minutes memo version updated_at";

/** The SQL that the product sends for a read by key, a page, and an edit. */
export async function productStatements() {
  const columns = EDITED.split(" ");
  const changes = Object.fromEntries(columns.map((column) => [column, ""]));
  const key = { organization_id: 1, contract_id: 1 };
  return {
    read: await textOf((db) => findContract(db, 1)),
    /** By id, ascending. Parameters: offset, limit, offset, limit, offset, offset, limit. */
    list: await textOf((db) =>
      unfilteredPage(db, {
        sort: { field: "contractId", direction: "asc" },
        offset: 0,
        limit: 10,
      }),
    ),
    lock: await textOf((db) => db.transaction().execute((trx) => lockContract(trx, 1))),
    update: await textOf((db) =>
      db.transaction().execute((trx) => updateContract(trx, key, changes)),
    ),
    updateColumns: [...columns, "organization_id", "contract_id"],
  };
}

/** The text of the one query with parameters that `ask` sends. */
async function textOf(ask: (db: Kysely<Tables>) => Promise<unknown>): Promise<string> {
  const sent: SessionQuery[] = [];
  const session = {
    query: async (query: SessionQuery) => {
      sent.push(query);
      return { rows: [] };
    },
    release: () => {},
  };
  const source = { acquire: async () => session, close: async () => {} };
  const db = new Kysely<Tables>({ dialect: dialectOver(source) });
  await ask(db);
  return sent.find(({ parameters }) => parameters.length > 0)?.sql ?? "";
}
