import type { WebhookDelivery } from "../../../domain/webhooks/schemas.ts";
import type { Translate } from "../../i18n/translate.ts";

type Answer = Pick<WebhookDelivery, "lastStatus" | "lastError">;

/** The status of the answer, or why there was none; a code that has no text stands for itself. */
export function lastAnswer({ lastStatus, lastError }: Answer, translate: Translate): string {
  if (lastStatus !== null) return translate("resources.deliveries.http", { status: lastStatus });
  if (lastError === null) return translate("resources.deliveries.notTried");
  if (lastError.endsWith(NOT_PUBLIC)) return translate("resources.deliveries.error.private");
  if (lastError === "timeout") return translate("resources.deliveries.error.timeout");
  return lastError === "ECONNREFUSED" ? translate("resources.deliveries.error.refused") : lastError;
}

/** Behind the host, or the words "address". */
const NOT_PUBLIC = "is not public";
