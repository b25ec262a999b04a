import { type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { Turn } from "../../../../domain/dictionaries/handOver.ts";
import type { Tables } from "../../../db/tables.ts";
import type { LockTokenHash } from "../../../plugins/preconditions.ts";
import type { DictionaryKey, TokenHolder } from "./locks.ts";

interface DictionaryLockRequestsTable {
  organization_id: number;
  dictionary_id: number;
  request_id: Generated<number>;
  requested_by: string;
  requested_at: Date;
  expires_at: Date;
  hand_over_at: Date | null;
  token_hash: Uint8Array;
  message: string;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    dictionary_lock_requests: DictionaryLockRequestsTable;
  }
}

export interface RequestRow {
  request_id: number;
  requested_by: string;
  requested_by_name: string;
  requested_at: Date;
  expires_at: Date;
  hand_over_at: Date | null;
  message: string;
  is_token: boolean;
}

const isKey = ({ organizationId, dictionaryId }: DictionaryKey) => sql`
  r.organization_id = ${organizationId} and r.dictionary_id = ${dictionaryId}`;

const ofDictionary = ({ organizationId, dictionaryId }: DictionaryKey) => sql`
  organization_id = ${organizationId} and dictionary_id = ${dictionaryId}`;

const columns = sql`r.request_id, r.requested_by, u.user_name as requested_by_name,
  r.requested_at, r.expires_at, r.hand_over_at, r.message`;

/** The request for a lock, unless it has expired. */
export async function findRequest(
  db: Kysely<Tables>,
  key: DictionaryKey,
  token?: LockTokenHash,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns}, coalesce(r.token_hash = ${token ?? null}::bytea, false) as is_token
    from dictionary_lock_requests r join users u on u.user_id = r.requested_by
    where ${isKey(key)} and r.expires_at > clock_timestamp()`.execute(db);
  return rows[0];
}

/** Asks for a lock, or again for the same person, from another tab. The caller holds the dictionary. */
export async function putRequest(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { userId, token, message, seconds }: TokenHolder & { message: string; seconds: number },
): Promise<void> {
  await sql`
    insert into dictionary_lock_requests as r
      (organization_id, dictionary_id, requested_by, requested_at, expires_at, token_hash, message)
    values (${organizationId}, ${dictionaryId}, ${userId}, statement_timestamp(),
      statement_timestamp() + make_interval(secs => ${seconds}), ${token}::bytea, ${message})
    on conflict (organization_id, dictionary_id) do update set
      expires_at = excluded.expires_at,
      token_hash = excluded.token_hash,
      message = excluded.message`.execute(trx);
}

/** Waits for a running extension of the request and blocks further ones. */
export async function lockRowOfRequest(
  trx: Transaction<Tables>,
  key: DictionaryKey,
): Promise<void> {
  await sql`select 1 from dictionary_lock_requests r where ${isKey(key)} for update`.execute(trx);
}

/** Extends the request of a token, unless it has expired. The caller holds its row. */
export async function extendRequest(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { userId, token, seconds }: TokenHolder & { seconds: number },
): Promise<void> {
  await sql`
    update dictionary_lock_requests r
    set expires_at = statement_timestamp() + make_interval(secs => ${seconds})
    where ${isKey(key)} and r.requested_by = ${userId} and r.token_hash = ${token}
      and r.expires_at > statement_timestamp()`.execute(trx);
}

/** Names the time of the hand-over; an earlier promise stays. */
export async function promiseHandOver(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { minutes }: { minutes: number },
): Promise<void> {
  await sql`
    update dictionary_lock_requests r
    set hand_over_at = statement_timestamp() + make_interval(mins => ${minutes}::int)
    where ${isKey(key)} and r.hand_over_at is null`.execute(trx);
}

/** Ends the request of any person and tab, or only of this one; returns whether there was one. */
export async function deleteRequest(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { userId, token }: Partial<TokenHolder> = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from dictionary_lock_requests r
    where ${isKey(key)}
      ${userId === undefined ? sql`` : sql`and r.requested_by = ${userId}`}
      ${token === undefined ? sql`` : sql`and r.token_hash = ${token}`}`.execute(trx);
  return numAffectedRows === 1n;
}

export interface TurnRow extends Turn {
  dictionaryName: string;
  holder: { userName: string; token: LockTokenHash } | null;
  next: { userId: string; userName: string; token: LockTokenHash } | null;
}

/** Lock and request as they are, also if they have expired; the caller holds the dictionary. */
export async function findTurn(trx: Transaction<Tables>, key: DictionaryKey): Promise<TurnRow> {
  const { rows } = await sql<{
    now: Date;
    dictionary_name: string;
    lease_expires_at: Date | null;
    holder_name: string | null;
    holder_token: LockTokenHash | null;
    requested_by: string | null;
    requester_name: string | null;
    requester_token: LockTokenHash | null;
    expires_at: Date | null;
    hand_over_at: Date | null;
  }>`
    select clock_timestamp() as now, d.dictionary_name, l.lease_expires_at,
      h.user_name as holder_name, l.token_hash as holder_token,
      r.requested_by, u.user_name as requester_name, r.token_hash as requester_token,
      r.expires_at, r.hand_over_at
    from dictionaries d
      left join (select * from dictionary_locks where ${ofDictionary(key)}) l on true
      left join (select * from dictionary_lock_requests where ${ofDictionary(key)}) r on true
      left join users h on h.user_id = l.locked_by
      left join users u on u.user_id = r.requested_by
    where d.organization_id = ${key.organizationId} and d.dictionary_id = ${key.dictionaryId}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error("a dictionary that is held is missing");
  const { requested_by: userId, requester_name: userName, requester_token: token } = row;
  const until = row.expires_at?.getTime();
  return {
    now: row.now.getTime(),
    dictionaryName: row.dictionary_name,
    lockedUntil: row.lease_expires_at?.getTime() ?? null,
    request:
      until === undefined ? null : { until, handOverAt: row.hand_over_at?.getTime() ?? null },
    holder:
      row.holder_name !== null && row.holder_token !== null
        ? { userName: row.holder_name, token: row.holder_token }
        : null,
    next:
      userId !== null && userName !== null && token !== null ? { userId, userName, token } : null,
  };
}

/** Limits the work of one sweep for one organization. */
const SETTLED_AT_ONCE = 100;

/** There are only as many requests as people who wait. */
const isDue = sql`(r.expires_at <= statement_timestamp()
  or r.hand_over_at <= statement_timestamp()
  or not exists (
    select from dictionary_locks l where l.organization_id = r.organization_id
      and l.dictionary_id = r.dictionary_id and l.lease_expires_at > statement_timestamp()))`;

export async function organizationsWithDueRequests(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct r.organization_id from dictionary_lock_requests r where ${isDue}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

export async function findDueRequests(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<DictionaryKey[]> {
  const { rows } = await sql<DictionaryKey>`
    select r.organization_id as "organizationId", r.dictionary_id as "dictionaryId"
    from dictionary_lock_requests r
    where r.organization_id = ${organizationId} and ${isDue}
    order by r.requested_at limit ${SETTLED_AT_ONCE}`.execute(db);
  return rows;
}
