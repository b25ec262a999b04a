import type { Alert } from "../../../domain/alerts.ts";

export type AlertRecord = Alert & { id: number };
