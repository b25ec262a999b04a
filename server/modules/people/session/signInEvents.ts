import { type Actor, actAsOperation } from "../../../audit/acting.ts";
import type { Recorded } from "../../../audit/recordEvent.ts";
import { recordRefusal } from "../../../audit/refusals.ts";
import type { Deps, SignedIn } from "../../../context.ts";

type Person = Pick<SignedIn, "userId" | "organizationId" | "userName">;

/** An event about the account of a person, who is also the one that acts. */
export function eventAbout({ userId: id, organizationId, userName: name }: Person): Recorded {
  return { organizationId, target: { kind: "user", id, name } };
}

export function actorOf({ userId: id, organizationId, userName: name }: Person): Actor {
  return { kind: "user", id, name, organizationId };
}

/** Records that a known person was refused, with a credential that is right. */
export function recordRefusedSignIn(
  deps: Pick<Deps, "db" | "log">,
  person: SignedIn,
): Promise<void> {
  return actAsOperation("signIn", actorOf(person), () => recordRefusal(deps, eventAbout(person)));
}
