import type { Alert } from "../../../domain/alerts/schemas.ts";

export type AlertRecord = Alert & { id: number };
