import type { AdminAuth } from "../../../server/identity/identityOver.ts";
import { type Account, inSeconds } from "./accounts.ts";
import { CallError } from "./callError.ts";
import type { MemoryDirectory } from "./directory.ts";
import type { TokenClaims } from "./tokens.ts";

/** The part of firebase-admin that we use, over accounts in memory, with the same error codes. */
export function memoryAuth(directory: MemoryDirectory): AdminAuth {
  const { accounts, providers, tokens } = directory;
  const genuine = (claims: TokenClaims) => {
    const account = accounts.get(claims.sub);
    if (account.disabled) throw new CallError("USER_DISABLED");
    if (claims.auth_time < account.validSince) throw new CallError("TOKEN_REVOKED");
    const { email, name, auth_time, exp, sign_in_second_factor: secondFactor } = claims;
    return {
      uid: account.userId,
      email,
      name,
      auth_time,
      exp,
      firebase: {
        sign_in_provider: claims.sign_in_provider ?? "password",
        ...(secondFactor !== undefined ? { sign_in_second_factor: secondFactor } : {}),
      },
    };
  };

  return {
    verifyIdToken: async (text) => genuine(tokens.read("idToken", text)),
    verifySessionCookie: async (text) => genuine(tokens.read("sessionCookie", text)),
    createSessionCookie: async (idToken, { expiresIn }) => {
      const { claims } = directory.holderOf(idToken);
      const iat = inSeconds(Date.now());
      return tokens.sign("sessionCookie", { ...claims, iat, exp: iat + inSeconds(expiresIn) });
    },
    createProviderConfig: async ({ providerId, ...config }) => {
      providers.set(providerId, config);
    },
    updateProviderConfig: async (providerId, changes) => {
      const known = providers.get(providerId);
      if (!known) throw new CallError("CONFIGURATION_NOT_FOUND");
      providers.set(providerId, { ...known, ...changes });
    },
    deleteProviderConfig: async (providerId) => {
      if (!providers.delete(providerId)) throw new CallError("CONFIGURATION_NOT_FOUND");
    },
    createUser: async ({ uid, displayName: userName, ...user }) =>
      accounts.add(uid, { ...user, userName }),
    updateUser: async (
      uid,
      { displayName: userName, multiFactor: _, providersToUnlink: __, ...changes },
    ) => accounts.change(uid, { ...changes, userName }),
    deleteUser: async (uid) => accounts.remove(uid),
    generatePasswordResetLink: async (email) => {
      const account = accounts.findByEmail(email);
      if (!account) throw new CallError("USER_NOT_FOUND");
      return directory.createPasswordLink(account);
    },
    revokeRefreshTokens: async (uid) => accounts.endSignIns(uid),
    listUsers: async () => ({ users: accounts.all().map(foundUser) }),
    getUsers: async (identifiers) => {
      const found = identifiers.flatMap((one) => {
        const account = "uid" in one ? accounts.find(one.uid) : accounts.findByEmail(one.email);
        return account ?? [];
      });
      return { users: found.map(foundUser) };
    },
  };
}

function foundUser({ userId: uid, userName: displayName, password, ...account }: Account) {
  const { email, disabled, emailVerified } = account;
  const providerData = password === undefined ? [] : [{ providerId: "password" }];
  return { uid, email, displayName, disabled, emailVerified, providerData };
}
