import { auditWords } from "virtual:audit-words";
import { anyValueWords } from "../../../domain/audit/words.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { useText } from "../../i18n/translate.ts";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import styles from "./audit.module.css";

interface RecordAtProps {
  kind: string;
  /** The time of the event after which the record was so. */
  time: string;
  now: Readonly<Record<string, unknown>>;
  then: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

/** A record as it was, and beside each field that differs what it is now. */
export function RecordAt({ kind, time, now, then, onClose }: RecordAtProps) {
  const text = useText("resources.audit-events.history");
  const nothing = useText("resources.audit-events")("nothing");
  const fields = Object.entries(auditWords.kinds[kind]?.fields ?? {}).filter(
    ([field]) => then[field] !== undefined,
  );
  const words = (record: Readonly<Record<string, unknown>>, field: string) =>
    anyValueWords(field, record[field]) ?? nothing;
  const isSame = fields.every(([field]) => words(then, field) === words(now, field));
  return (
    <DialogFrame open title={text("atTitle", { time: formatDateTime(time) })} onClose={onClose}>
      <p className={styles.hint}>{text(isSame ? "same" : "atHint")}</p>
      <dl className={styles.facts}>
        {fields.map(([field, label]) => {
          const was = words(then, field);
          const is = words(now, field);
          return (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{was}</dd>
              {was === is ? null : <dd className={styles.now}>{text("now", { value: is })}</dd>}
            </div>
          );
        })}
      </dl>
    </DialogFrame>
  );
}
