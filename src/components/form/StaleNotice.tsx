import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type RaRecord,
  useRecordContext,
  useResourceContext,
  useTranslateLabel,
} from "react-admin";
import { useFormContext } from "react-hook-form";
import type { StaleRecord } from "../../../domain/problems/problem.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { StaleBox } from "./StaleBox.tsx";
import { changedByOthers } from "./staleVersion.ts";

/** The record as another user saved it, and a sentence that names who, empty if it is not known. */
export interface Stale {
  current: StaleRecord;
  savedFirst: string;
}

interface StaleNoticeProps extends Stale {
  describeValue: ((field: string, value: unknown) => ReactNode) | undefined;
  compared: readonly string[] | undefined;
  onSettled: () => void;
}

/** Another user saved the record of a form first: their changes beside the input. */
export function StaleNotice(props: StaleNoticeProps) {
  const { current, savedFirst, describeValue, compared, onSettled } = props;
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  const resource = useResourceContext() ?? "";
  const record = useRecordContext();
  const { getValues, reset } = useFormContext();
  const queryClient = useQueryClient();
  const changed = (record ? changedByOthers(record, current, getValues()) : []).filter(
    (field) => compared?.includes(field) ?? true,
  );

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
    <StaleBox savedFirst={savedFirst} onShowCurrent={showCurrent} onReapply={startFromCurrent}>
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
    </StaleBox>
  );
}

function asWritten(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
