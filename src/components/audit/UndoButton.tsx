import { auditWords } from "virtual:audit-words";
import Button from "@mui/material/Button";
import { useCanAccess, useCreatePath, useNavigate } from "react-admin";
import type { AuditEvent } from "../../../domain/audit/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { useText } from "../../i18n/translate.ts";
import { type DraftValues, draftKey, proposeValues } from "../draft/draftStore.ts";
import type { HistoryOf } from "./historyOf.ts";

/**
 * 元に戻す: offers the values before an event in the form of the record, as a draft does. Only the
 * save changes the record, and is itself an event.
 */
export function UndoButton({ kind, id, record, event }: HistoryOf & { event: AuditEvent }) {
  const text = useText("resources.audit-events.history");
  const words = auditWords.kinds[kind];
  const resource = words?.resource ?? "";
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { canAccess } = useCanAccess({ resource, action: "edit" });
  const values = valuesBefore(event, words?.editable ?? []);
  if (!canAccess || Object.keys(values).length === 0) return null;

  function open() {
    const { version } = record;
    proposeValues(draftKey(resource, id), {
      ...(typeof version === "number" ? { version } : {}),
      values,
    });
    navigate(createPath({ resource, id, type: "edit" }));
  }

  return (
    <Button
      size="small"
      color="secondary"
      title={text("undoHint", { time: formatDateTime(event.occurredAt) })}
      onClick={open}
    >
      {text("undo")}
    </Button>
  );
}

function valuesBefore({ changes }: AuditEvent, editable: readonly string[]): DraftValues {
  const values = changes
    .filter(({ field }) => editable.includes(field))
    .flatMap(({ field, before }) => (isPlain(before) ? [[field, before] as const] : []));
  return Object.fromEntries(values);
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
