import type {
  AuthProviderConfig,
  DecodedIdToken,
  UpdateAuthProviderRequest,
  UserRecord,
} from "firebase-admin/auth";
import { readActionLink } from "../../domain/users/actionLink.ts";
import {
  answeredInTime,
  isMissingProvider,
  providerError,
  tokenError,
  userError,
} from "./firebaseErrors.ts";
import {
  CredentialRefusedError,
  type IdentityAccount,
  type IdentityService,
  type ProviderConfig,
  TokenInvalidError,
  UserNotFoundError,
  type VerifiedToken,
} from "./identity.ts";
import { VerifiedTokens } from "./verifiedTokens.ts";

interface ProviderCalls {
  createProviderConfig(config: AuthProviderConfig): Promise<unknown>;
  deleteProviderConfig(providerId: string): Promise<void>;
  updateProviderConfig(providerId: string, changes: UpdateAuthProviderRequest): Promise<unknown>;
}

type Providers = Pick<IdentityService, "saveProvider" | "deleteProvider">;

export function identityProviders(auth: ProviderCalls, hasProviders: boolean): Providers {
  if (!hasProviders) return { saveProvider: async () => {}, deleteProvider: async () => {} };
  return {
    saveProvider: async (config) => {
      const created = authConfig(config);
      const { providerId, ...changes } = created;
      try {
        await answeredInTime(auth.updateProviderConfig(providerId, changes)).catch((error) => {
          if (!isMissingProvider(error)) throw error;
          return answeredInTime(auth.createProviderConfig(created));
        });
      } catch (error) {
        throw providerError(error);
      }
    },
    deleteProvider: async (providerId) => {
      try {
        await answeredInTime(auth.deleteProviderConfig(providerId));
      } catch (error) {
        if (!isMissingProvider(error)) throw providerError(error);
      }
    },
  };
}

function authConfig(config: ProviderConfig): AuthProviderConfig {
  const { providerId, displayName } = config;
  const common = { providerId, displayName, enabled: true };
  if (config.kind === "saml") {
    const { idpEntityId, ssoUrl: ssoURL, certificates, entityId, callbackUrl } = config;
    return {
      ...common,
      idpEntityId,
      ssoURL,
      x509Certificates: [...certificates],
      rpEntityId: entityId,
      callbackURL: callbackUrl,
    };
  }
  const { issuer, clientId, clientSecret } = config;
  if (clientSecret === undefined) return { ...common, issuer, clientId };
  // The code flow needs the secret, and a former one stays.
  const responseType = { code: true, idToken: false };
  return { ...common, issuer, clientId, clientSecret, responseType };
}

type FoundUser = Pick<
  UserRecord,
  "uid" | "email" | "displayName" | "disabled" | "emailVerified"
> & {
  providerData: readonly { providerId: string }[];
};
type Claims = Pick<DecodedIdToken, "uid" | "email" | "auth_time" | "exp"> & {
  name?: string;
  firebase: { sign_in_provider: string; sign_in_second_factor?: string; tenant?: string };
};

interface UserProperties {
  email?: string;
  displayName?: string;
  password?: string;
  disabled?: boolean;
  emailVerified?: boolean;
}

export interface AdminAuth extends ProviderCalls {
  createSessionCookie(idToken: string, options: { expiresIn: number }): Promise<string>;
  createUser(user: UserProperties & { uid: string }): Promise<unknown>;
  deleteUser(uid: string): Promise<void>;
  generatePasswordResetLink(email: string): Promise<string>;
  getUsers(identifiers: ({ uid: string } | { email: string })[]): Promise<{ users: FoundUser[] }>;
  listUsers(most: number, page?: string): Promise<{ users: FoundUser[]; pageToken?: string }>;
  revokeRefreshTokens(uid: string): Promise<void>;
  updateUser(
    uid: string,
    changes: UserProperties & {
      multiFactor?: { enrolledFactors: null };
      providersToUnlink?: string[];
    },
  ): Promise<unknown>;
  verifyIdToken(text: string, checkRevoked: true): Promise<Claims>;
  verifySessionCookie(text: string, checkRevoked: true): Promise<Claims>;
}

export interface IdentityParts extends Pick<IdentityService, "answerBrowser" | "close"> {
  publicCalls: Pick<IdentityService, "sendPasswordReset" | "ping">;
  /** Missing where there is no service account. */
  checkServiceAccount?: (() => Promise<void>) | undefined;
  /** Whether it keeps identity providers of organizations. */
  hasProviders: boolean;
  now?: (() => Date) | undefined;
}

/** The most that the service gives at once. */
const ACCOUNTS_PER_PAGE = 1_000;

export function identityOver(auth: AdminAuth, parts: IdentityParts): IdentityService {
  const { publicCalls, checkServiceAccount, answerBrowser, close } = parts;
  const { hasProviders, now = () => new Date() } = parts;
  const idTokens = new VerifiedTokens(() => now().getTime());
  const cookies = new VerifiedTokens(() => now().getTime());

  const forget = (userId: string) => {
    idTokens.forget(userId);
    cookies.forget(userId);
  };

  /** Drops cached tokens on errors too, and when a late call ends: it may have taken effect. */
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

  const accounts = async (identifiers: ({ uid: string } | { email: string })[]) => {
    try {
      const { users } = await answeredInTime(auth.getUsers(identifiers));
      return users.map(accountOf);
    } catch (error) {
      throw userError(error);
    }
  };

  return {
    answerBrowser,
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
    listAccounts: async function* () {
      let page: string | undefined;
      do {
        const found = await answeredInTime(auth.listUsers(ACCOUNTS_PER_PAGE, page)).catch(
          (error: unknown) => {
            throw userError(error);
          },
        );
        yield found.users.map(accountOf);
        page = found.pageToken;
      } while (page);
    },
    findAccountByEmail: async (email) => (await accounts([{ email }]))[0],
    createUser: ({ userId, email, userName, password, disabled }) =>
      change(userId, () =>
        auth.createUser({
          uid: userId,
          email,
          displayName: userName,
          emailVerified: true,
          ...(password === undefined ? {} : { password }),
          ...(disabled === undefined ? {} : { disabled }),
        }),
      ),
    updateUser: (userId, { email, userName, disabled, emailVerified }) =>
      change(userId, () =>
        auth.updateUser(userId, {
          // The service takes a new address for unverified.
          ...(email === undefined ? {} : { email, emailVerified: true }),
          ...(emailVerified === undefined ? {} : { emailVerified }),
          ...(userName === undefined ? {} : { displayName: userName }),
          ...(disabled === undefined ? {} : { disabled }),
        }),
      ),
    deleteUser: (userId) => change(userId, () => auth.deleteUser(userId)).catch(missingIsFine),
    removeSecondFactors: (userId) =>
      change(userId, async () => {
        await auth.updateUser(userId, { multiFactor: { enrolledFactors: null } });
        await auth.revokeRefreshTokens(userId);
      }),
    revokeTokens: (userId) =>
      change(userId, () => auth.revokeRefreshTokens(userId)).catch(missingIsFine),
    sendPasswordReset: (email, continueUrl) => publicCalls.sendPasswordReset(email, continueUrl),
    createPasswordCode: async (email) => {
      try {
        return codeIn(await answeredInTime(auth.generatePasswordResetLink(email)));
      } catch (error) {
        throw userError(error);
      }
    },
    unlinkProvider: (userId, providerId) =>
      change(userId, () => auth.updateUser(userId, { providersToUnlink: [providerId] })).catch(
        missingIsFine,
      ),
    ...identityProviders(auth, hasProviders),
    forget,
    ping: pingOver({ publicCalls, checkServiceAccount }),
    close,
  };
}

/** Tries all credentials; of several errors a refusal counts, which does not pass by itself. */
export function pingOver({
  publicCalls,
  checkServiceAccount = async () => {},
}: {
  publicCalls: Pick<IdentityService, "ping">;
  checkServiceAccount?: IdentityParts["checkServiceAccount"];
}): () => Promise<void> {
  return async () => {
    const tried = await Promise.allSettled([publicCalls.ping(), checkServiceAccount()]);
    const errors = tried.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    if (errors.length === 0) return;
    throw errors.find((error) => error instanceof CredentialRefusedError) ?? errors[0];
  };
}

async function verified(ask: () => Promise<Claims>): Promise<VerifiedToken> {
  try {
    const claims = await answeredInTime(ask());
    // A user of another tenant of the project could have any uid.
    if (claims.firebase.tenant !== undefined) throw new TokenInvalidError("malformed");
    return {
      uid: claims.uid,
      email: claims.email?.toLowerCase() ?? null,
      userName: claims.name ?? null,
      provider: claims.firebase.sign_in_provider,
      authTime: new Date(claims.auth_time * 1000),
      hasSecondFactor: Boolean(claims.firebase.sign_in_second_factor),
      expiresAt: new Date(claims.exp * 1000),
    };
  } catch (error) {
    throw tokenError(error);
  }
}

function accountOf(found: FoundUser): IdentityAccount {
  const { uid, email, displayName, disabled, emailVerified, providerData } = found;
  return {
    userId: uid,
    email: email?.toLowerCase() ?? null,
    userName: displayName ?? "",
    disabled,
    emailVerified,
    providers: providerData.map(({ providerId }) => providerId),
  };
}

/** The page of the link depends on the project's settings; the code is the same on our page. */
function codeIn(link: string): string {
  const { oobCode } = readActionLink(new URL(link).search);
  if (oobCode === "") throw new Error("the identity service returned a link without a code");
  return oobCode;
}

function missingIsFine(error: unknown) {
  if (!(error instanceof UserNotFoundError)) throw error;
}
