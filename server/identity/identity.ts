/** A verified ID token or session cookie. Rights are never read from it. */
export interface VerifiedToken {
  uid: string;
  email: string | null;
  /** The name that the identity service knows. */
  userName: string | null;
  /** How the person signed in: `password`, `google.com`, or an organization's provider. */
  provider: string;
  /** When the person signed in, not when the token was renewed. */
  authTime: Date;
  /** Whether the person signed in with a second factor, such as a code of an app. */
  hasSecondFactor: boolean;
  expiresAt: Date;
}

export interface NewIdentityUser {
  userId: string;
  email: string;
  userName: string;
  password?: string;
  disabled?: boolean;
}

export interface IdentityAccount {
  userId: string;
  email: string | null;
  userName: string;
  disabled: boolean;
  /** Otherwise another provider that asserts the address would replace the password. */
  emailVerified: boolean;
  /** The ways to sign in that are linked to it, by the names that tokens have. */
  providers: readonly string[];
}

export interface IdentityUserChanges {
  email?: string;
  userName?: string;
  disabled?: boolean;
  emailVerified?: boolean;
}

/** How the identity service reaches the identity provider of an organization. */
export type ProviderConfig = {
  providerId: string;
  displayName: string;
} & (
  | {
      kind: "saml";
      idpEntityId: string;
      ssoUrl: string;
      /** As PEM. */
      certificates: readonly string[];
      /** What the identity provider knows us by. */
      entityId: string;
      callbackUrl: string;
    }
  /** Without a secret the former one stays. */
  | { kind: "oidc"; issuer: string; clientId: string; clientSecret: string | undefined }
);

interface BrowserCall {
  method: string;
  path: string;
  query: string;
  headers: Headers;
  body?: Uint8Array<ArrayBuffer>;
}

export interface BrowserAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

export type AnswerBrowser = (call: BrowserCall) => Promise<BrowserAnswer>;

/**
 * The identity service: Firebase Authentication, its emulator, or one in memory. Every method may
 * throw IdentityUnavailableError, after at most 4 s (mails: 10 s). A call that timed out may still
 * take effect.
 */
export interface IdentityService {
  /** Caches a valid token for 60 s, or 15 minutes during an outage. Throws TokenInvalidError. */
  verifyIdToken(idToken: string): Promise<VerifiedToken>;
  verifySessionCookie(cookie: string): Promise<VerifiedToken>;
  /** `maxAgeMs` is 5 minutes to 14 days. Throws TokenInvalidError. */
  createSessionCookie(idToken: string, maxAgeMs: number): Promise<string>;
  /** Up to 100 accounts by user id; missing accounts are left out. */
  findAccounts(userIds: readonly string[]): Promise<Map<string, IdentityAccount>>;
  /** Every account of the project, in pages. */
  listAccounts(): AsyncGenerator<IdentityAccount[]>;
  findAccountByEmail(email: string): Promise<IdentityAccount | undefined>;
  /**
   * The address counts as verified, by the admin who gives it. Throws EmailExistsError,
   * InvalidEmailError, UserIdExistsError. Durable once it resolves.
   */
  createUser(user: NewIdentityUser): Promise<void>;
  /** Throws EmailExistsError, InvalidEmailError, UserNotFoundError. Drops cached tokens. */
  updateUser(userId: string, changes: IdentityUserChanges): Promise<void>;
  deleteUser(userId: string): Promise<void>;
  /**
   * Removes the second factors of a user who has lost them, and ends every sign-in. Throws
   * UserNotFoundError.
   */
  removeSecondFactors(userId: string): Promise<void>;
  /** Ends every sign-in of the user; a missing user is no error. */
  revokeTokens(userId: string): Promise<void>;
  /**
   * Requests the mail to set a password. Its link leads back to `continueUrl`. An unknown address is
   * no error.
   */
  sendPasswordReset(email: string, continueUrl: string): Promise<void>;
  /**
   * A new code to set the password of the account with this address, without a mail. It is a
   * secret. Throws UserNotFoundError.
   */
  createPasswordCode(email: string): Promise<string>;
  /** Takes a way to sign in off an account; a missing account is no error. */
  unlinkProvider(userId: string, providerId: string): Promise<void>;
  /**
   * Makes the identity provider of an organization known, or changes it. The emulator knows none: there the
   * relay looks into our table. Throws ProviderRefusedError.
   */
  saveProvider(config: ProviderConfig): Promise<void>;
  /** An unknown provider is no error. */
  deleteProvider(providerId: string): Promise<void>;
  /** Drops a user's cached tokens, so that the next request verifies again. */
  forget(userId: string): void;
  /** Tries the service and our credentials for it. Throws CredentialRefusedError besides. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Answers the browser's calls for the relay; null with a real project. */
  readonly answerBrowser: AnswerBrowser | null;
}

export type InvalidTokenReason = "expired" | "revoked" | "disabled" | "malformed";

export class TokenInvalidError extends Error {
  override readonly name = "TokenInvalidError";
  readonly reason: InvalidTokenReason;
  constructor(reason: InvalidTokenReason) {
    super(`the token is ${reason}`);
    this.reason = reason;
  }
}

/** The identity service is unavailable. The message says why and contains no secret. */
export class IdentityUnavailableError extends Error {
  override readonly name: string = "IdentityUnavailableError";
}

/**
 * The identity service answers, but refuses our API key or our service account, or there is none.
 * Waiting does not help. The message begins with the name of the variable.
 */
export class CredentialRefusedError extends IdentityUnavailableError {
  override readonly name = "CredentialRefusedError";
}

export class EmailExistsError extends Error {
  override readonly name = "EmailExistsError";
}

export class UserIdExistsError extends Error {
  override readonly name = "UserIdExistsError";
}

export class UserNotFoundError extends Error {
  override readonly name = "UserNotFoundError";
}

/** The identity service does not take the configuration of a provider. */
export class ProviderRefusedError extends Error {
  override readonly name = "ProviderRefusedError";
}

export class InvalidEmailError extends Error {
  override readonly name = "InvalidEmailError";
}
