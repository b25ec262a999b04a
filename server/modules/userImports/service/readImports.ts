import type { Kysely } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import type {
  UserImport,
  UserImportMails,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { presentSummary } from "../present.ts";
import { countMails, findFailed } from "../queries/importChanges.ts";
import {
  keyOf,
  type StoredUserImport,
  scopeOf,
  type UserImportKey,
  userImportStore,
} from "../queries/userImports.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** A page of the imports of an organization, or of system admins. */
export async function listUserImports(
  { db, now }: ReadDeps,
  owner: Pick<UserImportKey, "organizationId">,
  query: ListQuery<"userImportId">,
): Promise<Page<UserImportSummary>> {
  const { rows, total } = await userImportStore.list(db, scopeOf(owner), query);
  const content = rows.map((row) => presentSummary(row.import_id, row, now()));
  return pageAnswer(query, { content, total });
}

/** An import, with what has become of its invitations. Throws 404. */
export async function readUserImport(
  { db, now }: ReadDeps,
  key: UserImportKey,
): Promise<UserImport> {
  return presentImport(db, await userImportStore.found(db, keyOf(key)), now());
}

/** The same of an import that was read already. */
export async function presentImport(
  db: Kysely<Tables>,
  row: StoredUserImport,
  now: Date,
): Promise<UserImport> {
  return { ...presentSummary(row.import_id, row, now), mails: await readMails(db, row) };
}

const MOST_FAILED = 100;

async function readMails(
  db: Kysely<Tables>,
  { import_id, result, reverted_at }: StoredUserImport,
): Promise<UserImportMails> {
  if (reverted_at) return { sent: 0, waiting: 0, failed: 0, failedPeople: [] };
  const { waiting, failed } = await countMails(db, import_id);
  const people = failed > 0 ? await findFailed(db, import_id, MOST_FAILED) : [];
  return {
    sent: Math.max(0, result.added - waiting - failed),
    waiting,
    failed,
    failedPeople: people.map(({ user_id: userId, user_name: userName, email }) => ({
      userId,
      userName,
      email,
    })),
  };
}
