import type { Translate } from "../../i18n/translate.ts";
import type { AlertRecord } from "../records.ts";

/** What an alert is about: a contract, or a receiver that is told of changes. */
export function subjectOf({ contractId, webhookId }: AlertRecord) {
  return webhookId === null
    ? ({ resource: "contracts", id: contractId ?? 0 } as const)
    : ({ resource: "webhooks", id: webhookId } as const);
}

/** The organization whose contract it is about; a receiver belongs to none. */
export function subjectName({ organizationName }: AlertRecord, translate: Translate): string {
  return organizationName ?? translate("resources.webhooks.name");
}
