import { applicationDefault, deleteApp, initializeApp } from "firebase-admin/app";
import {
  type Auth,
  type DecodedIdToken,
  getAuth,
  type UserIdentifier,
  type UserRecord,
} from "firebase-admin/auth";
import { tokenError, userError } from "./firebaseErrors.ts";
import {
  type IdentityAccount,
  type IdentityService,
  TokenInvalidError,
  UserNotFoundError,
  type VerifiedToken,
} from "./identity.ts";
import { PublicCalls } from "./publicCalls.ts";
import { answeredInTime, limitedAgent } from "./timeLimits.ts";
import { VerifiedTokens } from "./verifiedTokens.ts";

/** The part of firebase-admin's Auth that is used. */
export type AdminAuth = Pick<
  Auth,
  | "createSessionCookie"
  | "createUser"
  | "deleteUser"
  | "getUsers"
  | "revokeRefreshTokens"
  | "updateUser"
  | "verifyIdToken"
  | "verifySessionCookie"
>;

export interface FirebaseOptions {
  projectId: string;
  /** The browser's API key: the only way to have a mail sent. */
  apiKey: string;
  /** http://127.0.0.1:port of an Auth Emulator; absent for a real project. */
  emulatorUrl?: string | null;
  now?: () => Date;
}

let opened = 0;

/**
 * Firebase Authentication through firebase-admin, with application default credentials, or its emulator.
 * firebase-admin takes the emulator's address from the environment alone: one emulator per process.
 */
export function firebaseIdentity(options: FirebaseOptions): IdentityService {
  const { projectId, emulatorUrl = null } = options;
  if (emulatorUrl) {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(emulatorUrl).host;
  } else if (process.env.FIREBASE_AUTH_EMULATOR_HOST) {
    // firebase-admin would take unsigned tokens for the real project's.
    throw new Error("FIREBASE_AUTH_EMULATOR_HOST is set beside a real project");
  }
  opened += 1;
  const httpAgent = limitedAgent({ secure: !emulatorUrl });
  const app = initializeApp(
    {
      projectId,
      httpAgent,
      // Without the agent, which is for https alone: a metadata server of Google speaks http.
      ...(emulatorUrl ? {} : { credential: applicationDefault() }),
    },
    `knowledge-insight-${opened}`,
  );
  return identityOver(getAuth(app), options, async () => {
    await deleteApp(app);
    httpAgent.destroy();
  });
}

/** The service over any Auth; apart from firebaseIdentity so that a test can watch the calls. */
export function identityOver(
  auth: AdminAuth,
  { apiKey, emulatorUrl = null, now = () => new Date() }: FirebaseOptions,
  close: () => Promise<void>,
): IdentityService {
  const idTokens = new VerifiedTokens(() => now().getTime());
  const cookies = new VerifiedTokens(() => now().getTime());
  const publicCalls = new PublicCalls(apiKey, emulatorUrl);

  const forget = (userId: string) => {
    idTokens.forget(userId);
    cookies.forget(userId);
  };

  /**
   * Forgets after a failure too, and once more when a call that was late has ended: it may have
   * reached the service all the same.
   */
  const change = async (userId: string, call: () => Promise<unknown>) => {
    const ended = Promise.resolve()
      .then(call)
      .finally(() => forget(userId));
    try {
      await answeredInTime(ended);
    } catch (error) {
      forget(userId);
      throw userError(error);
    }
  };

  const accounts = async (identifiers: UserIdentifier[]) => {
    try {
      const { users } = await answeredInTime(auth.getUsers(identifiers));
      return users.map(accountOf);
    } catch (error) {
      throw userError(error);
    }
  };

  return {
    emulatorUrl,
    verifyIdToken: (text) =>
      idTokens.verify(text, () => verified(() => auth.verifyIdToken(text, true))),
    verifySessionCookie: (text) =>
      cookies.verify(text, () => verified(() => auth.verifySessionCookie(text, true))),
    createSessionCookie: async (idToken, maxAgeMs) => {
      try {
        return await answeredInTime(auth.createSessionCookie(idToken, { expiresIn: maxAgeMs }));
      } catch (error) {
        throw tokenError(error);
      }
    },
    findAccounts: async (userIds) => {
      const found = await accounts(userIds.map((uid) => ({ uid })));
      return new Map(found.map((account) => [account.userId, account]));
    },
    findAccountByEmail: async (email) => (await accounts([{ email }]))[0],
    createUser: ({ userId, email, userName, password, disabled }) =>
      change(userId, () =>
        auth.createUser({
          uid: userId,
          email,
          displayName: userName,
          ...(password === undefined ? {} : { password }),
          ...(disabled === undefined ? {} : { disabled }),
        }),
      ),
    updateUser: (userId, { email, userName, disabled }) =>
      change(userId, () =>
        auth.updateUser(userId, {
          ...(email === undefined ? {} : { email }),
          ...(userName === undefined ? {} : { displayName: userName }),
          ...(disabled === undefined ? {} : { disabled }),
        }),
      ),
    deleteUser: (userId) => change(userId, () => auth.deleteUser(userId)).catch(missingIsFine),
    revokeTokens: (userId) =>
      change(userId, () => auth.revokeRefreshTokens(userId)).catch(missingIsFine),
    sendPasswordReset: (email) => publicCalls.sendPasswordReset(email),
    forget,
    ping: () => publicCalls.ping(),
    close,
  };
}

async function verified(ask: () => Promise<DecodedIdToken>): Promise<VerifiedToken> {
  try {
    const claims = await answeredInTime(ask());
    // A user of another tenant of the same project could carry any uid.
    if (claims.firebase.tenant !== undefined) throw new TokenInvalidError("malformed");
    return {
      uid: claims.uid,
      email: claims.email?.toLowerCase() ?? null,
      authTime: new Date(claims.auth_time * 1000),
      expiresAt: new Date(claims.exp * 1000),
    };
  } catch (error) {
    throw tokenError(error);
  }
}

function accountOf({ uid, email, displayName, disabled }: UserRecord): IdentityAccount {
  return {
    userId: uid,
    email: email?.toLowerCase() ?? null,
    userName: displayName ?? "",
    disabled,
  };
}

function missingIsFine(error: unknown) {
  if (!(error instanceof UserNotFoundError)) throw error;
}
