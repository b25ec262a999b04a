import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import {
  type RaRecord,
  useRecordContext,
  useResourceContext,
  useTranslateLabel,
} from "react-admin";
import { useFormContext } from "react-hook-form";
import type { StaleRecord } from "../../../domain/problems/problem.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { useTranslate } from "../../i18n/translate.ts";
import styles from "./page.module.css";
import { changedByOthers } from "./staleVersion.ts";

/** The record as another user saved it, and who that was if it is known. */
export interface Stale {
  current: StaleRecord;
  changedBy: { name: string; at: string } | null;
}

interface StaleNoticeProps extends Stale {
  describeValue: ((field: string, value: unknown) => string | undefined) | undefined;
  onSettled: () => void;
}

/** Another user saved first (412). Shows their changes; input is lost only on request. */
export function StaleNotice({ current, changedBy, describeValue, onSettled }: StaleNoticeProps) {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const resource = useResourceContext() ?? "";
  const record = useRecordContext();
  const { getValues, reset } = useFormContext();
  const queryClient = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const changed = record ? changedByOthers(record, current, getValues()) : [];

  useEffect(() => box.current?.focus(), []);

  const describe = (field: string, value: unknown) =>
    describeValue?.(field, value) ?? (asWritten(value) || translate("app.stale.none"));

  const isUntouched = (field: string) =>
    JSON.stringify(getValues(field)) === JSON.stringify(record?.[field]);

  /** The next save starts from the current version; the form keeps its input. */
  function startFromCurrent() {
    if (!record) return;
    const latest = { ...current, id: record.id };
    queryClient.setQueriesData<RaRecord>({ queryKey: [resource, "getOne"] }, (cached) =>
      cached?.id === record.id ? latest : cached,
    );
    onSettled();
  }

  function showCurrent() {
    if (!record) return;
    reset({ ...getValues(), ...current, id: record.id });
    startFromCurrent();
  }

  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.stale}>
      <p>{translate("app.stale.message")}</p>
      {changedBy ? (
        <p>
          {translate("app.stale.changedBy", {
            name: changedBy.name,
            time: formatDateTime(changedBy.at),
          })}
        </p>
      ) : null}
      {changed.length > 0 ? (
        <table>
          <caption>{translate("app.stale.differences")}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{translate("app.stale.current")}</th>
              <th scope="col">{translate("app.stale.mine")}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((field) => (
              <tr key={field}>
                <th scope="row">{translateLabel({ source: field })}</th>
                <td>{describe(field, current[field])}</td>
                <td>
                  {isUntouched(field)
                    ? translate("app.stale.untouched")
                    : describe(field, getValues(field))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="outlined" onClick={showCurrent}>
          {translate("app.stale.showCurrent")}
        </Button>
        <Button variant="outlined" onClick={startFromCurrent}>
          {translate("app.stale.reapply")}
        </Button>
      </div>
    </div>
  );
}

function asWritten(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
