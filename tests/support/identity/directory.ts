import { randomBytes } from "node:crypto";
import { type Account, Accounts, inSeconds } from "./accounts.ts";
import { CallError } from "./callError.ts";
import { type TokenClaims, Tokens } from "./tokens.ts";

const TOKEN_SECONDS = 3_600;

export interface SignIn {
  idToken: string;
  refreshToken: string;
  expiresIn: number;
}

export interface MemoryMail {
  email: string;
  requestType: "PASSWORD_RESET";
  /** With the parameters of Firebase's links. */
  link: string;
}

interface RefreshToken {
  userId: string;
  /** The times of the sign-in and of the token, in seconds since 1970. */
  authTime: number;
  issuedAt: number;
}

/** The state of an in-memory identity service; lost with the process. Throws CallError. */
export class MemoryDirectory {
  readonly accounts = new Accounts();
  readonly tokens = new Tokens();
  readonly mails: MemoryMail[] = [];
  /** The configurations of providers by their ids, as firebase-admin sends them. */
  readonly providers = new Map<string, object>();
  readonly #refreshTokens = new Map<string, RefreshToken>();
  readonly #resetCodes = new Map<string, string>();
  readonly #onMail: (mail: MemoryMail) => void;

  constructor(onMail: (mail: MemoryMail) => void = () => {}) {
    this.#onMail = onMail;
  }

  /** The error does not reveal whether the address exists. */
  signIn(email: string, password: string): { account: Account; signIn: SignIn } {
    const account = this.accounts.findByEmail(email);
    if (!account) throw new CallError("INVALID_LOGIN_CREDENTIALS");
    if (account.disabled) throw new CallError("USER_DISABLED");
    if (account.password !== password) throw new CallError("INVALID_LOGIN_CREDENTIALS");
    return { account, signIn: this.#issue(account, inSeconds(Date.now())) };
  }

  /** A renewed token keeps the time of the sign-in. */
  refresh(refreshToken: string): { account: Account; signIn: SignIn } {
    const known = this.#refreshTokens.get(refreshToken);
    if (!known) throw new CallError("INVALID_REFRESH_TOKEN");
    const account = this.accounts.get(known.userId);
    if (account.disabled) throw new CallError("USER_DISABLED");
    if (known.issuedAt < account.validSince) throw new CallError("TOKEN_EXPIRED");
    return { account, signIn: this.#issue(account, known.authTime) };
  }

  holderOf(idToken: string): { account: Account; claims: TokenClaims } {
    const claims = this.tokens.read("idToken", idToken);
    const account = this.accounts.get(claims.sub);
    if (claims.iat < account.validSince) throw new CallError("TOKEN_EXPIRED");
    if (account.disabled) throw new CallError("USER_DISABLED");
    return { account, claims };
  }

  /** Returns tokens of the same sign-in, which the change has ended. */
  changePassword(idToken: string, password: string): { account: Account; signIn: SignIn } {
    const { account, claims } = this.holderOf(idToken);
    this.accounts.change(account.userId, { password });
    return { account, signIn: this.#issue(account, claims.auth_time) };
  }

  sendPasswordReset(email: string, continueUrl?: string): void {
    const account = this.accounts.findByEmail(email);
    if (!account) return;
    const link = this.createPasswordLink(account, continueUrl);
    const mail = { email: account.email, requestType: "PASSWORD_RESET", link } as const;
    this.mails.push(mail);
    this.#onMail(mail);
  }

  createPasswordLink({ userId }: Account, continueUrl?: string): string {
    const oobCode = randomBytes(24).toString("base64url");
    this.#resetCodes.set(oobCode, userId);
    const parameters = { mode: "resetPassword", oobCode, ...(continueUrl ? { continueUrl } : {}) };
    return `http://memory/action?${new URLSearchParams(parameters)}`;
  }

  resetPassword(oobCode: string, newPassword?: string): Account {
    const account = this.accounts.find(this.#resetCodes.get(oobCode) ?? "");
    if (!account) throw new CallError("INVALID_OOB_CODE");
    if (account.disabled) throw new CallError("USER_DISABLED");
    if (newPassword !== undefined) {
      this.accounts.change(account.userId, { password: newPassword });
      this.#resetCodes.delete(oobCode);
    }
    return account;
  }

  #issue({ userId, email, userName }: Account, authTime: number): SignIn {
    const issuedAt = inSeconds(Date.now());
    const refreshToken = randomBytes(32).toString("base64url");
    this.#refreshTokens.set(refreshToken, { userId, authTime, issuedAt });
    const idToken = this.tokens.sign("idToken", {
      sub: userId,
      email,
      name: userName,
      auth_time: authTime,
      iat: issuedAt,
      exp: issuedAt + TOKEN_SECONDS,
    });
    return { idToken, refreshToken, expiresIn: TOKEN_SECONDS };
  }
}
