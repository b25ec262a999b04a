import { subHours } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import { type ErasedPerson, Eraser, erasedEmail } from "../../../../domain/erasing/erased.ts";
import type { ErasurePreview, Mention } from "../../../../domain/erasing/schemas.ts";
import { eraseFromLog } from "../../../audit/service/eraseFromLog.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { notFound } from "../../../problem.ts";
import { findUser } from "../../people/users/queries/users.ts";
import { findErasureOf } from "../queries/erasures.ts";
import { findMentions } from "../queries/traces.ts";
import { eraseAll, eraseOne, lockOrganizationToErase, lockUserToErase } from "./erase.ts";
import type { Erased } from "./erasePeople.ts";

type PreviewDeps = Pick<Deps, "db" | "now">;
type Actor = Pick<SignedIn, "userId">;

/** Negative, so that they meet no number of an erased person. */
const shamNumbers = (count: number) => Array.from({ length: count }, (_, index) => -1 - index);

/**
 * What erasing a user would remove: it is done and rolled back, so that the counts cannot differ from
 * it. Throws as `eraseUser` does, apart from the confirmation.
 */
export async function previewUser(
  { db, now }: PreviewDeps,
  userId: string,
  actor: Actor,
): Promise<ErasurePreview> {
  const user = await findUser(db, userId);
  if (!user) throw notFound();
  if (user.erased_at) return erasedAlready(await findErasureOf(db, { userId }));
  return rolledBack(db, async (trx) => {
    const locked = await lockUserToErase(trx, userId, actor);
    const { organization_id: organizationId } = locked.user;
    const [number = -1] = shamNumbers(1);
    const { person, erased } = await eraseOne(trx, { ...locked, number, actor }, { now });
    const mentions = await findMentions(trx, organizationId, new Eraser([person]));
    return previewOf([person], erased, mentions);
  });
}

/** The same of an organization; its own words are not searched for the names of all its people. */
export function previewOrganization(
  { db, now }: PreviewDeps,
  organizationId: number,
  actor: Actor,
): Promise<ErasurePreview> {
  return rolledBack(db, async (trx) => {
    const at = now();
    const { contacts } = await lockOrganizationToErase(trx, organizationId, at);
    const request = { organizationId, contacts, actor, at };
    const { people, erased } = await eraseAll(trx, request, async (count) => shamNumbers(count));
    const erasureId = await findErasureOf(trx, { organizationId });
    if (people.length === 0) return erasedAlready(erasureId);
    return previewOf(people, erased, []);
  });
}

function previewOf(
  people: readonly ErasedPerson[],
  { removed, resealedDays }: Erased,
  mentions: Mention[],
): ErasurePreview {
  return { erasureId: null, people: people.length, removed, resealedDays, mentions };
}

function erasedAlready(erasureId: number | null): ErasurePreview {
  return { erasureId, people: 0, removed: {}, resealedDays: 0, mentions: [] };
}

async function rolledBack<Result>(
  db: PreviewDeps["db"],
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const trx = await db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

interface ErasedRow {
  user_id: string;
  erased_number: number;
}

async function findErasedSince(db: Kysely<Tables>, since: Date): Promise<ErasedRow[]> {
  const { rows } = await sql<ErasedRow>`
    select user_id, erased_number from users where erased_at >= ${since}`.execute(db);
  return rows;
}

async function forgetAnswersOf(
  trx: Transaction<Tables>,
  userIds: readonly string[],
): Promise<void> {
  await sql`delete from idempotency_keys where user_id = any(${userIds}::text[])`.execute(trx);
}

/** Longer than any request takes. */
const HOURS = 1;

/**
 * Erases what requests have written that had begun before the erasing of their person: the events of the
 * log that they leave, with the name of before, and their stored answers.
 */
export async function eraseLate({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const rows = await findErasedSince(db, subHours(now(), HOURS));
  if (rows.length === 0) return;
  const people = rows.map(({ user_id: userId, erased_number: number }) => ({
    userId,
    number,
    email: erasedEmail(number),
    names: [],
  }));
  await db.transaction().execute(async (trx) => {
    await forgetAnswersOf(
      trx,
      people.map(({ userId }) => userId),
    );
    await eraseFromLog(trx, people, { organizationId: 0, kinds: null });
  });
}
