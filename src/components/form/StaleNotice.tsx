import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { type RaRecord, useRecordContext, useResourceContext } from "react-admin";
import { useFormContext } from "react-hook-form";
import { changedFields, type FieldTable, fieldWords, isSameValue } from "../../../domain/fields.ts";
import type { StaleRecord } from "../../../domain/problems/problem.ts";
import { app } from "../../i18n/ja/app.ts";
import { answerOf } from "../../writes/problem.ts";
import styles from "./form.module.css";

/** The record as another user saved it, and a sentence that names who, empty if it is not known. */
export interface Stale {
  current: StaleRecord;
  savedFirst: string;
}

interface StaleNoticeProps extends Stale {
  fields: FieldTable;
  describeValue: ((field: string, value: unknown) => ReactNode) | undefined;
  /** Called with the record that the next save starts from. */
  onSettled: (latest: RaRecord) => void;
}

const OF_EVERY_SAVE = ["createdAt", "updatedAt"];

/** Another user saved the record of a form first: their changes beside the input. */
export function StaleNotice(props: StaleNoticeProps) {
  const { current, savedFirst, fields, describeValue, onSettled } = props;
  const resource = useResourceContext() ?? "";
  const record = useRecordContext();
  const { getValues, reset } = useFormContext();
  const queryClient = useQueryClient();
  const shown = Object.keys(record ?? {}).filter(
    (field) => fields[field]?.label && !OF_EVERY_SAVE.includes(field),
  );
  const changed = Object.keys(changedFields(record ?? {}, current, shown));

  const describe = (field: string, value: unknown) =>
    describeValue?.(field, value) ?? fieldWords(fields[field], value) ?? app.stale.none;

  const isUntouched = (field: string) => isSameValue(getValues(field), record?.[field]);

  /** The next save starts from the current version; the form keeps its input. */
  function startFromCurrent() {
    if (!record) return;
    const latest = { ...current, id: record.id };
    onSettled(latest);
    queryClient.setQueriesData<RaRecord>({ queryKey: [resource, "getOne"] }, (cached) =>
      cached?.id === record.id ? latest : cached,
    );
  }

  function showCurrent() {
    if (!record) return;
    reset({ ...getValues(), ...current, id: record.id });
    startFromCurrent();
  }

  return (
    <StaleBox savedFirst={savedFirst} onShowCurrent={showCurrent} onReapply={startFromCurrent}>
      {changed.length > 0 ? (
        <table>
          <caption>{app.stale.differences}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{app.stale.current}</th>
              <th scope="col">{app.stale.mine}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((field) => (
              <tr key={field}>
                <th scope="row">{fields[field]?.label}</th>
                <td>{describe(field, current[field])}</td>
                <td>
                  {isUntouched(field) ? app.stale.untouched : describe(field, getValues(field))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </StaleBox>
  );
}

interface StaleBoxProps {
  /** A sentence that names who saved first; empty if it is not known. */
  savedFirst: string;
  /** What others changed. */
  children: ReactNode;
  /** Continues with the current version and discards the user's changes. */
  onShowCurrent: () => void;
  /** Continues with the current version and keeps the user's changes. */
  onReapply: () => void;
}

/** Another user saved first (412). Input is lost only on request. */
export function StaleBox({ savedFirst, children, onShowCurrent, onReapply }: StaleBoxProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => box.current?.focus(), []);

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`grid gap-12 boxed pad-12-16 ${styles.stale}`}
      data-tone="warning"
    >
      <p>{app.stale.message}</p>
      {savedFirst ? <p>{savedFirst}</p> : null}
      {children}
      <div className="wrap end gap-12">
        <Button variant="outlined" onClick={onShowCurrent}>
          {app.stale.showCurrent}
        </Button>
        <Button variant="outlined" onClick={onReapply}>
          {app.stale.reapply}
        </Button>
      </div>
    </div>
  );
}

/** The current record in the answer to a write that started from an older version (412). */
export function currentOf(error: unknown): StaleRecord | undefined {
  const answer = answerOf(error);
  return answer?.code === "STALE_VERSION" ? answer.current : undefined;
}
