import type { AlertKind } from "../../../domain/alerts/rules.ts";

const kinds: readonly AlertKind[] = ["ENDING_30", "ENDING_7"];

/** The filter of contracts that end within 30 days, and that none follows. */
export const ENDING_SOON = kinds.join(",");
