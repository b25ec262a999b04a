import { HttpResponse, http } from "msw";
import { MemoryDirectory } from "../../support/identity/directory.ts";
import { memoryIdentity } from "../../support/identity/memoryIdentity.ts";
import { callIdentity } from "../../support/signIn.ts";
import { stepAt, totpCode } from "../../support/totp.ts";
import { type ToolkitCall, totpLayer } from "../../support/totpLayer.ts";

export const person = { userId: "u1", email: "staff@example.com" };
const PASSWORD = "password";

/** An identity service in memory with codes of an app, at the address that firebase/auth calls. */
export async function codeServer() {
  const directory = new MemoryDirectory();
  const { tokens } = directory;
  const identity = memoryIdentity(directory);
  await identity.createUser({ ...person, userName: "一般 太郎", password: PASSWORD });
  let emailVerified = true;
  const layer = totpLayer({
    restate: (idToken) =>
      tokens.sign("idToken", {
        ...tokens.read("idToken", idToken),
        sign_in_second_factor: "totp",
      }),
    forward: async ({ path, body }: ToolkitCall) => {
      const isToken = path === "/v1/token";
      const host = isToken ? "securetoken" : "identitytoolkit";
      const content = isToken ? new URLSearchParams(Object(body)) : Object(body);
      const answer = await callIdentity(identity, `/${host}.googleapis.com${path}`, content);
      const { users } = answer.body;
      const json = Array.isArray(users)
        ? { ...answer.body, users: users.map((user) => ({ ...user, emailVerified })) }
        : answer.body;
      return { status: answer.status, json };
    },
  });
  const at = /\/(?:identitytoolkit|securetoken)\.googleapis\.com(\/v\d[^?]*)/;
  return {
    handler: http.post(at, async ({ request }) => {
      const path = at.exec(request.url)?.[1] ?? "";
      const body =
        path === "/v1/token"
          ? Object.fromEntries(new URLSearchParams(await request.text()))
          : await request.json();
      const { status, json } = await layer.answer({ path, body });
      return HttpResponse.json(json, { status });
    }),
    enrolled: () => layer.enrolled(person.userId),
    unverify: () => {
      emailVerified = false;
    },
    hasSecondFactor: async (idToken: string) =>
      (await identity.verifyIdToken(idToken)).hasSecondFactor,
  };
}

/** The code of now, or of some steps later. */
export const codeOf = (secret: string, later = 0) => totpCode(secret, stepAt(new Date()) + later);
