import type { AlertKind } from "../../../domain/alerts/rules.ts";
import { StatusChip, type Tone } from "../../components/display/StatusChip.tsx";
import type { Translate } from "../../i18n/translate.ts";
import { useTranslate } from "../../i18n/translate.ts";

const tones: Record<AlertKind, Tone> = {
  CAP_80: "warning",
  CAP_100: "error",
  ENDING_60: "info",
  ENDING_30: "warning",
  ENDING_7: "error",
  ENDED: "error",
  GAP: "warning",
  RECONCILE: "error",
  WEBHOOK_PAUSED: "error",
};

export function AlertKindChip({ kind }: { kind: AlertKind }) {
  return alertKindChip(kind, useTranslate());
}

export function alertKindChip(kind: AlertKind, translate: Translate) {
  return <StatusChip tone={tones[kind]} label={translate(`resources.alerts.kind.${kind}`)} />;
}
