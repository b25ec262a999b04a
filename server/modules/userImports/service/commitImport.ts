import type { Transaction } from "kysely";
import { changedFields } from "../../../../domain/fields.ts";
import { grouped } from "../../../../domain/grouped.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import {
  CHANGED_FIELDS,
  nameToRead,
  type PlannedPerson,
} from "../../../../domain/userImports/plan.ts";
import type {
  UserImport,
  UserImportCommit,
  UserImportResult,
} from "../../../../domain/userImports/schemas.ts";
import { userImportSentences } from "../../../../domain/userImports/sentences.ts";
import type { Deps } from "../../../context.ts";
import { userNameColumns } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Transact, unlessAborted } from "../../../db/transact.ts";
import { refuseErrorRows, refuseReadings } from "../../../fileImports/uploadedSheet.ts";
import { conflict, ruleBroken, validationFailed } from "../../../problem.ts";
import { requestAccounts } from "../../people/accounts/requestAccount.ts";
import { reserveMails } from "../../people/mails/reserveMail.ts";
import { publishUser } from "../../people/queries.ts";
import {
  changedStatus,
  changeMemberships,
  lockWorkspaceRows,
} from "../../people/users/changeUser.ts";
import { newUserId } from "../../people/users/inviteUser.ts";
import {
  findPeople,
  findPeopleById,
  lockPeople,
  type PersonRow,
} from "../../people/users/queries/manyPeople.ts";
import { insertUsers, presentUser } from "../../people/users/queries/users.ts";
import {
  type PersonChange,
  refuseLastAdmins,
  writePeople,
} from "../../people/users/writePeople.ts";
import { type ChangeRow, findShownElsewhere, userImports, withMails } from "../queries.ts";
import { readPeople } from "./checkImport.ts";
import {
  type Importer,
  isSamePlan,
  type Named,
  namedWorkspaces,
  type Plan,
  planImport,
  readNamed,
} from "./planImport.ts";

/**
 * Adds, changes and disables people as a file says, in one transaction. Accounts and invitations
 * follow by jobs. `signal` is that of the request; nothing is written once it has ended. Throws 409
 * USERS_CHANGED if the plan is not the one of the digest, EMAIL_EXISTS, 422 IMPORT_HAS_ERRORS,
 * LAST_ORGANIZATION_ADMIN, `errors.disablesMissing`, `errors.readings`, and as `checkUserImport` for the file.
 */
export async function commitUserImport(
  { files, now, transact }: Pick<Deps, "files" | "now"> & { transact: Transact },
  importer: Importer,
  { file, digest, disablesMissing, skipErrors = false, readings = [] }: UserImportCommit,
  signal: AbortSignal,
): Promise<UserImport> {
  const sheet = await readPeople(files, importer, file, signal);
  const { organizationId, actorId } = importer;
  return transact(async (trx) => {
    const named = await readNamed(trx, sheet.rows, importer);
    await lockNamedWorkspaces(trx, named, importer, disablesMissing);
    const shownElsewhere =
      organizationId === null ? 0 : await findShownElsewhere(trx, organizationId, digest);
    const plan = await planImport(trx, named, importer, shownElsewhere, readings);
    if (!isSamePlan(digest, plan, disablesMissing)) throw conflict("USERS_CHANGED");
    refuseReadings(plan.checked, readings, nameToRead);
    refuseErrors(plan, { disablesMissing, skipErrors });
    const at = now();
    const added = plan.rows.flatMap(({ verdict, after }) =>
      verdict === "NEW" && after ? [{ ...after, userId: newUserId() }] : [],
    );
    const { changes, logged } = changesOf(plan, disablesMissing);
    await refuseLastAdmins(
      trx,
      changes,
      added.map((one) => ({ ...one, organizationId: one.organizationId ?? 0 })),
    );
    const made = {
      fileName: sheet.file.fileName,
      createdBy: actorId,
      at,
      result: resultOf(plan, disablesMissing),
    };
    const row = await userImports.commit(trx, { organizationId }, made, async () => {
      await insertAdded(trx, added, { actorId, at });
      await writePeople(trx, { actorId, at }, changes);
      const invited = { kind: "ADDED", before: null, after: null, version: 1 } as const;
      return [...added.map(({ userId }) => ({ user_id: userId, ...invited })), ...logged];
    });
    unlessAborted(trx, signal);
    return withMails(trx, row, at);
  });
}

/** Locks workspaces, then people, so that the plan that is read next is the one that is written. */
async function lockNamedWorkspaces(
  trx: Transaction<Tables>,
  named: Named,
  { organizationId }: Importer,
  disables: boolean,
): Promise<void> {
  const wanted = [...(await namedWorkspaces(trx, named, organizationId))].flatMap(([id, known]) =>
    [...known.values()].map((workspaceId) => [id, workspaceId] as const),
  );
  const people = wanted.length > 0 ? await findPeople(trx, named.emails) : [];
  const present = people.flatMap(({ organization_id: id, workspace_ids }) =>
    id === null ? [] : workspace_ids.map((workspaceId) => [id, workspaceId] as const),
  );
  await lockWorkspaceRows(trx, grouped([...wanted, ...present]));
  await lockPeople(trx, { ...named, disables });
}

function refuseErrors(
  { counts, missingTotal, missing }: Plan,
  { disablesMissing, skipErrors }: { disablesMissing: boolean; skipErrors: boolean },
): void {
  if (counts.error > 0 && disablesMissing) {
    throw ruleBroken("IMPORT_HAS_ERRORS", { message: userImportSentences.errorsWithMissing });
  }
  refuseErrorRows(counts.error, skipErrors);
  if (disablesMissing && missingTotal > missing.length) {
    throw validationFailed({ disablesMissing: userImportSentences.tooManyMissing });
  }
  if (counts.new + counts.update + (disablesMissing ? counts.disable : 0) === 0) {
    throw validationFailed({ file: fieldSentences.nothingToChange });
  }
}

function changesOf(
  { rows, people, missing }: Plan,
  disablesMissing: boolean,
): { changes: PersonChange[]; logged: ChangeRow[] } {
  const changes: PersonChange[] = [];
  const logged: ChangeRow[] = [];
  for (const { verdict, before, after } of rows) {
    const row = before && people.get(before.userId);
    if (verdict !== "UPDATE" || !row || !after) continue;
    changes.push({ before: row, after: updatedRow(row, after) });
    logged.push({
      user_id: before.userId,
      kind: "UPDATED",
      before: changedFields(after, before, CHANGED_FIELDS),
      after: changedFields(before, after, CHANGED_FIELDS),
      version: row.version + 1,
    });
  }
  for (const row of disablesMissing ? missing : []) {
    changes.push({ before: row, after: { ...row, ...changedStatus(row, "DISABLED") } });
    logged.push({
      user_id: row.user_id,
      kind: "DISABLED",
      before: null,
      after: null,
      version: row.version + 1,
    });
  }
  return { changes, logged };
}

/** The row of a person with the values that an import or its undoing gives. */
export function updatedRow(row: PersonRow, after: PlannedPerson): PersonRow {
  return {
    ...row,
    user_name: after.userName,
    user_name_kana: after.userNameKana,
    is_organization_admin: after.isOrganizationAdmin,
    is_dictionary_admin: after.isDictionaryAdmin,
    workspace_ids: [...after.workspaceIds],
  };
}

type AddedPerson = PlannedPerson & { userId: string };

async function insertAdded(
  trx: Transaction<Tables>,
  added: readonly AddedPerson[],
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  if (added.length === 0) return;
  await insertUsers(
    trx,
    added.map((one) => ({
      user_id: one.userId,
      organization_id: one.organizationId,
      email: one.email,
      ...userNameColumns(one.userName, one.userNameKana, one.email),
      is_organization_admin: one.isOrganizationAdmin,
      is_dictionary_admin: one.isDictionaryAdmin,
      invited_by: actorId,
      created_at: at,
      updated_at: at,
    })),
  );
  const waits = await reserveMails(
    trx,
    actorId,
    added.map(({ email }) => email),
  );
  await requestAccounts(
    trx,
    added.map(({ userId }, n) => ({
      userId,
      actions: { creates: true, mails: true },
      mailWaitSeconds: waits[n],
    })),
  );
  const rows = await findPeopleById(
    trx,
    added.map(({ userId }) => userId),
  );
  const wanted = new Map(added.map((one) => [one.userId, one]));
  await changeMemberships(
    trx,
    { actorId, at },
    rows.map((person) => ({
      person,
      before: [],
      after: wanted.get(person.user_id)?.workspaceIds ?? [],
    })),
  );
  for (const row of rows) await publishUser(trx, row, { before: null, after: presentUser(row) });
}

function resultOf({ counts }: Plan, disablesMissing: boolean): UserImportResult {
  return {
    added: counts.new,
    updated: counts.update,
    disabled: disablesMissing ? counts.disable : 0,
    unchanged: counts.unchanged,
    skipped: counts.error,
  };
}
