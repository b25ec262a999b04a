import type { FieldTable } from "../fields.ts";

/** What an event of the audit log shows of an act that closes a month. */
export const closingFields = {
  month: { label: "対象月" },
} as const satisfies FieldTable;
