import { type Insertable, sql, type Transaction } from "kysely";
import { minutesUsed } from "../../domain/contractRules.ts";
import { addDays, tokyoDate, tokyoMidnight } from "../../domain/dates.ts";
import { searchKey } from "../../domain/searchKey.ts";
import { ensureDemoUsers } from "../identity/demoUsers.ts";
import { EmailExistsError, type IdentityService, UserIdExistsError } from "../identity/identity.ts";
import type { Database } from "./client.ts";
import { type DemoAccount, demoAccounts } from "./demo/accounts.ts";
import {
  type DemoContract,
  demoContract,
  furtherContract,
  sampleContract,
} from "./demo/contracts.ts";
import { demoDictionaries } from "./demo/dictionaries.ts";
import { furtherOrganizations } from "./demo/names.ts";
import { usageEvents } from "./demo/usage.ts";
import type { Tables, UsersTable } from "./tables.ts";

export { demoAccounts };

type Trx = Transaction<Tables>;

interface DemoOrganization {
  organizationId: number;
  organizationName: string;
  admin: Pick<DemoAccount, "userId" | "email" | "userName">;
  /** Whether the admin has signed in already. */
  invited: boolean;
  contract: DemoContract;
}

/**
 * Fills an empty database with the demo data (design 2), all or nothing, and gives each demo
 * account that the identity service lacks its password. Does nothing else to a database in use.
 */
export async function seedDemo(
  database: Database,
  { now, identity }: { now: Date; identity: IdentityService },
): Promise<void> {
  const further = furtherOrganizationsOn(tokyoDate(now));
  const seeded = await database.db.transaction().execute(async (trx) => {
    const first = await trx
      .selectFrom("organizations")
      .select("organization_id")
      .limit(1)
      .execute();
    if (first.length > 0) return false;
    await writeDemo(trx, further, now);
    return true;
  });
  await ensureDemoUsers(identity, demoAccounts);
  if (seeded) await Promise.all(further.map(({ admin }) => createIfMissing(identity, admin)));
}

async function createIfMissing(
  identity: IdentityService,
  { userId, email, userName }: DemoOrganization["admin"],
): Promise<void> {
  await identity.createUser({ userId, email, userName }).catch((error: unknown) => {
    if (!(error instanceof EmailExistsError || error instanceof UserIdExistsError)) throw error;
  });
}

function furtherOrganizationsOn(today: string): DemoOrganization[] {
  return furtherOrganizations.map(([organizationName, userName], index) => {
    const organizationId = index + 3;
    const domain = `org${String(organizationId).padStart(2, "0")}.example.com`;
    return {
      organizationId,
      organizationName,
      admin: { userId: `demo-admin-${organizationId}`, email: `admin@${domain}`, userName },
      invited: index % 8 === 3,
      contract: furtherContract(today, index),
    };
  });
}

async function writeDemo(trx: Trx, further: DemoOrganization[], now: Date): Promise<void> {
  const today = tokyoDate(now);
  const organizations: DemoOrganization[] = [
    demoOrganization(1, "デモ株式会社", "demo-orgadmin", demoContract(today)),
    demoOrganization(2, "サンプル商事", "demo-orgadmin-sample", sampleContract(today)),
    ...further,
  ];
  await writeOrganizations(trx, organizations, now);
  await writeUsers(trx, further, now);
  for (const organization of organizations) await writeContract(trx, organization, now);
  await writeWorkspaces(trx, now);
  await writeDictionaries(trx, now);
}

function demoOrganization(
  organizationId: number,
  organizationName: string,
  adminId: string,
  contract: DemoContract,
): DemoOrganization {
  const admin = demoAccounts.find(({ userId }) => userId === adminId);
  if (!admin) throw new Error(`no demo account ${adminId}`);
  return { organizationId, organizationName, admin, invited: false, contract };
}

async function writeOrganizations(
  trx: Trx,
  organizations: DemoOrganization[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto("organizations")
    .values(
      organizations.map(({ organizationId, organizationName, contract }) => ({
        organization_id: organizationId,
        organization_no: sql<string>`nextval('organization_no_seq')::text`,
        organization_name: organizationName,
        name_key: searchKey(organizationName),
        ...signedBefore(contract, now),
      })),
    )
    .execute();
  await sql`select setval(pg_get_serial_sequence('organizations', 'organization_id'), ${organizations.length})`.execute(
    trx,
  );
}

async function writeUsers(trx: Trx, further: DemoOrganization[], now: Date): Promise<void> {
  const created = { created_at: new Date(now.getTime() - 90 * 86_400_000) };
  const row = (
    { userId, email, userName }: DemoOrganization["admin"],
    organizationId: number | null,
    rest: Partial<Insertable<UsersTable>>,
  ): Insertable<UsersTable> => ({
    user_id: userId,
    organization_id: organizationId,
    email,
    user_name: userName,
    search_key: searchKey(userName + email),
    status: "ACTIVE",
    ...created,
    updated_at: created.created_at,
    ...rest,
  });
  await trx
    .insertInto("users")
    .values([
      ...demoAccounts.map((account) =>
        row(account, account.organizationId, {
          is_system_admin: account.isSystemAdmin ?? false,
          is_organization_admin: account.isOrganizationAdmin ?? false,
          is_dictionary_admin: account.isDictionaryAdmin ?? false,
        }),
      ),
      ...further.map(({ admin, organizationId, invited }) =>
        row(admin, organizationId, {
          is_system_admin: false,
          is_organization_admin: true,
          is_dictionary_admin: false,
          status: invited ? "INVITED" : "ACTIVE",
        }),
      ),
    ])
    .execute();
}

/** A contract, what it used, and the transcripts behind that. */
async function writeContract(trx: Trx, organization: DemoOrganization, now: Date): Promise<void> {
  const { organizationId, admin, contract } = organization;
  const { contract_id } = await trx
    .insertInto("contracts")
    .values({
      organization_id: organizationId,
      admin_email: admin.email,
      admin_name: admin.userName,
      admin_key: searchKey(admin.userName + admin.email),
      start_date: contract.startDate,
      end_date: contract.endDate,
      max_transcript_count: contract.maxTranscriptCount,
      max_transcript_minutes: contract.maxTranscriptMinutes,
      termination_date: contract.terminationDate,
      termination_reason: contract.terminationReason,
      ...signedBefore(contract, now),
    })
    .returning("contract_id")
    .executeTakeFirstOrThrow();
  const key = { organization_id: organizationId, contract_id };
  const events = usageEvents(contract, tokyoDate(now));
  const seconds = events.reduce((sum, event) => sum + event.seconds, 0);
  if (events.length > 0 && minutesUsed(seconds) !== contract.usedTranscriptMinutes) {
    throw new Error(`the ledger of demo organization ${organizationId} does not add up`);
  }
  await trx
    .insertInto("contract_usage")
    .values({ ...key, transcript_count: events.length, seconds })
    .execute();
  if (events.length === 0) return;
  await trx
    .insertInto("usage_events")
    .values(
      events.map((event, index) => ({
        ...key,
        event_id: `demo-${organizationId}-${index + 1}`,
        workspace_id: null,
        occurred_at: event.occurredAt,
        usage_date: event.usageDate,
        seconds: event.seconds,
      })),
    )
    .execute();
  await sql`
    insert into usage_daily (organization_id, contract_id, usage_date, transcript_count, seconds)
    select organization_id, contract_id, usage_date, count(*), sum(seconds)
    from usage_events
    where organization_id = ${organizationId} and contract_id = ${contract_id}
    group by organization_id, contract_id, usage_date
  `.execute(trx);
}

/** Signed two weeks before it starts, or yesterday where that lies ahead. */
function signedBefore({ startDate }: DemoContract, now: Date) {
  const signed = addDays(startDate, -14);
  const yesterday = addDays(tokyoDate(now), -1);
  const date = signed < yesterday ? signed : yesterday;
  const at = new Date(tokyoMidnight(date).getTime() + 10 * 3_600_000);
  return { created_at: at, updated_at: at };
}

async function writeWorkspaces(trx: Trx, now: Date): Promise<void> {
  const at = { created_at: now, updated_at: now };
  const rows = await trx
    .insertInto("workspaces")
    .values([
      { organization_id: 1, workspace_name: "営業部", ...at },
      { organization_id: 1, workspace_name: "カスタマーサポート", ...at },
      { organization_id: 2, workspace_name: "本社", ...at },
    ])
    .returning(["organization_id", "workspace_id"])
    .execute();
  await trx
    .insertInto("workspace_members")
    .values(
      rows.flatMap((workspace) =>
        demoAccounts
          .filter(({ organizationId }) => organizationId === workspace.organization_id)
          .map(({ userId }) => ({ ...workspace, user_id: userId })),
      ),
    )
    .execute();
}

async function writeDictionaries(trx: Trx, now: Date): Promise<void> {
  const row = (organizationId: number, category: DemoCategory, name: string, at: Dates) => ({
    organization_id: organizationId,
    category,
    dictionary_name: name,
    name_key: searchKey(name),
    created_at: at.createdAt,
    updated_at: at.updatedAt,
  });
  await trx
    .insertInto("dictionaries")
    .values([
      ...demoDictionaries().map((each) => row(1, each.category, each.dictionaryName, each)),
      row(2, "組織辞書", "取引先名", { createdAt: now, updatedAt: now }),
    ])
    .execute();
}

type DemoCategory = ReturnType<typeof demoDictionaries>[number]["category"];
interface Dates {
  createdAt: Date;
  updatedAt: Date;
}
