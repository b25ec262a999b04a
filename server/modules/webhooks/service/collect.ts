import type { Deps } from "../../../context.ts";
import { makeDeliveries } from "../queries/outbox.ts";

/** How long events of an organization and type are collected, so that many become one message. */
const COLLECTED_MS = 1_000;

/** Makes deliveries of what has happened (docs/product/webhooks.md#delivery). */
export function collectEvents({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  return db
    .transaction()
    .execute((trx) => makeDeliveries(trx, { waitedMs: COLLECTED_MS, at: now() }));
}
