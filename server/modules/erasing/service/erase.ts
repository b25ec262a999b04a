import type { Kysely, Transaction } from "kysely";
import { organizationKind } from "../../../../domain/api/organizations.ts";
import { userKind } from "../../../../domain/api/users.ts";
import { type ErasedPerson, erasedName } from "../../../../domain/erasing/erased.ts";
import type { Erasure } from "../../../../domain/erasing/schemas.ts";
import { grouped } from "../../../../domain/grouped.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { withoutUnseen } from "../../../../domain/text/unseen.ts";
import { officeOf } from "../../../../domain/users/edit.ts";
import { normalEmail } from "../../../../domain/users/emailAddress.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { conflict, notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { findOrganization, lockContracts, lockOrganization } from "../../organizations/queries.ts";
import { type AccountDeps, awaitAccount } from "../../people/accounts/processAccountRequest.ts";
import {
  findUser,
  lockUserAndAdmins,
  presentUser,
  type UserRow,
} from "../../people/users/queries/users.ts";
import {
  type ContactRow,
  type ErasureRow,
  findContacts,
  findEarlier,
  findErasure,
  hasContract,
  insertErasure,
  lockPeople,
  takeNumbers,
} from "../queries/erasures.ts";
import { type Erased, erasePeople, personOf } from "./erasePeople.ts";

/** The certificate of an erasing, with the accounts that are still to be deleted; throws 404. */
export async function readErasure(db: Kysely<Tables>, erasureId: number): Promise<Erasure> {
  const row = await findErasure(db, erasureId);
  if (!row) throw notFound();
  return presentErasure(row);
}

function presentErasure(row: ErasureRow): Erasure {
  const { resealedDays = 0, ...removed } = row.removed;
  return {
    erasureId: row.erasure_id,
    kind: row.user_id === null ? "organization" : "user",
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    userId: row.user_id,
    people: row.people,
    removed,
    resealedDays,
    accountsLeft: row.accounts_left,
    erasedAt: row.erased_at.toISOString(),
    erasedBy: { userId: row.erased_by, userName: row.erased_by_name },
  };
}

type EraseDeps = AccountDeps & Pick<Deps, "now">;

interface EraseRequest<Id> {
  id: Id;
  actor: Pick<SignedIn, "userId">;
  confirmation: string;
}

const LAST = {
  systemAdmin: "LAST_SYSTEM_ADMIN",
  organizationAdmin: "LAST_ORGANIZATION_ADMIN",
} as const;

/** How many accounts a request waits for; a job deletes the others. */
const AWAITED = 20;

/**
 * Erases the personal data of a user for good (docs/product/erasing.md) and returns the certificate.
 * Throws 404, 409 ALREADY_ERASED, 422 OWN_PERSONAL_DATA, LAST_SYSTEM_ADMIN, LAST_ORGANIZATION_ADMIN, or
 * `errors.confirmation` unless that is the user's e-mail address.
 */
export async function eraseUser(
  deps: EraseDeps,
  { id, actor, confirmation }: EraseRequest<string>,
): Promise<Erasure> {
  const erasureId = await deps.db.transaction().execute(async (trx) => {
    const { user, contacts } = await lockUserToErase(trx, id, actor);
    if (normalEmail(confirmation) !== user.email) throw confirmationDiffers();
    const [number = 0] = await takeNumbers(trx, 1);
    const { person, erased, at } = await eraseOne(trx, { user, contacts, number, actor }, deps);
    return finish(trx, { user, people: [person], erased, actor, at });
  });
  await awaitAccount(deps, id);
  return readErasure(deps.db, erasureId);
}

/** Locks all that erasing a user writes first, and refuses who may not be erased. */
export async function lockUserToErase(
  trx: Transaction<Tables>,
  userId: string,
  actor: Pick<SignedIn, "userId">,
): Promise<{ user: UserRow; contacts: ContactRow[] }> {
  const known = await findUser(trx, userId);
  if (!known) throw notFound();
  if (actor.userId === userId) throw ruleBroken("OWN_PERSONAL_DATA");
  const { organization_id: organizationId } = known;
  // Changes of a contract lock it before the organization and its people.
  if (organizationId !== null) await lockContracts(trx, organizationId);
  const rows = await lockUserAndAdmins(trx, known);
  const user = rows.find(({ user_id }) => user_id === userId);
  if (!user) throw notFound();
  if (user.erased_at) throw conflict("ALREADY_ERASED");
  const office = officeOf(presentUser(user));
  const others = rows.filter((row) => row !== user).map(presentUser);
  if (office && !others.some((other) => officeOf(other) === office)) throw ruleBroken(LAST[office]);
  const contacts = organizationId === null ? [] : await findContacts(trx, organizationId);
  return { user, contacts };
}

/** Erases one locked user; `number` takes the place of the name. */
export async function eraseOne(
  trx: Transaction<Tables>,
  {
    user,
    contacts,
    number,
    actor,
  }: {
    user: UserRow;
    contacts: readonly ContactRow[];
    number: number;
    actor: Pick<SignedIn, "userId">;
  },
  { now }: Pick<Deps, "now">,
): Promise<{ person: ErasedPerson; erased: Erased; at: Date }> {
  const at = now();
  const person = personOf(user, number, await findEarlier(trx, [user.user_id]));
  const { organization_id: organizationId } = user;
  const request = { organizationId, people: [person], contacts, isWhole: false, at };
  return { person, erased: await erasePeople(trx, { ...request, erasedBy: actor.userId }), at };
}

/**
 * Erases all people of an organization and the admins of its contracts. Its name stays. Throws 404, 409
 * ALREADY_ERASED where nobody is left, 422 CONTRACT_RUNNING, or `errors.confirmation` unless that is the
 * name of the organization.
 */
export async function eraseOrganization(
  deps: EraseDeps,
  { id: organizationId, actor, confirmation }: EraseRequest<number>,
): Promise<Erasure> {
  const at = deps.now();
  const { erasureId, userIds } = await deps.db.transaction().execute(async (trx) => {
    const { organizationName, contacts } = await lockOrganizationToErase(trx, organizationId, at);
    const typed = withoutUnseen(confirmation.normalize("NFC"));
    if (typed !== withoutUnseen(organizationName)) throw confirmationDiffers();
    const { people, erased } = await eraseAll(
      trx,
      { organizationId, contacts, actor, at },
      (count) => takeNumbers(trx, count),
    );
    if (people.length === 0) throw conflict("ALREADY_ERASED");
    const subject = { organizationId, organizationName };
    const erasureId = await finish(trx, { ...subject, people, erased, actor, at });
    return { erasureId, userIds: people.flatMap(({ userId }) => userId ?? []) };
  });
  await Promise.all(userIds.slice(0, AWAITED).map((userId) => awaitAccount(deps, userId)));
  return readErasure(deps.db, erasureId);
}

/** Locks all that erasing an organization writes first. Throws 404, 422 CONTRACT_RUNNING. */
export async function lockOrganizationToErase(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<{ organizationName: string; contacts: ContactRow[] }> {
  const today = tokyoDate(at);
  await lockContracts(trx, organizationId);
  await lockOrganization(trx, organizationId);
  const organization = await findOrganization(trx, organizationId, today);
  if (!organization) throw notFound();
  if (await hasContract(trx, organizationId, today)) throw ruleBroken("CONTRACT_RUNNING");
  const contacts = await findContacts(trx, organizationId);
  return { organizationName: organization.organization_name, contacts };
}

interface EraseAll {
  organizationId: number;
  contacts: readonly ContactRow[];
  actor: Pick<SignedIn, "userId">;
  at: Date;
}

/** Erases all people of a locked organization, numbered by `numbers`. */
export async function eraseAll(
  trx: Transaction<Tables>,
  { organizationId, contacts, actor, at }: EraseAll,
  numbers: (count: number) => Promise<number[]>,
): Promise<{ people: ErasedPerson[]; erased: Erased }> {
  const rows = await lockPeople(trx, organizationId);
  const earlier = await findEarlier(
    trx,
    rows.map(({ user_id }) => user_id),
  );
  const known = new Set(rows.map(({ email }) => email));
  const admins = contacts.filter(
    ({ admin_email: email }) => !known.has(email) && !email.endsWith("@erased.invalid"),
  );
  const others = [...new Map(admins.map((row) => [row.admin_email, row])).values()];
  const given = await numbers(rows.length + others.length);
  const byUser = grouped(earlier.map((row) => [row.user_id, row]));
  const byAddress = grouped(contacts.map((contact) => [contact.admin_email, contact]));
  const people: ErasedPerson[] = [
    ...rows.map((row, index) => personOf(row, given[index] ?? 0, byUser.get(row.user_id) ?? [])),
    ...others.map((row, index) => ({
      userId: null,
      number: given[rows.length + index] ?? 0,
      email: row.admin_email,
      names: (byAddress.get(row.admin_email) ?? []).flatMap(({ admin_name, admin_name_kana }) => [
        admin_name,
        admin_name_kana ?? admin_name,
      ]),
    })),
  ];
  const request = { organizationId, people, contacts, isWhole: true, at };
  return { people, erased: await erasePeople(trx, { ...request, erasedBy: actor.userId }) };
}

interface Finished {
  user?: UserRow;
  organizationId?: number;
  organizationName?: string;
  people: readonly ErasedPerson[];
  erased: Erased;
  actor: Pick<SignedIn, "userId">;
  at: Date;
}

/** Writes the certificate and the event, and tells the screens. */
async function finish(
  trx: Transaction<Tables>,
  { user, people, erased, actor, at, ...organization }: Finished,
): Promise<number> {
  const { removed, resealedDays } = erased;
  const organizationId = user ? user.organization_id : (organization.organizationId ?? null);
  const erasureId = await insertErasure(trx, {
    organizationId,
    userId: user?.user_id ?? null,
    erasedBy: actor.userId,
    at,
    people: people.map(({ number }) => number),
    removed: { ...removed, resealedDays },
  });
  const target = user
    ? { kind: userKind.name, id: user.user_id, name: erasedName(people[0]?.number ?? 0) }
    : {
        kind: organizationKind.name,
        id: organization.organizationId ?? 0,
        name: organization.organizationName ?? null,
      };
  await recordEvent(trx, { organizationId, target, counts: removed });
  for (const { userId } of people) {
    if (userId === null) continue;
    await publishUnlogged(
      trx,
      { organizationId, resource: userKind.resource, id: userId },
      "updated",
    );
  }
  return erasureId;
}

function confirmationDiffers() {
  return validationFailed({ confirmation: fieldSentences.confirmationDiffers });
}
