import { CallError } from "./callError.ts";

const SHORTEST_PASSWORD = 6;

export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly userName: string;
  readonly password: string | undefined;
  readonly disabled: boolean;
  readonly emailVerified: boolean;
  /** Older tokens are invalid; in seconds since 1970. */
  readonly validSince: number;
  readonly createdAt: number;
}

export type AccountChanges = {
  [Name in "email" | "userName" | "password" | "disabled" | "emailVerified"]?:
    | Account[Name]
    | undefined;
};

export const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

export class Accounts {
  readonly #byId = new Map<string, Account>();

  all(): Account[] {
    return [...this.#byId.values()];
  }

  find(userId: string): Account | undefined {
    return this.#byId.get(userId);
  }

  findByEmail(email: string): Account | undefined {
    const wanted = email.toLowerCase();
    return [...this.#byId.values()].find((account) => account.email === wanted);
  }

  get(userId: string): Account {
    const account = this.find(userId);
    if (!account) throw new CallError("USER_NOT_FOUND");
    return account;
  }

  add(userId: string, changes: AccountChanges) {
    const { email = "", userName = "", password, disabled = false } = changes;
    const { emailVerified = false } = changes;
    this.#check({ email, password });
    if (this.find(userId)) throw new CallError("DUPLICATE_LOCAL_ID");
    const now = Date.now();
    const since = { validSince: inSeconds(now), createdAt: now };
    const given = { userId, email: email.toLowerCase(), userName, password };
    this.#byId.set(userId, { ...given, disabled, emailVerified, ...since });
  }

  change(userId: string, changes: AccountChanges): void {
    const account = this.get(userId);
    const email = changes.email?.toLowerCase() ?? account.email;
    const isNewAddress = email !== account.email;
    this.#check({ password: changes.password, ...(isNewAddress ? { email } : {}) });
    const endsSignIns = isNewAddress || changes.password !== undefined;
    this.#byId.set(userId, {
      ...account,
      email,
      userName: changes.userName ?? account.userName,
      password: changes.password ?? account.password,
      disabled: changes.disabled ?? account.disabled,
      emailVerified: changes.emailVerified ?? (!isNewAddress && account.emailVerified),
      validSince: endsSignIns ? inSeconds(Date.now()) : account.validSince,
    });
  }

  endSignIns(userId: string): void {
    this.#byId.set(userId, { ...this.get(userId), validSince: inSeconds(Date.now()) });
  }

  remove(userId: string): void {
    if (!this.#byId.delete(userId)) throw new CallError("USER_NOT_FOUND");
  }

  #check({ email, password }: Pick<AccountChanges, "email" | "password">): void {
    if (email !== undefined) {
      if (!/^[^@]+@[^@]+$/.test(email)) throw new CallError("INVALID_EMAIL");
      if (this.findByEmail(email)) throw new CallError("EMAIL_EXISTS");
    }
    if (password !== undefined && password.length < SHORTEST_PASSWORD) {
      throw new CallError("WEAK_PASSWORD");
    }
  }
}
