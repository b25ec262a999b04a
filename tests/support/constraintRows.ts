import { DICTIONARY_CATEGORIES } from "../../domain/dictionaries/rules.ts";
import { IDENTITY_ERRORS, USER_STATUSES } from "../../domain/users/rules.ts";

import { resourceRows } from "./resourceRows.ts";
import type { ConstraintRow, TableRow } from "./tableRow.ts";

/** Tables that others follow, and those of which there is one row or partition; other tests check them. */
export const LEFT_OUT = [
  "contract_admin_counts",
  "contract_day_counts",
  "identity_project",
  "restores",
  "schema_migrations",
  "usage_course",
  "usage_event_ids",
  "usage_event_months",
  "write_checks",
];

const at = new Date("2026-01-01T00:00:00Z");
const dated = { created_at: at, updated_at: at };
const bytes = (text: string) => Buffer.from(text);
const noOrganization = { refuses: [{ organization_id: 99 }] };
const nobody = "nobody";

const organization = { name_key: "そしき", organization_name: "組織", ...dated };
const user = { user_name: "試験 太郎", search_key: "試験太郎", organization_id: 1, ...dated };
const contract = {
  organization_id: 1,
  organization_no: "10000001",
  name_key: "そしき",
  order_key: "2そしき",
  admin_email: "a@example.com",
  admin_name: "管理者",
  admin_key: "管理者",
  ...dated,
};
const dates = { start_date: "2026-04-01", end_date: "2027-03-31" };
const workspace = { organization_id: 1, name_key: "わ", ...dated };
const dictionary = { organization_id: 1, category: "業務辞書", name_key: "じ", ...dated };
const event = { organization_id: 1, contract_id: 11, occurred_at: at, usage_date: "2026-01-01" };
const adjustment = { event_id: null, reason: "訂正", adjusted_by: "member", seconds: -60 };
const signIn = {
  user_id: "member",
  signed_in_at: at,
  last_seen_at: at,
  address: "198.51.100.7",
  user_agent: "curl/8.5.0",
};
const session = { user_id: "member", created_at: at, last_seen_at: at, expires_at: at };
const lock = { organization_id: 1, locked_by: "member", locked_at: at, lease_expires_at: at };
const handed = {
  organization_id: 1,
  dictionary_id: 31,
  written_by: "member",
  handed_to: "member",
  handed_at: at,
  is_given: true,
  unsaved: "[]",
};
const request = {
  organization_id: 1,
  requested_by: "member",
  requested_at: at,
  expires_at: at,
  message: "",
};
const release = { organization_id: 1, dictionary_id: 31, released_at: at, reason: "交代" };

/** No contract of this number, and one of another organization. */
const noContract = [{ contract_id: 99 }, { organization_id: 2, contract_id: 11 }];
const noDictionary = [{ dictionary_id: 99 }, { organization_id: 2, dictionary_id: 32 }];
const atLeast = (column: string, least: number): ConstraintRow => ({
  refuses: [{ [column]: least - 1 }],
  allows: [{ [column]: least }],
});

/** Tables that others refer to, in the order in which they can be filled. */
const sharedTables: Readonly<Record<string, TableRow>> = {
  organizations: {
    stored: [
      { organization_id: 1, organization_no: "10000001", ...organization },
      { organization_id: 2, organization_no: "10000002", ...organization },
    ],
    another: { organization_id: 3, organization_no: "10000003", ...organization },
    optional: ["addresses_held_at", "organization_name_kana", "reading_order"],
    constraints: {
      organizations_pkey: { refuses: [{ organization_id: 1 }] },
      organizations_no_unique: { refuses: [{ organization_no: "10000001" }] },
      organizations_no_digits: {
        refuses: ["1234567", "123456789", "1234567a", "１２３４５６７８", "1234567\n"].map(
          (no) => ({
            organization_no: no,
          }),
        ),
        allows: [{ organization_no: "00000000" }],
      },
    },
  },
  users: {
    stored: [
      { user_id: "member", email: "member@example.com", ...user },
      { user_id: "second", email: "second@example.com", ...user },
    ],
    another: { user_id: "third", email: "third@example.com", ...user },
    optional: [
      "enabled_status",
      "erased_at",
      "erased_number",
      "identity_error",
      "identity_error_at",
      "invited_by",
      "last_selected_workspace_id",
      "managed_by",
      "organization_id",
      "reading_order",
      "scim",
      "signed_in_at",
      "tokens_valid_after",
      "user_name_kana",
    ],
    constraints: {
      users_pkey: { refuses: [{ user_id: "member" }] },
      users_organization_id_fkey: noOrganization,
      users_invited_by_fkey: { refuses: [{ invited_by: nobody }] },
      users_email_unique: { refuses: [{ email: "member@example.com" }] },
      users_email_lower: {
        refuses: [{ email: "Third@example.com" }, { email: "third@example.COM" }],
      },
      users_status_check: {
        refuses: [{ status: "DELETED" }, { status: "active" }],
        allows: USER_STATUSES.map((status) => ({ status })),
      },
      users_managed_by_check: {
        refuses: [{ managed_by: "LDAP" }, { managed_by: "SCIM", organization_id: null }],
        allows: [{ managed_by: "SCIM" }],
      },
      users_identity_error_check: {
        refuses: [{ identity_error: "LOST" }, { identity_error: "" }],
        allows: IDENTITY_ERRORS.map((error) => ({ identity_error: error })),
      },
      users_enabled_status: {
        refuses: [
          { enabled_status: "ACTIVE", status: "ACTIVE" },
          { enabled_status: "INVITED", status: "INVITED" },
        ],
        allows: [
          { enabled_status: "ACTIVE", status: "DISABLED" },
          { enabled_status: "INVITED", status: "DISABLED" },
        ],
      },
      users_enabled_status_check: { refuses: [{ enabled_status: "DISABLED", status: "DISABLED" }] },
      users_system_without_organization: {
        refuses: [{ is_system_admin: true }],
        allows: [{ is_system_admin: true, organization_id: null }],
      },
      users_flags_of_members: {
        refuses: ["is_organization_admin", "is_dictionary_admin"].flatMap((flag) => [
          { organization_id: null, [flag]: true },
          { organization_id: null, [flag]: true, is_system_admin: true },
        ]),
        allows: [
          { organization_id: null },
          { is_organization_admin: true, is_dictionary_admin: true },
        ],
      },
    },
  },
  contracts: {
    stored: [
      { contract_id: 11, start_date: "2026-04-01", end_date: "2027-03-31", ...contract },
      {
        contract_id: 12,
        start_date: "2027-04-01",
        end_date: "2028-03-31",
        termination_date: "2027-06-30",
        ...contract,
      },
    ],
    another: { contract_id: 13, start_date: "2030-01-01", end_date: "2030-12-31", ...contract },
    optional: [
      "admin_name_kana",
      "max_transcript_count",
      "max_transcript_minutes",
      "termination_date",
      "termination_reason",
    ],
    constraints: {
      contracts_pkey: { refuses: [{ contract_id: 11 }] },
      // Of another organization, too.
      contracts_id_unique: { refuses: [{ contract_id: 11, organization_id: 2 }] },
      contracts_organization_id_fkey: noOrganization,
      contracts_max_transcript_count_check: atLeast("max_transcript_count", 1),
      contracts_max_transcript_minutes_check: atLeast("max_transcript_minutes", 1),
      contracts_period: {
        refuses: [{ start_date: "2030-01-02", end_date: "2030-01-01" }],
        allows: [{ start_date: "2030-01-01", end_date: "2030-01-01" }],
      },
      contracts_termination_in_period: {
        refuses: [{ termination_date: "2029-12-31" }, { termination_date: "2031-01-01" }],
        allows: [{ termination_date: "2030-01-01" }, { termination_date: "2030-12-31" }],
      },
      contracts_no_overlap: {
        refuses: [
          // The first and the last day of another contract, a day between, and a period around it.
          { start_date: "2025-04-01", end_date: "2026-04-01" },
          { start_date: "2027-03-31", end_date: "2027-03-31" },
          { start_date: "2026-08-01", end_date: "2026-08-01" },
          { start_date: "2026-03-31", end_date: "2027-04-01" },
          // The day of a termination is the last day.
          { start_date: "2027-06-30", end_date: "2027-12-31" },
          { start_date: "2025-01-01", end_date: "2026-12-31", termination_date: "2026-04-01" },
        ],
        allows: [
          { start_date: "2025-04-01", end_date: "2026-03-31" },
          { start_date: "2027-07-01", end_date: "2028-03-31" },
          { start_date: "2025-01-01", end_date: "2026-12-31", termination_date: "2026-03-31" },
          { organization_id: 2, start_date: "2026-04-01", end_date: "2027-03-31" },
        ],
      },
    },
  },
  contract_usage: {
    stored: [{ organization_id: 1, contract_id: 11, ...dates }],
    another: { organization_id: 1, contract_id: 12, ...dates },
    optional: ["max_transcript_count", "max_transcript_minutes", "termination_date"],
    constraints: {
      contract_usage_pkey: { refuses: [{ contract_id: 11 }] },
      contract_usage_organization_id_contract_id_fkey: { refuses: noContract, cascades: true },
      contract_usage_transcript_count_check: atLeast("transcript_count", 0),
      contract_usage_seconds_check: atLeast("seconds", 0),
    },
  },
  ledger: {
    stored: [{ event_id: "first", seconds: 60, ...event }],
    another: { event_id: "second", seconds: 60, ...event },
    optional: ["adjusted_by", "event_id", "reason", "vocabulary_revision", "workspace_id"],
    constraints: {
      ledger_organization_id_occurred_at_event_id_idx: {
        refuses: [{ event_id: "first" }, { event_id: "first", contract_id: 12 }],
        allows: [{ event_id: "first", organization_id: 2 }],
      },
      ledger_pkey: { refuses: [{ ledger_id: 1 }], allows: [{ ledger_id: 1, contract_id: 12 }] },
      usage_ledger_tokyo_day: {
        refuses: [{ usage_date: "2026-01-02" }, { occurred_at: new Date("2026-01-01T15:00:00Z") }],
        allows: [{ occurred_at: new Date("2026-01-01T14:59:59.999Z") }],
      },
      usage_ledger_kind: {
        refuses: [
          { seconds: -1 },
          { transcript_count: 2 },
          { reason: "訂正" },
          { ...adjustment, reason: null },
          { ...adjustment, adjusted_by: null },
        ],
        allows: [adjustment],
      },
    },
  },
  ledger_months: {
    stored: [{ month: "2026-01-01" }],
    another: { month: "2026-02-01" },
    optional: ["dropped_at", "proven_changes"],
    constraints: { ledger_months_pkey: { refuses: [{ month: "2026-01-01" }] } },
  },
  usage_daily: {
    stored: [
      {
        organization_id: 1,
        contract_id: 11,
        usage_date: "2026-05-01",
        transcript_count: 1,
        seconds: 60,
      },
    ],
    another: {
      organization_id: 1,
      contract_id: 11,
      usage_date: "2026-05-02",
      transcript_count: 1,
      seconds: 60,
    },
    constraints: {
      usage_daily_pkey: {
        refuses: [{ usage_date: "2026-05-01" }],
        allows: [
          { usage_date: "2026-05-01", contract_id: 12 },
          { usage_date: "2026-05-01", workspace_id: 21 },
        ],
      },
      usage_daily_organization_id_contract_id_fkey: { refuses: noContract },
    },
  },
  workspaces: {
    stored: [{ workspace_id: 21, workspace_name: "営業", ...workspace }],
    another: { workspace_id: 22, workspace_name: "開発", ...workspace },
    optional: ["managed_by", "scim"],
    constraints: {
      workspaces_pkey: { refuses: [{ workspace_id: 21 }] },
      workspaces_organization_id_fkey: noOrganization,
      workspaces_name_unique: {
        refuses: [{ workspace_name: "営業", looks_alike: true }],
        allows: [{ workspace_name: "営業", organization_id: 2 }],
      },
      workspaces_managed_by_check: {
        refuses: [{ managed_by: "LDAP" }],
        allows: [{ managed_by: "SCIM" }],
      },
      workspaces_seen_name: {
        refuses: [{ workspace_name: "営 業" }],
        allows: [
          { workspace_name: "営 業", organization_id: 2 },
          { workspace_name: "営 業", looks_alike: true },
        ],
      },
    },
  },
  workspace_members: {
    stored: [{ organization_id: 1, workspace_id: 21, user_id: "member" }],
    another: { organization_id: 1, workspace_id: 21, user_id: "second" },
    constraints: {
      workspace_members_pkey: { refuses: [{ user_id: "member" }] },
      workspace_members_organization_id_workspace_id_fkey: {
        refuses: [{ workspace_id: 99 }, { organization_id: 2 }],
        cascades: true,
      },
      workspace_members_user_id_fkey: { refuses: [{ user_id: nobody }] },
    },
  },
  dictionaries: {
    stored: [
      { dictionary_id: 31, dictionary_name: "用語", ...dictionary },
      { dictionary_id: 32, dictionary_name: "略語", ...dictionary },
    ],
    another: { dictionary_id: 33, dictionary_name: "人名", ...dictionary },
    constraints: {
      dictionaries_pkey: { refuses: [{ dictionary_id: 31 }] },
      dictionaries_organization_id_fkey: noOrganization,
      dictionaries_category_check: {
        refuses: [{ category: "辞書" }, { category: "" }],
        allows: DICTIONARY_CATEGORIES.map((category) => ({ category })),
      },
      dictionaries_name_unique: {
        refuses: [{ dictionary_name: "用語", looks_alike: true }],
        allows: [
          { dictionary_name: "用語", category: "一般辞書" },
          { dictionary_name: "用語", organization_id: 2 },
        ],
      },
      dictionaries_seen_name: {
        refuses: [{ dictionary_name: "用 語" }],
        allows: [
          { dictionary_name: "用 語", category: "一般辞書" },
          { dictionary_name: "用 語", looks_alike: true },
        ],
      },
      dictionaries_entry_count_check: atLeast("entry_count", 0),
      dictionaries_entry_limit: {
        refuses: [{ entry_count: 10_001 }],
        allows: [{ entry_count: 10_000 }],
      },
    },
  },
  dictionary_locks: {
    stored: [{ dictionary_id: 31, token_hash: bytes("one"), ...lock }],
    another: { dictionary_id: 32, token_hash: bytes("two"), ...lock },
    constraints: {
      dictionary_locks_pkey: { refuses: [{ dictionary_id: 31 }] },
      dictionary_locks_organization_id_dictionary_id_fkey: {
        refuses: noDictionary,
        cascades: true,
      },
      dictionary_locks_locked_by_fkey: { refuses: [{ locked_by: nobody }] },
    },
  },
  dictionary_lock_releases: {
    stored: [{ token_hash: bytes("one"), released_by: "member", ...release }],
    another: { token_hash: bytes("two"), released_by: "member", ...release },
    optional: ["released_by"],
    constraints: {
      dictionary_lock_releases_pkey: { refuses: [{ token_hash: bytes("one") }] },
      dictionary_lock_releases_organization_id_dictionary_id_fkey: {
        refuses: noDictionary,
        cascades: true,
      },
      dictionary_lock_releases_released_by_fkey: { refuses: [{ released_by: nobody }] },
      dictionary_lock_releases_cause_check: {
        refuses: [{ cause: "LEASE_ENDED" }],
        allows: [{ cause: "RIGHT_LOST" }, { cause: "HANDED_OVER" }, { cause: "REFUSED" }],
      },
    },
  },
  dictionary_handed_rows: {
    stored: [{ handed_id: 1, ...handed }],
    another: { handed_id: 2, ...handed },
    constraints: {
      dictionary_handed_rows_pkey: { refuses: [{ handed_id: 1 }] },
      dictionary_handed_rows_organization_id_dictionary_id_fkey: {
        refuses: noDictionary,
        cascades: true,
      },
      dictionary_handed_rows_written_by_fkey: { refuses: [{ written_by: nobody }] },
      dictionary_handed_rows_handed_to_fkey: { refuses: [{ handed_to: nobody }] },
    },
  },
  dictionary_lock_requests: {
    stored: [{ dictionary_id: 31, token_hash: bytes("one"), ...request }],
    another: { dictionary_id: 32, token_hash: bytes("two"), ...request },
    optional: ["hand_over_at"],
    constraints: {
      dictionary_lock_requests_pkey: { refuses: [{ dictionary_id: 31 }] },
      dictionary_lock_requests_organization_id_dictionary_id_fkey: {
        refuses: noDictionary,
        cascades: true,
      },
      dictionary_lock_requests_requested_by_fkey: { refuses: [{ requested_by: nobody }] },
    },
  },
  admin_sessions: {
    stored: [{ session_hash: bytes("one"), ...session }],
    another: { session_hash: bytes("two"), ...session },
    optional: ["signed_in_at", "token_hash"],
    constraints: {
      admin_sessions_pkey: { refuses: [{ session_hash: bytes("one") }] },
      admin_sessions_user_id_fkey: { refuses: [{ user_id: nobody }] },
    },
  },
  sign_ins: {
    stored: [signIn],
    another: { ...signIn, signed_in_at: new Date("2026-01-02T00:00:00Z") },
    optional: ["ended_at"],
    constraints: {
      sign_ins_pkey: { refuses: [{ signed_in_at: at }] },
      sign_ins_user_id_fkey: { refuses: [{ user_id: nobody }] },
    },
  },
  admin_session_tokens: {
    stored: [{ token_hash: bytes("one"), signed_in_at: at }],
    another: { token_hash: bytes("two"), signed_in_at: at },
    constraints: { admin_session_tokens_pkey: { refuses: [{ token_hash: bytes("one") }] } },
  },
  idempotency_keys: {
    stored: [
      { user_id: "member", route: "POST /a", key: "one", body_hash: bytes("x"), created_at: at },
    ],
    another: {
      user_id: "member",
      route: "POST /a",
      key: "two",
      body_hash: bytes("x"),
      created_at: at,
    },
    optional: ["body", "headers", "status"],
    constraints: {
      idempotency_keys_pkey: {
        refuses: [{ key: "one" }, { key: "one", body_hash: bytes("y") }],
        allows: [
          { key: "one", user_id: "second" },
          { key: "one", route: "POST /b" },
        ],
      },
    },
  },
  stored_answer_bytes: {
    stored: [{ organization_id: 1, user_id: "member", hour: at, bytes: 1 }],
    another: { organization_id: 1, user_id: "second", hour: at, bytes: 1 },
    constraints: {
      stored_answer_bytes_pkey: {
        refuses: [{ user_id: "member" }],
        allows: [
          { user_id: "" },
          { user_id: "member", organization_id: 0 },
          { user_id: "member", hour: new Date("2026-01-01T01:00:00Z") },
        ],
      },
    },
  },
  identity_outbox: {
    stored: [{ user_id: "member" }],
    another: { user_id: "second" },
    optional: [
      "creates",
      "forgives",
      "lease",
      "leased_until",
      "mails",
      "mails_at",
      "restores",
      "revokes",
    ],
    constraints: {
      identity_outbox_pkey: { refuses: [{ user_id: "member" }] },
      identity_outbox_user_id_fkey: { refuses: [{ user_id: nobody }] },
    },
  },
  mails: {
    stored: [],
    another: { recipient: "member@example.com", due_at: at },
    optional: ["sender"],
    constraints: {},
  },
};

/**
 * Every table with its rules. A constraint of a new migration takes a line: its name, and what it
 * refuses. A table of one resource alone stands in resourceRows.
 */
export const tableRows: Readonly<Record<string, TableRow>> = Object.assign(
  {},
  sharedTables,
  ...resourceRows.map((rows) => rows.tableRows),
);
