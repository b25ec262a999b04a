import { z } from "zod";
import type { IdentityService } from "../../server/identity/identity.ts";
import { PASSWORD } from "./people.ts";

export const TOOLKIT = "/identitytoolkit.googleapis.com/v1/accounts";

/** The calls that firebase/auth makes in the browser, at an embedded identity service. */
export async function callIdentity(
  { answerBrowser }: Pick<IdentityService, "answerBrowser">,
  path: string,
  content: object | URLSearchParams,
) {
  if (!answerBrowser) throw new Error("the browser calls this identity service itself");
  const request = new Request(`http://identity${path}`, {
    method: "POST",
    headers: content instanceof URLSearchParams ? {} : { "content-type": "application/json" },
    body: content instanceof URLSearchParams ? content : JSON.stringify(content),
  });
  const { method, headers } = request;
  const body = new Uint8Array(await request.arrayBuffer());
  const answer = await answerBrowser({ method, path, query: "key=k", headers, body });
  return { status: answer.status, body: z.looseObject({}).parse(JSON.parse(String(answer.body))) };
}

const signedIn = z.object({ idToken: z.string(), refreshToken: z.string() });

/** Signs in as the browser does; throws if that is refused. */
export async function signInTokens(
  identity: Pick<IdentityService, "answerBrowser">,
  email: string,
  password = PASSWORD,
) {
  const wanted = { email, password, returnSecureToken: true };
  const { status, body } = await callIdentity(identity, `${TOOLKIT}:signInWithPassword`, wanted);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return signedIn.parse(body);
}

/** The ID token of a new sign-in. */
export async function signIn(
  identity: Pick<IdentityService, "answerBrowser">,
  email: string,
  password = PASSWORD,
): Promise<string> {
  return (await signInTokens(identity, email, password)).idToken;
}
