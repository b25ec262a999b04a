import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** What outlives a transaction in its session, which a pooler lends to another user then. */
const OUTLIVING =
  /`\s*(?:set (?!local\b)|reset |create temp|(?:un)?listen )|pg_(?:try_)?advisory_lock(?:_shared)?\(|\bwith hold\b/i;

/** Each with the reason that it works behind a pooler that pools by the transaction. */
const ALLOWED = {
  "server/db/migrate.ts": "migrates on a connection by DATABASE_DIRECT_URL",
  "server/db/notifications.ts": "listens on a connection by DATABASE_DIRECT_URL",
  "server/db/snapshot.ts": "keeps a cursor on the embedded database only",
};

it("nothing in the server outlives its transaction in the session, but what goes past a pooler", () => {
  const found = readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join("server", path))
    .filter((path) => OUTLIVING.test(readFileSync(path, "utf8")));
  expect(found.sort()).toEqual(Object.keys(ALLOWED));
});

it.each([
  "sql`select pg_advisory_lock(1)`",
  "sql`select pg_try_advisory_lock_shared(1)`",
  "sql`set statement_timeout = 0`",
  "sql`set session characteristics as transaction read only`",
  "sql`reset lock_timeout`",
  "sql`create temporary table t ()`",
  '`listen "a"`',
])("the check sees %s", (text) => expect(text).toMatch(OUTLIVING));

it.each([
  "sql`select pg_advisory_xact_lock(1)`",
  "sql`set local statement_timeout = 0`",
  "sql`update contracts set memo = ''`.set(1)",
])("the check lets %s pass", (text) => expect(text).not.toMatch(OUTLIVING));
