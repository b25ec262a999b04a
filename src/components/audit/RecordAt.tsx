import { auditWords } from "virtual:audit-words";
import { valueWords } from "../../../domain/audit/words.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import styles from "./audit.module.css";

const text = auditEvents.history;

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
  const nothing = auditEvents.nothing;
  const { fields: labels = {}, sets = {} } = auditWords.kinds[kind] ?? {};
  const fields = Object.entries(labels).filter(([field]) => then[field] !== undefined);
  const words = (record: Readonly<Record<string, unknown>>, field: string) =>
    valueWords(kind, field, record[field]) ?? nothing;
  const isAsNow = (field: string) => {
    const id = sets[field];
    return id
      ? idsOf(then[field], id) === idsOf(now[field], id)
      : words(then, field) === words(now, field);
  };
  const isSame = fields.every(([field]) => isAsNow(field));
  return (
    <DialogFrame title={text.atTitle(formatDateTime(time))} onClose={onClose}>
      <p className="quiet body-text below">{isSame ? text.same : text.atHint}</p>
      <dl className={`grid gap-12-24 below-16 ${styles.facts}`}>
        {fields.map(([field, label]) => {
          const is = words(now, field);
          return (
            <div key={field}>
              <dt className="note">{label}</dt>
              <dd>{words(then, field)}</dd>
              {isAsNow(field) ? null : <dd className="note">{text.now(is)}</dd>}
            </div>
          );
        })}
      </dl>
    </DialogFrame>
  );
}

/** The ids in a set, which has another order once it was folded back. */
function idsOf(set: unknown, id: string): string {
  const ids = Array.isArray(set) ? set.map((element) => String(Reflect.get(element, id))) : [];
  return ids.sort().join();
}
