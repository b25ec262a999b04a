import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import {
  type ScimListQuery,
  type ScimPatch,
  type ScimProjection,
  type ScimResource,
  type ScimUser,
  scimSentences,
} from "../../../../domain/scim/schemas.ts";
import { nameOf, type ScimPerson, scimPerson } from "../../../../domain/scim/stored.ts";
import { normalEmail } from "../../../../domain/users/emailAddress.ts";
import { user } from "../../../../domain/users/schemas.ts";
import { userNameColumns } from "../../../db/listPage.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import { fieldErrors } from "../../../plugins/schemas.ts";
import { conflict, notFound, validationFailed } from "../../../problem.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import { requestAlerts } from "../../alerts/queries/alerts.ts";
import { awaitAccount } from "../../people/accounts/processAccountRequest.ts";
import { requestAccount } from "../../people/accounts/requestAccount.ts";
import { directorySender, reserveMail } from "../../people/mails/reserveMail.ts";
import { changedStatus, lockWorkspaceRows } from "../../people/users/changeUser.ts";
import { insertInvited, newUserId } from "../../people/users/inviteUser.ts";
import {
  findPeople,
  findPeopleById,
  lockUsersAndAdmins,
  type PersonRow,
} from "../../people/users/queries/manyPeople.ts";
import { presentUser, type UserRow } from "../../people/users/queries/users.ts";
import { writePeople } from "../../people/users/writePeople.ts";
import { changesOf } from "../parsing/changes.ts";
import { changedPerson, type SentPerson, sentPerson } from "../parsing/person.ts";
import {
  listAnswer,
  presentPerson,
  projected,
  type ReadDeps,
  type WriteDeps,
  writeAsDirectory,
} from "../present.ts";
import {
  findPeopleOf,
  findPerson,
  findRemoved,
  hasInvitations,
  personConditions,
} from "../queries.ts";

/** A page of the people whom the directory of an organization sees. Throws 400 invalidFilter. */
export async function listPeople(
  { db, config }: ReadDeps,
  organizationId: number,
  { filter, startIndex, count, ...projection }: ScimListQuery,
) {
  const page = { startIndex, count };
  const { rows, total } = await findPeopleOf(db, organizationId, personConditions(filter), page);
  const people = rows.map((row) => presentPerson(row, config));
  const Resources = projected(people, projection);
  return listAnswer(page, { Resources, total });
}

/** Throws 404, also for a person of another organization and one whom the directory has deleted. */
export async function readPerson(
  { db, config }: ReadDeps,
  organizationId: number,
  userId: string,
  projection: ScimProjection = {},
): Promise<ScimUser> {
  const row = await findPerson(db, organizationId, userId);
  const [person] = row ? projected([presentPerson(row, config)], projection) : [];
  if (!person) throw notFound();
  return person;
}

/**
 * Creates a person by the rules of `inviteUser`, disabled and without a mail if `active` is false;
 * one whom the directory has deleted is taken again. Throws 400, 409 for an address that is taken,
 * wherever.
 */
export async function createPerson(
  deps: WriteDeps,
  organizationId: number,
  resource: ScimResource,
): Promise<ScimUser> {
  const sent = sentPerson(resource);
  const email = checked(user.shape.email, "userName", sent.person.userName);
  const userName = checked(user.shape.userName, "name", nameOf(sent.person));
  const at = deps.now();
  const userId = await writeAsDirectory(deps, organizationId, async (trx) => {
    const removed = await findRemoved(trx, organizationId, email);
    if (removed !== undefined) {
      await writePerson(trx, { organizationId, userId: removed, at, takesAgain: true }, () => ({
        person: sent.person,
        active: sent.active ?? true,
      }));
      return removed;
    }
    if ((await findPeople(trx, [email])).length > 0) throw conflict("EMAIL_EXISTS");
    const isEnabled = sent.active ?? true;
    const person = {
      user_id: newUserId(),
      organization_id: organizationId,
      email,
      ...userNameColumns(userName, null, email),
      status: isEnabled ? ("INVITED" as const) : ("DISABLED" as const),
      enabled_status: isEnabled ? null : ("INVITED" as const),
      managed_by: "SCIM" as const,
      scim: JSON.stringify(sent.person),
      created_at: at,
      updated_at: at,
    };
    const mails = isEnabled && (await hasInvitations(trx, organizationId));
    const mailSender = directorySender(organizationId);
    return (await insertInvited(trx, null, person, { mails, mailSender })).userId;
  });
  await awaitAccount(deps, userId);
  return readPerson(deps, organizationId, userId);
}

/** Replaces what the directory says of a person; without `active` the state stays. Throws 400, 404. */
export function replacePerson(
  deps: WriteDeps,
  organizationId: number,
  userId: string,
  resource: ScimResource,
): Promise<ScimUser> {
  const sent = sentPerson(resource);
  return changePerson(deps, organizationId, userId, () => sent);
}

/** Changes a person; disables also the last admin. Throws 400, 404. */
export function patchPerson(
  deps: WriteDeps,
  organizationId: number,
  userId: string,
  patch: ScimPatch,
): Promise<ScimUser> {
  const changes = changesOf(patch);
  return changePerson(deps, organizationId, userId, (current) => changedPerson(current, changes));
}

/**
 * Disables a person, whom the directory does not see from now on, and takes their roles and
 * workspaces, which a later POST does not bring back. Throws 404.
 */
export async function removePerson(
  deps: WriteDeps,
  organizationId: number,
  userId: string,
): Promise<void> {
  const at = deps.now();
  await writeAsDirectory(deps, organizationId, (trx) =>
    writePerson(trx, { organizationId, userId, at, removes: true }, ({ person }) => ({
      person: { ...person, removed: true },
      active: false,
    })),
  );
  await awaitAccount(deps, userId);
}

type Change = (current: SentPerson) => SentPerson;

async function changePerson(
  deps: WriteDeps,
  organizationId: number,
  userId: string,
  change: Change,
): Promise<ScimUser> {
  const at = deps.now();
  await writeAsDirectory(deps, organizationId, (trx) =>
    writePerson(trx, { organizationId, userId, at }, change),
  );
  await awaitAccount(deps, userId);
  return readPerson(deps, organizationId, userId);
}

interface Written {
  organizationId: number;
  userId: string;
  at: Date;
  /** One whom the directory has deleted. */
  takesAgain?: boolean;
  removes?: boolean;
}

async function writePerson(
  trx: WriteTransaction,
  { organizationId, userId, at, takesAgain = false, removes = false }: Written,
  change: Change,
): Promise<void> {
  const find = () => findPerson(trx, organizationId, userId);
  // Nobody of another organization is locked.
  if (!takesAgain && !(await find())) throw notFound();
  if (removes || takesAgain) await lockWorkspacesOf(trx, organizationId, userId);
  await lockUsersAndAdmins(trx, [userId]);
  if (!takesAgain && !(await find())) throw notFound();
  const [before] = await findPeopleById(trx, [userId]);
  if (!before) throw notFound();
  const current = scimPerson({ ...presentUser(before), scim: before.scim });
  const isEnabled = before.status !== "DISABLED";
  const { person, active = isEnabled } = change({ person: current, active: isEnabled });
  if (normalEmail(person.userName) !== before.email) {
    throw new ScimProblem("mutability", scimSentences.userNameFixed);
  }
  const after = {
    ...changedRow(before, { current, person: compact(person), active }),
    // Also of one who was deleted by an older release, or joined a workspace at that moment.
    ...(removes || (takesAgain && !isEnabled) ? WITHOUT_RIGHTS : {}),
  };
  if (isDeepStrictEqual(after, before)) return;
  await writePeople(trx, { actorId: null, at }, [{ before, after }]);
  if (before.is_organization_admin) requestAlerts(trx, organizationId);
  // Created as disabled, or deleted before the first sign-in: nobody has invited the person since.
  const isInvited = !isEnabled && after.status === "INVITED";
  if (isInvited && (await hasInvitations(trx, organizationId))) {
    await inviteAgain(trx, organizationId, after);
  }
}

/** What a person who is deleted by the directory has left. */
const WITHOUT_RIGHTS = {
  is_organization_admin: false,
  is_dictionary_admin: false,
  workspace_ids: [],
} satisfies Partial<PersonRow>;

/** Locks the workspaces of a person, before people are locked (see lockWorkspaceRows). */
async function lockWorkspacesOf(
  trx: WriteTransaction,
  organizationId: number,
  userId: string,
): Promise<void> {
  const [person] = await findPeopleById(trx, [userId]);
  await lockWorkspaceRows(trx, new Map([[organizationId, person?.workspace_ids ?? []]]));
}

function changedRow(
  before: PersonRow,
  { current, person, active }: { current: ScimPerson; person: ScimPerson; active: boolean },
): PersonRow {
  const name = nameOf(person);
  const isEnabled = before.status !== "DISABLED";
  return {
    ...before,
    // A name that the directory does not change stays as the console has it.
    ...(name === nameOf(current) ? {} : { user_name: checked(user.shape.userName, "name", name) }),
    ...(active === isEnabled ? {} : changedStatus(before, active ? "ACTIVE" : "DISABLED")),
    managed_by: person.removed ? null : "SCIM",
    scim: person,
  };
}

async function inviteAgain(
  trx: WriteTransaction,
  organizationId: number,
  { user_id, email }: UserRow,
): Promise<void> {
  const sender = directorySender(organizationId);
  const mail = await reserveMail(trx, { recipient: email, sender });
  await requestAccount(trx, user_id, { mails: true }, { mail });
}

/** Without what is undefined, as the database returns it. */
function compact(person: ScimPerson): ScimPerson {
  return JSON.parse(JSON.stringify(person));
}

function checked<Value>(schema: z.ZodType<Value>, field: string, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = field === "userName" ? "email" : "userName";
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [path, ...issue.path] }));
  throw validationFailed(fieldErrors(issues));
}
