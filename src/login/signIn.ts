import type { ProblemCode } from "../../domain/problems/codes.ts";
import { invitationReturn } from "../../domain/users/actionLink.ts";
import type { UserProfile } from "../../domain/users/schemas.ts";
import type { OfferedWays } from "../../domain/ways/schemas.ts";
import { errors } from "../i18n/ja/errors.ts";
import { isAdminPath } from "../providers/http/area.ts";
import { ResponseError, send } from "../providers/http/send.ts";
import type { Identity, SignInStep } from "../providers/signIn/firebaseIdentity.ts";
import { identityService } from "../providers/signIn/identity.ts";
import type { Enrolment } from "../providers/signIn/secondFactor.ts";
import { openAdminSession } from "../providers/signIn/sessions.ts";
import { leaveFlash, pageLoad } from "../providers/start/pageLoad.ts";
import { answerOf } from "../writes/problem.ts";
import { unlessAway } from "./unlessAway.ts";

/**
 * The page from `?next=` of the sign-in page; undefined unless it has this origin, so that no link
 * to the sign-in page can lead to another site.
 */
export function nextPage(search: string, origin: string): string | undefined {
  const next = new URLSearchParams(search).get("next");
  if (!next?.startsWith("/")) return undefined;
  const url = parsed(next, origin);
  // "/.//host" has this origin, but its path alone would be the address of another host.
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return undefined;
  // Also what people type for it, /login and /admin/login: no page is there.
  if (url.pathname.endsWith("/login")) return undefined;
  return url.pathname + url.search + url.hash;
}

function parsed(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin);
  } catch {
    return undefined;
  }
}

const CONTINUED = "ki.continued";
const CONTINUE_AGAIN_AFTER_MS = 10_000;

/** What a sign-in needs besides; undefined once the page leads on. */
export type NextStep =
  | { kind: "code"; answer: (code: string) => Promise<NextStep | undefined> }
  /** The person is signed in, but needs a second factor to go on, and has none. */
  | { kind: "setUp" };

export function signInWithPassword(email: string, password: string): Promise<NextStep | undefined> {
  return enterOrSignOut((identity) => identity.signInWithPassword(email, password));
}

export function signInWithGoogle(): Promise<NextStep | undefined> {
  return enterOrSignOut((identity) => identity.signInWithGoogle());
}

/** By the identity provider that POST /sign-in/ways has named for the address. */
export function signInBySso({
  ways: [first],
  email,
}: OfferedWays & { email: string }): Promise<NextStep | undefined> {
  const wanted = { providerId: first?.providerId ?? "", email };
  return enterOrSignOut((identity) => identity.signInBySso(wanted));
}

/** `invited`: the link in the mail is an invitation again. */
export async function sendPasswordReset(
  email: string,
  { invited }: { invited: boolean },
): Promise<void> {
  const identity = await identityService();
  const continueUrl = invited ? invitationReturn(window.location.origin) : undefined;
  await unlessAway(() => identity.sendPasswordReset(email, continueUrl));
}

export async function continueSignIn(): Promise<void> {
  const identity = await identityService();
  const idToken = await identity.currentToken();
  if (!idToken || !mayContinue()) return;
  try {
    await goOn(idToken);
  } catch (error) {
    // Keep a sign-in that is only too old for the admin session, or that could not be checked.
    const refused = error instanceof ResponseError && [401, 403].includes(error.status);
    if (refused && !isProblem(error, "SIGN_IN_TOO_OLD")) await identity.signOut();
    throw error;
  }
}

let latest: AbortSignal | undefined;

async function enterOrSignOut(
  signIn: (identity: Identity) => Promise<SignInStep>,
): Promise<NextStep | undefined> {
  const identity = await identityService();
  let next: NextStep | undefined;
  await unlessAway(async (signal) => {
    latest = signal;
    const step = await signIn(identity);
    next =
      typeof step === "string"
        ? await enterWith(identity, step, signal)
        : { kind: "code", answer: (code) => enterOrSignOut(() => step.answer(code)) };
  });
  return next;
}

/** The secret for a first second factor of the user who has just signed in. */
export async function beginSetUp(): Promise<Enrolment> {
  const identity = await identityService();
  const factor = await identity.secondFactor();
  return factor.enrol();
}

/**
 * Makes the secret a second factor and goes on. Throws for a wrong code. Once the factor is there, a
 * new sign-in helps if this one does not lead on, for example because it has become too old.
 */
export async function finishSetUp(
  enrolment: Enrolment,
  code: string,
): Promise<"entered" | "signInAgain"> {
  const idToken = await enrolment.confirm(code);
  try {
    await goOn(idToken);
    return "entered";
  } catch {
    await endSetUp();
    return "signInAgain";
  }
}

/** Signs out who does not set a second factor up. */
export async function endSetUp(): Promise<void> {
  await (await identityService()).signOut();
}

async function enterWith(
  identity: Identity,
  idToken: string,
  signal: AbortSignal,
): Promise<NextStep | undefined> {
  window.sessionStorage.removeItem(CONTINUED);
  try {
    signal.throwIfAborted();
    await goOn(idToken, signal);
    return undefined;
  } catch (error) {
    if (signal === latest && isProblem(error, "SECOND_FACTOR_REQUIRED")) return { kind: "setUp" };
    // A cancelled sign-in must not end a later one.
    if (signal === latest) await identity.signOut();
    // The identity service knows the account, but we have no such user.
    if (isProblem(error, "UNAUTHENTICATED")) throw new Error(errors.identity.unregistered);
    throw error;
  }
}

async function goOn(idToken: string, signal?: AbortSignal): Promise<void> {
  const { search, origin } = window.location;
  const target = await enter(idToken, nextPage(search, origin));
  signal?.throwIfAborted();
  pageLoad.replace(target);
}

/** Prevents an endless loop with a page that redirects straight back, e.g. without cookies. */
function mayContinue(): boolean {
  const last = Number(window.sessionStorage.getItem(CONTINUED));
  if (Date.now() - last < CONTINUE_AGAIN_AFTER_MS) return false;
  window.sessionStorage.setItem(CONTINUED, String(Date.now()));
  return true;
}

function isProblem(error: unknown, code: ProblemCode): boolean {
  return answerOf(error)?.code === code;
}

/**
 * Completes a sign-in: loads the user, opens the admin session of a system admin, and returns the
 * address to go to. Throws a ResponseError; then the user is not signed in.
 */
async function enter(idToken: string, next: string | undefined): Promise<string> {
  const profile = await profileOf(idToken);
  if (profile.isSystemAdmin) await openAdminSession(idToken);
  const target = next ?? homeOf(profile);
  if (!isAdminPath(new URL(target, window.location.origin).pathname) || profile.isSystemAdmin) {
    return target;
  }
  leaveFlash("forbidden");
  return "/";
}

function homeOf(profile: UserProfile): string {
  return profile.isSystemAdmin && profile.organizationId === 0 ? "/admin" : "/";
}

async function profileOf(idToken: string): Promise<UserProfile> {
  const { status, json } = await send("/api/v1/users/me", {
    headers: { Accept: "application/json", Authorization: `Bearer ${idToken}` },
  });
  if (status !== 200) throw new ResponseError(status, json);
  return json;
}
