import type { WebhookRecord } from "../records.ts";

/** What the audit log calls a receiver, too. */
export function hostOf({ url }: Pick<WebhookRecord, "url">): string {
  return new URL(url).host;
}
