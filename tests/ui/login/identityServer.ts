import { HttpResponse, http } from "msw";

// A regular expression, since a colon in a path starts a parameter.
const accounts = (call: string) =>
  new RegExp(`/identitytoolkit.googleapis.com/v1/accounts:${call}`);

/** An unsigned ID token, as the Auth Emulator issues it. */
function idTokenOf(uid: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: uid, user_id: uid, iat: now, exp: now + 3600, auth_time: now };
  return `${part({ alg: "none" })}.${part(claims)}.`;
}

/** The answers of the identity service to a successful sign-in. */
export function signsIn(uid: string, seen: (body: unknown) => unknown = () => {}) {
  return [
    http.post(accounts("signInWithPassword"), async ({ request }) => {
      await seen(await request.json());
      return HttpResponse.json({
        localId: uid,
        idToken: idTokenOf(uid),
        refreshToken: "refresh",
        expiresIn: "3600",
      });
    }),
    http.post(accounts("lookup"), () =>
      HttpResponse.json({ users: [{ localId: uid, providerUserInfo: [] }] }),
    ),
  ];
}

/** An error of the identity service, by its code on the wire. */
export function refuses(
  call: "signInWithPassword" | "sendOobCode" | "resetPassword",
  message: string,
  options: { once?: boolean } = {},
) {
  return http.post(
    accounts(call),
    () => HttpResponse.json({ error: { code: 400, message, errors: [] } }, { status: 400 }),
    options,
  );
}

/** The identity service cannot be reached. */
export const outOfReach = http.post(accounts(""), () => HttpResponse.error());

/** The code of a link belongs to this address; `seen` gets each request. */
export function knowsCode(email: string, seen: (body: unknown) => unknown = () => {}) {
  return http.post(accounts("resetPassword"), async ({ request }) => {
    seen(await request.json());
    return HttpResponse.json({ email, requestType: "PASSWORD_RESET" });
  });
}

/** The reset mail is sent; `seen` gets the request. */
export function sendsMail(seen: (body: unknown) => void) {
  return http.post(accounts("sendOobCode"), async ({ request }) => {
    seen(await request.json());
    return HttpResponse.json({ email: "" });
  });
}

/** Our own server cannot be reached either. */
export const serverLost = http.get("/readyz", () => HttpResponse.error());
