import { type HttpHandler, HttpResponse, http } from "msw";
import { passwordFault } from "../../domain/passwordRules.ts";
import type { UserRow } from "../tables.ts";
import { idTokenOf, uidOf } from "../token.ts";
import { keep, type World } from "../world.ts";

/** What the SDK sends of what is read here. */
interface Sent {
  email?: string;
  password?: string;
  idToken?: string;
}

/**
 * The calls of the Firebase SDK (spec 7), so that the real one runs as it is. Every user has the
 * password `password` until it is changed.
 */
export function identityHandlers(world: World): HttpHandler[] {
  return [
    call("signInWithPassword", ({ email, password }) => {
      const user = world.tables.users.find((each) => each.email === email);
      if (!user || user.password !== password) return refusal("INVALID_LOGIN_CREDENTIALS");
      if (user.status === "DISABLED") return refusal("USER_DISABLED");
      if (user.status === "INVITED") user.status = "ACTIVE";
      return HttpResponse.json({ localId: user.userId, email, ...tokens(user) });
    }),
    call("lookup", ({ idToken }) => {
      const user = userOf(idToken);
      return user ? HttpResponse.json({ users: [account(user)] }) : refusal("USER_NOT_FOUND");
    }),
    call("update", ({ idToken, password = "" }) => {
      const user = userOf(idToken);
      if (!user) return refusal("USER_NOT_FOUND");
      if (passwordFault(password, password)) return refusal("WEAK_PASSWORD");
      user.password = password;
      return HttpResponse.json({ ...account(user), ...tokens(user) });
    }),
    call("sendOobCode", ({ email }) => HttpResponse.json({ email })),
    http.post(/\/securetoken\.googleapis\.com\/v1\/token/, async ({ request }) => {
      const uid = new URLSearchParams(await request.text()).get("refresh_token") ?? "";
      const user = world.tables.users.find(({ userId }) => userId === uid);
      if (!user) return refusal("USER_NOT_FOUND");
      const { idToken, refreshToken, expiresIn } = tokens(user);
      return HttpResponse.json({
        id_token: idToken,
        access_token: idToken,
        refresh_token: refreshToken,
        expires_in: expiresIn,
        user_id: uid,
      });
    }),
  ];

  // A colon would begin a parameter in a path; hence the expression.
  function call(name: string, answer: (sent: Sent) => Response): HttpHandler {
    const path = new RegExp(`/identitytoolkit\\.googleapis\\.com/v1/accounts:${name}`);
    return http.post(path, async ({ request }) => {
      const sent: Sent = Object(await request.json());
      const answered = answer(sent);
      keep(world);
      return answered;
    });
  }

  function userOf(idToken = ""): UserRow | undefined {
    const uid = uidOf(idToken);
    return world.tables.users.find(({ userId, status }) => userId === uid && status !== "DISABLED");
  }

  function tokens({ userId }: UserRow) {
    return { idToken: idTokenOf(userId, world.now()), refreshToken: userId, expiresIn: "3600" };
  }
}

function account({ userId, email }: UserRow) {
  const providerUserInfo = [{ providerId: "password", rawId: email, email, federatedId: email }];
  return { localId: userId, email, emailVerified: true, providerUserInfo };
}

/** A refusal by the word that goes over the wire. */
function refusal(message: string): Response {
  return HttpResponse.json({ error: { code: 400, message, errors: [] } }, { status: 400 });
}
