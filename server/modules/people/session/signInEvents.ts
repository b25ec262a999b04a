import { type Kysely, sql } from "kysely";
import { type Actor, actAsOperation } from "../../../audit/acting.ts";
import { type Recorded, recordEvent } from "../../../audit/recordEvent.ts";
import { recordRefusal } from "../../../audit/recordRefusal.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";

type Person = Pick<SignedIn, "userId" | "organizationId" | "userName">;

/** An event about the account of a person, who is also the one that acts. */
export function eventAbout({ userId: id, organizationId, userName: name }: Person): Recorded {
  return { organizationId, target: { kind: "user", id, name } };
}

export function actorOf({ userId: id, organizationId, userName: name }: Person): Actor {
  return { kind: "user", id, name, organizationId };
}

/**
 * Records the sign-in of a bearer token once, by the time that the identity service states; requests
 * that come together with it record nothing.
 */
export async function recordSignIn(db: Kysely<Tables>, person: SignedIn): Promise<void> {
  await actAsOperation("signIn", actorOf(person), () =>
    db.transaction().execute(async (trx) => {
      if (await noteSignIn(trx, person)) await recordEvent(trx, eventAbout(person));
    }),
  );
}

/** Records that a known person was refused, with a credential that is right. */
export function recordRefusedSignIn(
  deps: Pick<Deps, "db" | "log">,
  person: SignedIn,
): Promise<void> {
  return actAsOperation("signIn", actorOf(person), () => recordRefusal(deps, eventAbout(person)));
}

/** Keeps the time of a sign-in; false if that or a later one is known. */
export async function noteSignIn(
  trx: Kysely<Tables>,
  { userId, signedInAt }: Pick<SignedIn, "userId" | "signedInAt">,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update users set signed_in_at = ${signedInAt}
    where user_id = ${userId} and (signed_in_at is null or signed_in_at < ${signedInAt})`.execute(
    trx,
  );
  return numAffectedRows > 0n;
}
