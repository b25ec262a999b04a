import type { ReactNode } from "react";
import { countWords } from "../../../domain/audit/words.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import styles from "../../components/audit/audit.module.css";
import { actorName, ChangeTable, Operation, Target } from "../../components/audit/EventParts.tsx";
import type { AuditEventRecord } from "../../components/audit/useAuditEvents.ts";
import { Copyable } from "../../components/copy/Copyable.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { useText } from "../../i18n/translate.ts";

interface EventDialogProps {
  event: AuditEventRecord;
  onClose: () => void;
}

/** Everything that an event holds. */
export function EventDialog({ event, onClose }: EventDialogProps) {
  const text = useText("resources.audit-events");
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text("fields.occurredAt"), formatDateTime(event.occurredAt)],
    [text("fields.operation"), <Operation key="operation" event={event} />],
    [text("fields.actorName"), actorName(event)],
    [text("fields.targetName"), <Target key="target" target={event.target} />],
    [text("fields.organizationName"), event.organizationName],
    [text("fields.counts"), countWords(event)],
    [text("fields.reason"), event.reason],
    [text("fields.address"), event.address],
    [text("fields.userAgent"), event.userAgent],
    [
      text("fields.requestId"),
      event.requestId ? (
        <Copyable key="requestId" label={text("fields.requestId")} value={event.requestId} />
      ) : null,
    ],
  ];
  return (
    <DialogFrame open title={text("detail")} onClose={onClose}>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ChangeTable event={event} />
    </DialogFrame>
  );
}
