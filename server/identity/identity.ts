/** What a verified ID token or session cookie says. Rights are never read from it. */
export interface VerifiedToken {
  uid: string;
  /** Lower case; null for an account without one. */
  email: string | null;
  /** When the person signed in, not when the token was renewed. */
  authTime: Date;
  expiresAt: Date;
}

export interface NewIdentityUser {
  /** The Firebase uid, chosen by us. */
  userId: string;
  email: string;
  userName: string;
  /** Demo and test users only; people set their own through the invitation mail. */
  password?: string;
  disabled?: boolean;
}

/** An account as the identity service has it. */
export interface IdentityAccount {
  userId: string;
  /** Lower case; null for an account without one. */
  email: string | null;
  /** Empty for an account without one. */
  userName: string;
  disabled: boolean;
}

export interface IdentityUserChanges {
  email?: string;
  userName?: string;
  disabled?: boolean;
}

/** A call of firebase/auth in the browser, as the relay lets it through. */
interface BrowserCall {
  method: string;
  /** As it was sent, such as /identitytoolkit.googleapis.com/v1/accounts:lookup. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Headers;
  body?: Uint8Array<ArrayBuffer>;
}

export interface BrowserAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

/** Rejects where the identity service does not answer. */
export type AnswerBrowser = (call: BrowserCall) => Promise<BrowserAnswer>;

/**
 * The identity service (Firebase Authentication, its emulator, or one in memory).
 * Every method may throw IdentityUnavailableError, after 4 s at the latest where the service hangs;
 * a mail is given 10 s. What was given up may still have happened.
 */
export interface IdentityService {
  /**
   * Signature, expiry and revocation. A good answer is remembered for 60 s, and holds for 15 minutes
   * while the service is away. Throws TokenInvalidError.
   */
  verifyIdToken(idToken: string): Promise<VerifiedToken>;
  /** As verifyIdToken, for the cookie of the admin area. */
  verifySessionCookie(cookie: string): Promise<VerifiedToken>;
  /** @param maxAgeMs 5 minutes to 14 days. Throws TokenInvalidError. */
  createSessionCookie(idToken: string, maxAgeMs: number): Promise<string>;
  /** The accounts of up to 100 users, by user id; those who have none are missing. */
  findAccounts(userIds: readonly string[]): Promise<Map<string, IdentityAccount>>;
  /** Who has an e-mail address; undefined for nobody. */
  findAccountByEmail(email: string): Promise<IdentityAccount | undefined>;
  /** Throws EmailExistsError, InvalidEmailError, UserIdExistsError. Durable once it resolves. */
  createUser(user: NewIdentityUser): Promise<void>;
  /** Throws EmailExistsError, InvalidEmailError, UserNotFoundError. Remembered verifications of the user are dropped. */
  updateUser(userId: string, changes: IdentityUserChanges): Promise<void>;
  /** A user who is not there is no error. */
  deleteUser(userId: string): Promise<void>;
  /** Ends every session of the user, sign-ins included; a user who is not there is no error. */
  revokeTokens(userId: string): Promise<void>;
  /** Asks for the mail in which a person sets a password. Silent about an unknown address. */
  sendPasswordReset(email: string): Promise<void>;
  /** Drops what is remembered of a user's tokens, so that the next request asks anew. */
  forget(userId: string): void;
  /** Rejects while the identity service does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Answers the browser's calls, for the relay; null with a real project, which the browser calls itself. */
  readonly answerBrowser: AnswerBrowser | null;
}

export type InvalidTokenReason = "expired" | "revoked" | "disabled" | "malformed";

/** The credential is no good; the person has to sign in again. */
export class TokenInvalidError extends Error {
  override readonly name = "TokenInvalidError";
  readonly reason: InvalidTokenReason;
  constructor(reason: InvalidTokenReason) {
    super(`the token is ${reason}`);
    this.reason = reason;
  }
}

/** The identity service cannot be asked at present. The message says why and holds no secret. */
export class IdentityUnavailableError extends Error {
  override readonly name = "IdentityUnavailableError";
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

/** The identity service finds the address malformed; it is stricter than our own check. */
export class InvalidEmailError extends Error {
  override readonly name = "InvalidEmailError";
}
