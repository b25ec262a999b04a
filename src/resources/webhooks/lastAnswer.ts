import type { WebhookDelivery } from "../../../domain/webhooks/schemas.ts";
import { deliveries } from "../../i18n/ja/resources/webhooks.ts";

type Answer = Pick<WebhookDelivery, "lastStatus" | "lastError">;

/** The status of the answer, or why there was none; a code that has no text stands for itself. */
export function lastAnswer({ lastStatus, lastError }: Answer): string {
  if (lastStatus !== null) return deliveries.http(lastStatus);
  if (lastError === null) return deliveries.notTried;
  if (lastError.endsWith(NOT_PUBLIC)) return deliveries.error.private;
  if (lastError === "timeout") return deliveries.error.timeout;
  return lastError === "ECONNREFUSED" ? deliveries.error.refused : lastError;
}

/** Behind the host, or the words "address". */
const NOT_PUBLIC = "is not public";
