import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { type DemoAccount, demoAccounts } from "../../demo/accounts.ts";
import { earliest } from "../../demo/dates.ts";
import { demoDictionaries } from "../../demo/dictionaries.ts";
import { demoEntries } from "../../demo/entries.ts";
import {
  type DemoOrganization,
  type DemoPerson,
  demoOrganizations,
} from "../../demo/organizations.ts";
import type { DictionaryCategory } from "../../domain/dictionaries/rules.ts";
import { DEFAULT_WEIGHT } from "../../domain/entries/rules.ts";
import { addDays, tokyoDate, tokyoMidnight } from "../../domain/text/dates.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import type { Database } from "../db/client.ts";
import { organizationNameColumns, userNameColumns } from "../db/listPage.ts";
import type { Tables } from "../db/tables.ts";
import { transactOn, type WriteTransaction } from "../db/transact.ts";
import { ensureDemoUsers } from "../identity/emulator.ts";
import type { IdentityService } from "../identity/identity.ts";
import { insertEntries } from "../modules/entries/queries/entries.ts";
import { requestAccount } from "../modules/people/accounts/requestAccount.ts";
import "../modules/people/invitations/sendInvitation.ts";
import { sha256 } from "../bytes.ts";
import { firstChange } from "../modules/vocabulary/queries/vocabulary.ts";
import { writeContracts, writtenOn } from "./writeContracts.ts";

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

async function writeOrganizations(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  await trx
    .insertInto("organizations")
    .values(
      organizations.map(
        ({ organizationId, organizationName, organizationNameKana, foundedOn }) => ({
          organization_id: organizationId,
          organization_no: sql<string>`nextval('organization_no_seq')::text`,
          ...organizationNameColumns(organizationName, organizationNameKana),
          ...writtenOn(foundedOn),
        }),
      ),
    )
    .execute();
  // Explicit ids do not advance the sequence.
  await sql`select setval(pg_get_serial_sequence('organizations', 'organization_id'),
    (select max(organization_id) from organizations))`.execute(trx);
}

async function writeUsers(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
  today: string,
): Promise<void> {
  const foundedOn = new Map(organizations.map((each) => [each.organizationId, each.foundedOn]));
  const first = earliest([...foundedOn.values()]);
  const accounts = demoAccounts.map((account) => ({
    ...userRow(account),
    ...writtenOn(foundedOn.get(account.organizationId ?? 0) ?? first),
  }));
  const others = organizations
    .filter(({ admin }) => !demoAccounts.some(({ userId }) => userId === admin.userId))
    .map(({ organizationId, admin, contracts, foundedOn }) => ({
      ...userRow({ ...admin, organizationId, isOrganizationAdmin: true }),
      ...(contracts.every(({ startDate }) => startDate > today)
        ? { status: "INVITED" as const }
        : {}),
      ...writtenOn(foundedOn),
    }));
  await trx
    .insertInto("users")
    .values([...accounts, ...others])
    .execute();
  await inviteDemo(trx, others, today);
}

/** The invitations of those who have not signed in end in six days. Nobody has the links. */
async function inviteDemo(
  trx: Transaction<Tables>,
  people: readonly { user_id: string; status: string; organization_id: number | null }[],
  today: string,
): Promise<void> {
  const invited = people.filter(({ status }) => status === "INVITED");
  if (invited.length === 0) return;
  const admin = demoAccounts.find(({ isSystemAdmin }) => isSystemAdmin);
  const userIds = invited.map(({ user_id }) => user_id);
  await trx
    .updateTable("users")
    .set({ invited_by: admin?.userId ?? null })
    .where("user_id", "in", userIds)
    .execute();
  await trx
    .insertInto("invitations")
    .values(
      userIds.map((user_id) => ({
        token_hash: sha256(randomUUID()),
        user_id,
        created_at: tokyoMidnight(addDays(today, -1)),
        ends_at: tokyoMidnight(addDays(today, 6)),
      })),
    )
    .execute();
}

function userRow(person: Omit<DemoAccount, "label">) {
  return {
    user_id: person.userId,
    organization_id: person.organizationId,
    email: person.email,
    ...userNameColumns(person.userName, person.userNameKana, person.email),
    is_system_admin: person.isSystemAdmin ?? false,
    is_organization_admin: person.isOrganizationAdmin ?? false,
    is_dictionary_admin: person.isDictionaryAdmin ?? false,
    status: "ACTIVE" as "ACTIVE" | "INVITED",
  };
}

async function writeWorkspaces(
  trx: Transaction<Tables>,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  await trx
    .insertInto("workspaces")
    .values(
      organizations.flatMap(({ organizationId, workspaces, foundedOn }) =>
        workspaces.map((workspace_name) => ({
          organization_id: organizationId,
          workspace_name,
          name_key: searchKey(workspace_name),
          ...writtenOn(foundedOn),
        })),
      ),
    )
    .execute();
  await sql`
    insert into workspace_members (organization_id, workspace_id, user_id)
    select organization_id, workspace_id, user_id
    from workspaces join users using (organization_id)`.execute(trx);
  await sql`
    update users u set last_selected_workspace_id = (
      select min(workspace_id) from workspaces w where w.organization_id = u.organization_id)`.execute(
    trx,
  );
}

async function writeDictionaries(
  trx: WriteTransaction,
  organizations: readonly DemoOrganization[],
): Promise<void> {
  const others = organizations.filter(({ organizationId }) => organizationId === 2);
  const written = await trx
    .insertInto("dictionaries")
    .values([
      ...demoDictionaries().map(({ category, dictionaryName, createdAt, updatedAt }) => ({
        ...dictionaryRow(1, category, dictionaryName),
        created_at: createdAt,
        updated_at: updatedAt,
      })),
      ...others.map(({ organizationId, foundedOn }) => ({
        ...dictionaryRow(organizationId, "組織辞書", "取引先名"),
        ...writtenOn(foundedOn),
      })),
    ])
    .returning(["organization_id", "dictionary_id", "dictionary_name", "updated_at"])
    .execute();
  const changeId = await firstChange(trx);
  for (const dictionary of written) {
    const key = {
      organizationId: dictionary.organization_id,
      dictionaryId: dictionary.dictionary_id,
    };
    const entries = demoEntries(dictionary.dictionary_name).map(({ partOfSpeech, ...entry }) => ({
      ...entry,
      part_of_speech: partOfSpeech,
      weight: DEFAULT_WEIGHT,
      note: "",
      enabled: true,
    }));
    await insertEntries(trx, key, { entries, changeId, at: dictionary.updated_at });
  }
  await sql`
    update dictionaries d set entry_count = (
      select count(*) from dictionary_entries e
      where e.organization_id = d.organization_id and e.dictionary_id = d.dictionary_id)`.execute(
    trx,
  );
}

function dictionaryRow(organizationId: number, category: DictionaryCategory, name: string) {
  return {
    organization_id: organizationId,
    category,
    dictionary_name: name,
    name_key: searchKey(name),
  };
}
