import { AsyncLocalStorage } from "node:async_hooks";
import { type Transaction, TransactionBuilder } from "kysely";
import type { Tables } from "../../server/db/tables.ts";
import type { IdentityService } from "../../server/identity/identity.ts";

const transactions = new AsyncLocalStorage<{ open: boolean }>();

const execute: (this: object, callback: Callback) => Promise<unknown> =
  TransactionBuilder.prototype.execute;
type Callback = (trx: Transaction<Tables>) => Promise<unknown>;

Reflect.set(TransactionBuilder.prototype, "execute", function (this: object, callback: Callback) {
  return execute.call(this, (trx) => {
    const transaction = { open: true };
    return transactions.run(transaction, async () => {
      try {
        return await callback(trx);
      } finally {
        transaction.open = false;
      }
    });
  });
});

/** Runs something outside the transaction that the test has open. */
export function byAnotherUser<T>(work: () => T): T {
  return transactions.exit(work);
}

/** The calls that were made while a transaction of the same request was open. */
export type Violations = string[];

/** Calls that do not reach the service. */
const local = new Set(["forget", "close"]);

/**
 * Watches the identity service: a call inside a transaction would hold the transaction's
 * connection and locks for as long as the service takes.
 */
export function watched(identity: IdentityService, violations: Violations): IdentityService {
  return new Proxy(identity, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function" || local.has(String(name))) return member;
      return (...parameters: unknown[]) => {
        if (transactions.getStore()?.open) violations.push(String(name));
        return Reflect.apply(member, target, parameters);
      };
    },
  });
}
