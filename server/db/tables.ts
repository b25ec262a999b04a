import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { UsageState } from "../../domain/contracts/rules.ts";
import type { DictionaryCategory } from "../../domain/dictionaries/rules.ts";
import type { ScimGroup, ScimPerson, ScimRoles } from "../../domain/scim/stored.ts";
import type { IdentityError, ManagedBy } from "../../domain/users/rules.ts";

/** Row types of the database; they do not leave the queries. */

interface Versioned {
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface OrganizationsTable extends Versioned {
  organization_id: Generated<number>;
  organization_no: string;
  organization_name: string;
  organization_name_kana: string | null;
  name_key: string;
  allowed_addresses: Generated<string[]>;
  /** Since when nobody is let in after a restore. */
  addresses_held_at: Generated<Date | null>;
  /** JSON of what a directory has sent of the groups of roles. */
  scim_roles: ColumnType<ScimRoles, string | undefined, string>;
  reading_order: string | null;
  order_key: GeneratedAlways<string>;
  search_key: GeneratedAlways<string>;
}

export interface UsersTable extends Versioned {
  user_id: string;
  organization_id: number | null;
  email: string;
  user_name: string;
  user_name_kana: string | null;
  search_key: string;
  reading_order: string | null;
  order_key: GeneratedAlways<string>;
  is_system_admin: Generated<boolean>;
  is_organization_admin: Generated<boolean>;
  is_dictionary_admin: Generated<boolean>;
  status: Generated<"INVITED" | "ACTIVE" | "DISABLED">;
  enabled_status: "INVITED" | "ACTIVE" | null;
  last_selected_workspace_id: number | null;
  alert_mails: Generated<boolean>;
  proposal_mails: Generated<boolean>;
  tokens_valid_after: Generated<Date | null>;
  identity_error: IdentityError | null;
  identity_error_at: Date | null;
  signed_in_at: Generated<Date | null>;
  /** Who has invited the user last; null for one who came otherwise. */
  invited_by: Generated<string | null>;
  erased_at: Generated<Date | null>;
  erased_number: Generated<number | null>;
  managed_by: Generated<ManagedBy | null>;
  scim: ColumnType<ScimPerson | null, string | null | undefined, string | null>;
}

export interface ContractsTable extends Versioned {
  organization_id: number;
  contract_id: Generated<number>;
  organization_no: GeneratedAlways<string>;
  name_key: GeneratedAlways<string>;
  order_key: GeneratedAlways<string>;
  admin_email: string;
  admin_name: string;
  admin_name_kana: string | null;
  admin_key: string;
  search_key: GeneratedAlways<string>;
  start_date: string;
  end_date: string;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  termination_date: string | null;
  termination_reason: string | null;
  effective_end: GeneratedAlways<string>;
  memo: Generated<string>;
}

interface ContractUsageTable {
  organization_id: number;
  contract_id: number;
  transcript_count: Generated<number>;
  seconds: Generated<number>;
  /** Copies of the contract's columns, kept by triggers. */
  start_date: GeneratedAlways<string>;
  end_date: GeneratedAlways<string>;
  termination_date: GeneratedAlways<string | null>;
  effective_end: GeneratedAlways<string>;
  max_transcript_count: GeneratedAlways<number | null>;
  max_transcript_minutes: GeneratedAlways<number | null>;
  usage_share: GeneratedAlways<number>;
  usage_state: GeneratedAlways<UsageState>;
}

interface ContractDayCountsTable {
  start_date: string;
  end_date: string;
  termination_date: string | null;
  effective_end: GeneratedAlways<string>;
  usage_state: UsageState;
  contracts: number;
}

export interface LedgerTable {
  organization_id: number;
  contract_id: number;
  ledger_id: Generated<number>;
  /** Null for an adjustment. */
  event_id: string | null;
  workspace_id: number | null;
  occurred_at: Date;
  usage_date: string;
  transcript_count: Generated<number>;
  seconds: number;
  recorded_at: Generated<Date>;
  reason: Generated<string | null>;
  adjusted_by: Generated<string | null>;
  vocabulary_revision: Generated<number | null>;
}

interface UsageDailyTable {
  organization_id: number;
  contract_id: number;
  usage_date: string;
  /** 0 without a workspace. */
  workspace_id: Generated<number>;
  transcript_count: Generated<number>;
  seconds: Generated<number>;
  event_rows: Generated<number>;
  adjustment_rows: Generated<number>;
}

interface WorkspacesTable extends Versioned {
  organization_id: number;
  workspace_id: Generated<number>;
  workspace_name: string;
  name_key: string;
  looks_alike: Generated<boolean>;
  managed_by: Generated<ManagedBy | null>;
  scim: ColumnType<ScimGroup | null, string | null | undefined, string | null>;
}

interface WorkspaceMembersTable {
  organization_id: number;
  workspace_id: number;
  user_id: string;
}

export interface DictionariesTable extends Versioned {
  organization_id: number;
  dictionary_id: Generated<number>;
  category: DictionaryCategory;
  dictionary_name: string;
  name_key: string;
  description: Generated<string>;
  description_key: Generated<string>;
  search_key: GeneratedAlways<string>;
  entry_count: Generated<number>;
  workspace_ids: Generated<number[]>;
  looks_alike: Generated<boolean>;
}

interface DictionaryLocksTable {
  organization_id: number;
  dictionary_id: number;
  locked_by: string;
  locked_at: Date;
  lease_expires_at: Date;
  token_hash: Uint8Array;
}

interface DictionaryLockReleasesTable {
  organization_id: number;
  dictionary_id: number;
  token_hash: Uint8Array;
  /** Null for a directory. */
  released_by: string | null;
  released_at: Date;
  cause: Generated<"BROKEN" | "RIGHT_LOST" | "HANDED_OVER" | "REFUSED">;
  reason: string;
}

export interface AdminSessionsTable {
  session_hash: Uint8Array;
  token_hash: Uint8Array | null;
  user_id: string;
  signed_in_at: Generated<Date | null>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

type Json = ColumnType<unknown, string | null, string | null>;

interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  body_hash: Uint8Array;
  status: number | null;
  headers: Json;
  body: Json;
  provisional: Generated<boolean>;
  created_at: Date;
}

interface IdentityOutboxTable {
  user_id: string;
  version: Generated<number>;
  creates: number | null;
  restores: number | null;
  forgives: number | null;
  revokes: number | null;
  mails: number | null;
  mails_at: Date | null;
  attempts: Generated<number>;
  unsure: Generated<boolean>;
  lease: string | null;
  leased_until: Date | null;
}

interface MailsTable {
  mail_id: GeneratedAlways<number>;
  recipient: string;
  sender: string | null;
  due_at: Date;
}

export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  contracts: ContractsTable;
  contract_usage: ContractUsageTable;
  contract_day_counts: ContractDayCountsTable;
  ledger: LedgerTable;
  usage_daily: UsageDailyTable;
  workspaces: WorkspacesTable;
  workspace_members: WorkspaceMembersTable;
  dictionaries: DictionariesTable;
  dictionary_locks: DictionaryLocksTable;
  dictionary_lock_releases: DictionaryLockReleasesTable;
  admin_sessions: AdminSessionsTable;
  idempotency_keys: IdempotencyKeysTable;
  identity_outbox: IdentityOutboxTable;
  mails: MailsTable;
}
