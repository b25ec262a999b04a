import type { Transaction } from "kysely";
import { webhookKind } from "../../../../domain/api/webhooks.ts";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import type { Webhook } from "../../../../domain/webhooks/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";

/** Publishes a change of a webhook, and what was done with it. */
export function publishWebhook(
  trx: Transaction<Tables>,
  {
    before,
    after,
    isAction = false,
    parts = [],
  }: Record<"before" | "after", Webhook | null> & {
    isAction?: boolean;
    parts?: readonly FieldChange[];
  },
): Promise<void> {
  const known = after ?? before;
  if (!known) throw new Error("a webhook is published that is neither old nor new");
  return publishChange(trx, {
    kind: webhookKind,
    organizationId: null,
    id: known.webhookId,
    name: new URL(known.url).host,
    before,
    after,
    isAction,
    parts,
  });
}
