import { type Kysely, sql } from "kysely";
import { searchKey, searchKeys } from "../../domain/text/searchKey.ts";
import type { Tables } from "../../server/db/tables.ts";

const AT = new Date("2026-01-01T00:00:00Z");

export interface ContractInput {
  organizationId: number;
  adminName?: string;
  adminEmail?: string;
  startDate?: string;
  endDate?: string;
  terminationDate?: string | null;
  terminationReason?: string;
  memo?: string;
  maxTranscriptCount?: number | null;
  maxTranscriptMinutes?: number | null;
  usedTranscriptCount?: number;
  usedSeconds?: number;
  updatedAt?: Date;
}

/** Inserts an organization; returns its id. */
export async function anOrganization(
  db: Kysely<Tables>,
  organizationName = "組織",
  organizationNo?: string,
): Promise<number> {
  const { organization_id } = await db
    .insertInto("organizations")
    .values((eb) => ({
      organization_no: organizationNo ?? eb.fn<string>("nextval", [eb.val("organization_no_seq")]),
      organization_name: organizationName,
      name_key: searchKeys(organizationName),
      created_at: AT,
      updated_at: AT,
    }))
    .returning("organization_id")
    .executeTakeFirstOrThrow();
  return organization_id;
}

/** Inserts a contract with its usage; returns its id. */
export async function aContract(db: Kysely<Tables>, input: ContractInput): Promise<number> {
  const [contractId] = await contracts(db, [input]);
  if (contractId === undefined) throw new Error("no contract was inserted");
  return contractId;
}

/** Inserts several contracts; returns their ids in the same order. */
export async function contracts(db: Kysely<Tables>, inputs: ContractInput[]): Promise<number[]> {
  const rows = await db
    .insertInto("contracts")
    .values(inputs.map(contractValues))
    .returning("contract_id")
    .execute();
  const ids = rows.map((row) => row.contract_id);
  await sql`
    update contract_usage u set transcript_count = used.count, seconds = used.seconds
    from unnest(${ids}::bigint[], ${inputs.map((one) => one.usedTranscriptCount ?? 0)}::integer[],
      ${inputs.map((one) => one.usedSeconds ?? 0)}::bigint[]) used (contract_id, count, seconds)
    where u.contract_id = used.contract_id`.execute(db);
  return ids;
}

function contractValues(input: ContractInput) {
  const adminName = input.adminName ?? "山田 太郎";
  const adminEmail = input.adminEmail ?? "yamada@example.com";
  return {
    organization_id: input.organizationId,
    admin_email: adminEmail,
    admin_name: adminName,
    admin_key: searchKey(adminName),
    // Covers today, whenever the tests run.
    start_date: input.startDate ?? "2020-01-01",
    end_date: input.endDate ?? "2099-12-31",
    termination_date: input.terminationDate ?? null,
    termination_reason: input.terminationDate ? (input.terminationReason ?? "統合のため") : null,
    memo: input.memo ?? "",
    max_transcript_count: input.maxTranscriptCount ?? null,
    max_transcript_minutes: input.maxTranscriptMinutes ?? null,
    created_at: AT,
    updated_at: input.updatedAt ?? AT,
  };
}

/** Usage of a contract on a day in Tokyo, as in the daily sums. */
export async function someUsage(
  db: Kysely<Tables>,
  use: {
    organizationId: number;
    contractId: number;
    date: string;
    count?: number;
    seconds: number;
    workspaceId?: number;
  },
): Promise<void> {
  await db
    .insertInto("usage_daily")
    .values({
      organization_id: use.organizationId,
      contract_id: use.contractId,
      usage_date: use.date,
      transcript_count: use.count ?? 1,
      seconds: use.seconds,
      workspace_id: use.workspaceId ?? 0,
    })
    .execute();
}
