import { type FieldTable, listed, named } from "../fields.ts";
import { forOrganizations } from "../organizations/fields.ts";
import { webhookEventLabels } from "./labels.ts";

export const webhookFields = {
  url: { label: "URL" },
  events: { label: "イベント", words: listed(named(webhookEventLabels)) },
  organizations: forOrganizations,
  paused: { label: "一時停止", words: named({ true: "はい", false: "いいえ" }) },
} as const satisfies FieldTable;
