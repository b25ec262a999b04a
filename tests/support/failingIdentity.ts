import { type IdentityService, IdentityUnavailableError } from "../../server/identity/identity.ts";
import { gate } from "./gate.ts";

/** The calls that change or look up accounts. Tokens are verified as usual. */
const ACCOUNT_CALLS = [
  "findAccounts",
  "findAccountByEmail",
  "createUser",
  "updateUser",
  "deleteUser",
  "removeSecondFactors",
  "revokeTokens",
  "sendPasswordReset",
  "createPasswordCode",
] as const;
type AccountCall = (typeof ACCOUNT_CALLS)[number];

/** Wraps the identity service and fails where a test says so. */
export class FailingIdentity {
  /** Answers that replace those of the real service. */
  overrides: Partial<IdentityService> = {};
  /** Calls that reached the service, in order. */
  readonly calls: AccountCall[] = [];

  over = (real: IdentityService): IdentityService =>
    new Proxy(real, {
      get: (target, name) => {
        const call = ACCOUNT_CALLS.find((known) => known === name);
        if (call) this.calls.push(call);
        return Reflect.get(this.overrides, name) ?? Reflect.get(target, name);
      },
    });

  works(): void {
    this.overrides = {};
  }

  /** The service is away. */
  away(calls: readonly AccountCall[] = ACCOUNT_CALLS): void {
    const fail = () => Promise.reject(new IdentityUnavailableError("away for the test"));
    this.overrides = Object.fromEntries(calls.map((call) => [call, fail]));
  }

  /** Takes calls and does not answer. Call the result to fail them and to let later ones work. */
  hangs(calls: readonly AccountCall[] = ACCOUNT_CALLS): () => void {
    const { passed, open } = gate();
    const wait = () =>
      passed.then(() => {
        throw new IdentityUnavailableError("hung up for the test");
      });
    this.overrides = Object.fromEntries(calls.map((call) => [call, wait]));
    return () => {
      this.works();
      open();
    };
  }
}
