import { type ColumnType, type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { FileEncoding } from "../../../../domain/files/formats.ts";
import type { UserImportResult, UserImportUndone } from "../../../../domain/userImports/schemas.ts";
import type { Tables } from "../../../db/tables.ts";

/** An import of an organization, or one of system admins, which has none. */
export interface UserImportKey {
  organizationId: number | null;
  userImportId: number;
}

export interface UserImportRow {
  user_import_id: number;
  organization_id: number | null;
  file_name: string;
  encoding: FileEncoding;
  ignored_columns: string[];
  created_at: Date;
  created_by_name: string;
  committed_at: Date | null;
  result: UserImportResult | null;
  reverted_at: Date | null;
  undone: UserImportUndone | null;
}

type Json<Value> = ColumnType<Value | null, string | null, string | null>;

declare module "../../../db/tables.ts" {
  interface Tables {
    user_imports: {
      user_import_id: Generated<number>;
      organization_id: number | null;
      file_name: string;
      encoding: FileEncoding;
      ignored_columns: string[];
      created_by: string;
      created_at: Date;
      committed_at: Date | null;
      result: Json<UserImportResult>;
      reverted_at: Date | null;
      undone: Json<UserImportUndone>;
    };
  }
}

const columns = sql`
  i.user_import_id, i.organization_id, i.file_name, i.encoding, i.ignored_columns, i.created_at,
  u.user_name as created_by_name, i.committed_at, i.result, i.reverted_at, i.undone`;

const from = sql`from user_imports i join users u on u.user_id = i.created_by`;

const isOf = (organizationId: number | null) =>
  organizationId === null
    ? sql`i.organization_id is null`
    : sql`i.organization_id = ${organizationId}`;

const isKey = ({ organizationId, userImportId }: UserImportKey) =>
  sql`i.user_import_id = ${userImportId} and ${isOf(organizationId)}`;

export async function findUserImport(
  db: Kysely<Tables>,
  key: UserImportKey,
): Promise<UserImportRow | undefined> {
  const { rows } = await sql<UserImportRow>`
    select ${columns} ${from} where ${isKey(key)}`.execute(db);
  return rows[0];
}

/** Waits for another commit, revert or cancellation of it. */
export async function holdUserImport(trx: Transaction<Tables>, key: UserImportKey): Promise<void> {
  await sql`select 1 from user_imports i where ${isKey(key)} for update`.execute(trx);
}

/** A page of the committed imports. */
export async function findUserImports(
  db: Kysely<Tables>,
  organizationId: number | null,
  { page, size, sort }: ListQuery<"userImportId">,
): Promise<{ rows: UserImportRow[]; total: number }> {
  const committed = sql`${isOf(organizationId)} and i.committed_at is not null`;
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const [{ rows }, counted] = await Promise.all([
    sql<UserImportRow>`
      select ${columns} ${from} where ${committed}
      order by i.user_import_id ${direction} limit ${size} offset ${page * size}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from user_imports i where ${committed}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

interface NewImport {
  organization_id: number | null;
  file_name: string;
  encoding: FileEncoding;
  ignored_columns: string[];
  created_by: string;
  created_at: Date;
}

export async function insertUserImport(trx: Transaction<Tables>, made: NewImport): Promise<number> {
  const { user_import_id } = await trx
    .insertInto("user_imports")
    .values(made)
    .returning("user_import_id")
    .executeTakeFirstOrThrow();
  return user_import_id;
}

/** How many imports are kept. */
export async function countUserImports(
  trx: Transaction<Tables>,
  organizationId: number | null,
): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select count(*) as kept from user_imports i where ${isOf(organizationId)}`.execute(trx);
  return rows[0]?.kept ?? 0;
}

export async function deleteUserImport(
  trx: Transaction<Tables>,
  key: UserImportKey,
): Promise<void> {
  await sql`delete from user_imports i where ${isKey(key)}`.execute(trx);
}

/** Deletes what a user has prepared and not committed. */
export async function deletePrepared(
  trx: Transaction<Tables>,
  organizationId: number | null,
  userId: string,
): Promise<void> {
  await sql`
    delete from user_imports i
    where ${isOf(organizationId)} and i.created_by = ${userId} and i.committed_at is null`.execute(
    trx,
  );
}

export async function deleteOldUserImports(
  db: Kysely<Tables>,
  { preparedBefore, committedBefore }: { preparedBefore: Date; committedBefore: Date },
): Promise<void> {
  await sql`
    delete from user_imports i where i.created_at < ${preparedBefore}
      and (i.committed_at is null or i.committed_at < ${committedBefore})`.execute(db);
}

export async function markCommitted(
  trx: Transaction<Tables>,
  { userImportId }: UserImportKey,
  { result, at }: { result: UserImportResult; at: Date },
): Promise<void> {
  await trx
    .updateTable("user_imports")
    .set({ committed_at: at, result: JSON.stringify(result) })
    .where("user_import_id", "=", userImportId)
    .execute();
}

export async function markReverted(
  trx: Transaction<Tables>,
  { userImportId }: UserImportKey,
  { undone, at }: { undone: UserImportUndone; at: Date },
): Promise<void> {
  await trx
    .updateTable("user_imports")
    .set({ reverted_at: at, undone: JSON.stringify(undone) })
    .where("user_import_id", "=", userImportId)
    .execute();
}
