import type { Kysely } from "kysely";
import { userImportKind } from "../../../domain/api/userImports.ts";
import { MOST_NAMED } from "../../../domain/imports/rules.ts";
import type { ChangedFields } from "../../../domain/userImports/plan.ts";
import type { UserImport, UserImportSummary } from "../../../domain/userImports/schemas.ts";
import type { Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { type ImportKey, importStore, type StoredImport } from "../../fileImports/importStore.ts";
import { countMails, findFailed } from "./queries.ts";

/** What an import has made of a person; the fields that differ of one whom it has updated. */
export interface ChangeRow {
  user_id: string;
  kind: "ADDED" | "UPDATED" | "DISABLED";
  before: ChangedFields | null;
  after: ChangedFields | null;
  /** The version that the import left; null if that was not kept, so that values are compared. */
  version: number | null;
}

/** Imports of an organization, and those of system admins, which have none. */
export const userImports = importStore<UserImportSummary, ChangeRow>({
  kind: userImportKind,
  record: "user",
  present: (userImportId, stored) => ({ userImportId, ...stored }),
});

/** An import, with what has become of its invitations. Throws 404. */
export async function readUserImport(
  { db, now }: Pick<Deps, "db" | "now">,
  key: ImportKey,
): Promise<UserImport> {
  return withMails(db, await userImports.found(db, key), now());
}

/** The same of an import that was read already. */
export async function withMails(
  db: Kysely<Tables>,
  row: StoredImport<UserImportSummary>,
  now: Date,
): Promise<UserImport> {
  const summary = userImports.present(row, now);
  const { import_id: id, result, reverted_at } = row;
  if (reverted_at)
    return { ...summary, mails: { sent: 0, waiting: 0, failed: 0, failedPeople: [] } };
  const { waiting, failed } = await countMails(db, id);
  const failedPeople = failed > 0 ? await findFailed(db, id, MOST_NAMED) : [];
  const sent = Math.max(0, result.added - waiting - failed);
  return { ...summary, mails: { sent, waiting, failed, failedPeople } };
}
