import { type Kysely, sql } from "kysely";
import type { Tables } from "../../server/db/tables.ts";
import type { TestApi } from "./api.ts";
import type { ApiClient } from "./apiClient.ts";
import { CONTRACTS } from "./contractRequests.ts";
import { aContract } from "./contractRows.ts";
import { aDictionary, DICTIONARIES } from "./dictionaryRequests.ts";
import type { TestUser, UserInput } from "./people.ts";
import { MEMBERS, PROFILE, USERS } from "./userRequests.ts";

export interface StoredEvent {
  audit_event_id: number;
  organization_id: number;
  operation: string;
  outcome: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  target_kind: string;
  target_id: string | null;
  target_name: string | null;
  changes: { field: string; before: unknown; after: unknown; entryId?: number }[];
  counts: Record<string, number> | null;
  reason: string | null;
  address: string | null;
}

/** All events of the log in the order of their ids. */
export async function storedEvents(db: Kysely<Tables>): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select * from audit_events order by audit_event_id`.execute(db);
  return rows;
}

/** The latest event of the log. */
export async function latestEvent(db: Kysely<Tables>): Promise<StoredEvent | undefined> {
  return (await storedEvents(db)).at(-1);
}

/** The events of an operation, or those of them that one person did. */
export async function eventsOf(
  db: Kysely<Tables>,
  operation: string,
  actor?: Pick<TestUser, "userId">,
): Promise<StoredEvent[]> {
  return (await storedEvents(db)).filter(
    (event) => event.operation === operation && (!actor || event.actor_id === actor.userId),
  );
}

/** The events that the work leaves. */
export async function eventsDuring(
  db: Kysely<Tables>,
  work: () => Promise<unknown>,
): Promise<StoredEvent[]> {
  const before = (await storedEvents(db)).length;
  await work();
  return (await storedEvents(db)).slice(before);
}

/** An organization whose log is read, its people, those of another, and a system admin. */
export interface AuditWorld {
  organizationId: number;
  admin: TestUser;
  organizationAdmin: TestUser;
  dictionaryAdmin: TestUser;
  staff: TestUser;
  stranger: TestUser;
  /** The system admin in the admin area. */
  provider: ApiClient;
}

export async function auditWorld(api: TestApi): Promise<AuditWorld> {
  const organizationId = await api.anOrganization("青空商事");
  const elsewhere = await api.anOrganization("他社");
  const admin = await api.aUser({ userName: "運営 一郎" });
  const member = (input: UserInput) => api.aUser({ organizationId, ...input });
  return {
    organizationId,
    admin,
    organizationAdmin: await member({ isOrganizationAdmin: true, userName: "組織 花子" }),
    dictionaryAdmin: await member({ isDictionaryAdmin: true }),
    staff: await member({}),
    stranger: await api.aUser({ organizationId: elsewhere, isOrganizationAdmin: true }),
    provider: api.asSystemAdmin(admin),
  };
}

/**
 * Some of each that the log holds: sign-ins of three people, three edits of a contract, the last of
 * which only a system admin sees, an edit of a person and of a dictionary, a download and a refusal.
 */
export async function someEvents(
  api: TestApi,
  { organizationId, provider, staff, organizationAdmin, dictionaryAdmin }: AuditWorld,
): Promise<{ contractId: number }> {
  for (const user of [staff, organizationAdmin, dictionaryAdmin]) await api.as(user).get(PROFILE);
  const contractId = await aContract(api.db, {
    organizationId,
    maxTranscriptCount: 120,
    startDate: "2026-01-01",
    endDate: "2098-12-31",
  });
  const contract = `${CONTRACTS}/${contractId}`;
  await provider.patch(contract, { maxTranscriptCount: 200, memo: "社内限り" });
  const terminated = { terminationDate: "2098-06-30", reason: "社内限りの理由" };
  await provider.post(`${contract}/terminate`, terminated);
  await provider.patch(contract, { memo: "社内限り2" });
  await provider.patch(`${USERS}/${staff.userId}`, { userName: "職員 三郎" });
  const dictionary = `${DICTIONARIES}/${await aDictionary(api, { organizationId })}`;
  const described = { description: "社内の用語" };
  await api.as(dictionaryAdmin).patch(dictionary, described, { "if-match": "*" });
  await api.as(organizationAdmin).get(`${MEMBERS}/export`);
  await api.as(staff).delete(dictionary);
  return { contractId };
}
