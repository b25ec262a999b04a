import { sql, type Transaction } from "kysely";
import { demoAccounts } from "../../demo/accounts.ts";
import { type DemoPerson, demoOrganizations } from "../../demo/organizations.ts";
import { tokyoDate } from "../../domain/text/dates.ts";
import type { Database } from "../db/client.ts";
import type { Tables } from "../db/tables.ts";
import { transactOn, type WriteTransaction } from "../db/transact.ts";
import { ensureDemoUsers } from "../identity/demoUsers.ts";
import type { IdentityService } from "../identity/identity.ts";
import { requestAccount } from "../modules/people/accounts/requestAccount.ts";
import { writeDictionaries, writeWorkspaces } from "./writeBelongings.ts";
import { writeContracts } from "./writeContracts.ts";
import { writeOrganizations, writeUsers } from "./writePeople.ts";

export { demoAccounts };

/** Leaves a database with other data alone. The same `now` produces the same data. */
export async function seedDemo(
  { db }: Pick<Database, "db">,
  { now, identity }: { now: Date; identity: Pick<IdentityService, "createUser"> },
): Promise<void> {
  const holdsDemo = await transactOn(db)(async (trx) => {
    // A second process that starts on an empty database waits and finds it filled.
    await sql`lock table organizations, users in share row exclusive mode`.execute(trx);
    if (!(await isEmpty(trx))) return hasDemoUsers(trx);
    const organizations = demoOrganizations(tokyoDate(now));
    await writeDemo(trx, organizations, tokyoDate(now));
    for (const { admin } of organizations) {
      if (isNoAccount(admin))
        await requestAccount(trx, admin.userId, { creates: true }, { jobAfterSeconds: 0 });
    }
    return true;
  });
  if (holdsDemo) await ensureDemoUsers(identity, demoAccounts);
}

async function writeDemo(
  trx: WriteTransaction,
  organizations: ReturnType<typeof demoOrganizations>,
  today: string,
): Promise<void> {
  await writeOrganizations(trx, organizations);
  await writeUsers(trx, organizations, today);
  await writeWorkspaces(trx, organizations);
  await writeContracts(trx, organizations, today);
  await writeDictionaries(trx, organizations);
}

async function isEmpty(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (select 1 from organizations limit 1) o
    union all select 1 from (select 1 from users limit 1) u`.execute(trx);
  return rows.length === 0;
}

async function hasDemoUsers(trx: Transaction<Tables>): Promise<boolean> {
  const ids = demoAccounts.map(({ userId }) => userId);
  const rows = await trx
    .selectFrom("users")
    .select("user_id")
    .where("user_id", "in", ids)
    .limit(1)
    .execute();
  return rows.length > 0;
}

function isNoAccount({ userId }: DemoPerson): boolean {
  return demoAccounts.every((account) => account.userId !== userId);
}
