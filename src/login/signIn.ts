import type { ProblemCode } from "../../domain/problem.ts";
import { errors } from "../i18n/ja/errors.ts";
import { identityService } from "../providers/identity.ts";
import { pageLoad } from "../providers/pageLoad.ts";
import { Refusal } from "../providers/send.ts";
import { enter } from "./enter.ts";
import { nextPage } from "./nextPage.ts";

const CONTINUED = "ki.continued";
const CONTINUE_AGAIN_AFTER_MS = 10_000;

export async function signInWithPassword(email: string, password: string): Promise<void> {
  const identity = await identityService();
  await enterOrSignOut(await identity.signInWithPassword(email, password));
}

export async function signInWithGoogle(): Promise<void> {
  const identity = await identityService();
  await enterOrSignOut(await identity.signInWithGoogle());
}

export async function sendPasswordReset(email: string): Promise<void> {
  const identity = await identityService();
  await identity.sendPasswordReset(email);
}

/** Goes on as the person who is still signed in, if one is; the form is for everybody else. */
export async function continueSignIn(): Promise<void> {
  const identity = await identityService();
  const idToken = await identity.currentToken();
  if (!idToken || !mayContinue()) return;
  try {
    await goOn(idToken);
  } catch (error) {
    // The sign-in stands, it is only too old to open the admin session with.
    if (!isRefusal(error, "SIGN_IN_TOO_OLD")) await identity.signOut();
    throw error;
  }
}

async function enterOrSignOut(idToken: string): Promise<void> {
  window.sessionStorage.removeItem(CONTINUED);
  try {
    await goOn(idToken);
  } catch (error) {
    const identity = await identityService();
    await identity.signOut();
    // The identity service knows the account, which is fresh; we do not.
    if (isRefusal(error, "UNAUTHENTICATED")) throw new Error(errors.identity.unregistered);
    throw error;
  }
}

async function goOn(idToken: string): Promise<void> {
  const { search, origin } = window.location;
  pageLoad.replace(await enter(idToken, nextPage(search, origin)));
}

/** A page that sends people straight back here, for want of cookies say, must not do so for ever. */
function mayContinue(): boolean {
  const last = Number(window.sessionStorage.getItem(CONTINUED));
  if (Date.now() - last < CONTINUE_AGAIN_AFTER_MS) return false;
  window.sessionStorage.setItem(CONTINUED, String(Date.now()));
  return true;
}

function isRefusal(error: unknown, code: ProblemCode): boolean {
  return error instanceof Refusal && Reflect.get(Object(error.body), "code") === code;
}
