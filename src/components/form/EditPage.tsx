import { type ReactNode, useCallback, useRef, useState } from "react";
import {
  EditBase,
  type RaRecord,
  type TransformData,
  useEditContext,
  useGetRecordId,
  useResourceContext,
} from "react-admin";
import { type FieldTable, isSameValue } from "../../../domain/fields.ts";
import { app } from "../../i18n/ja/app.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { savedFirst } from "../../writes/savedFirst.ts";
import { LoadError, LoadingState } from "../display/LoadError.tsx";
import { PageSkeleton } from "../display/PageState.tsx";
import type { PageTitleProps } from "../display/PageTitle.tsx";
import { RecordTitle } from "../display/RecordPage.tsx";
import { useDraft } from "../draft/useDraft.ts";
import { useBack } from "../trail/trail.ts";
import { FormBody, type FormBodyProps } from "./FormBody.tsx";
import styles from "./form.module.css";
import { useSaved } from "./formErrors.ts";
import { currentOf, type Stale, StaleNotice } from "./StaleNotice.tsx";

interface EditPageProps<Row extends RaRecord>
  extends Omit<FormBodyProps<Row>, "notice" | "draft" | "touched" | "children"> {
  /** Shown without a record; with one, the heading is its name. */
  title: string;
  back?: PageTitleProps["back"];
  /** The form is a part of a page, which has the heading; キャンセル leads to this address. */
  partOf?: string;
  /** Converts the form's values; the data provider sends the fields that differ. */
  transform?: TransformData;
  redirect?: "show" | "edit";
  /** Called with the error of a save. Returning true suppresses the notice. */
  onError?: (error: Error) => unknown;
  /** Replaces the notice and the redirect after a change. */
  onSuccess?: (record: RaRecord) => void;
  onUnchanged?: () => void;
  /** The fields that are compared after a stale save. */
  fields: FieldTable;
  /** Shows a value in that comparison otherwise than the table of fields says it. */
  describeValue?: (field: string, value: unknown) => ReactNode;
  missing?: ReactNode;
  /** The page knows who may edit; react-admin would lead away who loses the right, with the input. */
  decidesAccess?: boolean;
  /** The page keeps the input on this device itself. */
  ownsDraft?: boolean;
  children: ReactNode;
}

/** A page that edits a record. A save never overwrites a change of another user. */
export function EditPage<Row extends RaRecord>(props: EditPageProps<Row>) {
  const { title, transform, redirect = "show", onError, ...rest } = props;
  const back = useBack(props.back);
  const {
    onSuccess,
    onUnchanged,
    fields,
    describeValue,
    missing,
    children,
    back: above,
    ...others
  } = rest;
  const { decidesAccess = false, ownsDraft = false, partOf, ...form } = others;
  const draft = useDraft(useResourceContext() ?? "", useGetRecordId());
  const saved = useSaved(app.form.saved, redirect);
  const [stale, setStale] = useState<Stale>();
  const { touched, startFrom, select } = useBaseOfInput();
  return (
    <EditBase
      mutationMode="pessimistic"
      disableAuthentication={decidesAccess}
      loading={partOf ? <LoadingState /> : <PageSkeleton title={title} back={above} />}
      queryOptions={{ ...QUERY_OPTIONS, select }}
      {...(transform ? { transform } : {})}
      mutationOptions={{
        onSuccess: (record: RaRecord, { previousData }: { previousData?: RaRecord }) => {
          if (!ownsDraft) draft.end();
          if (record === previousData) (onUnchanged ?? saved.onUnchanged)();
          else (onSuccess ?? saved.onSuccess)(record);
        },
        onError: (error: Error) => {
          const current = currentOf(error);
          setStale(current && { current, savedFirst: savedFirst(error) });
          const isHandled = onError?.(error) === true;
          if (!current && !isHandled) saved.onError(error);
        },
      }}
    >
      <Loaded
        missing={missing}
        heading={
          partOf ? null : (
            <RecordTitle edited title={title} back={above} passing={redirect === "show"} />
          )
        }
      >
        <FormBody
          cancelTo={partOf ?? back?.to}
          {...form}
          draft={ownsDraft ? null : draft}
          touched={touched}
          notice={
            stale ? (
              <StaleNotice
                {...stale}
                fields={fields}
                describeValue={describeValue}
                onSettled={(latest) => {
                  startFrom(latest);
                  setStale(undefined);
                }}
              />
            ) : null
          }
        >
          {children}
        </FormBody>
      </Loaded>
    </EditBase>
  );
}

/**
 * The record that a save starts from. One that is read again becomes it, unless another user has changed a
 * field that has input here, which would hide the change: then the save is refused, and shows both.
 */
function useBaseOfInput() {
  const touched = useRef<readonly string[]>([]);
  const base = useRef<RaRecord>(undefined);
  const select = useCallback((read: RaRecord) => {
    const { current } = base;
    const hidesChange =
      current?.id === read.id &&
      touched.current.some((field) => !isSameValue(current[field], read[field]));
    const next = hidesChange ? current : read;
    base.current = next;
    return next;
  }, []);
  const startFrom = (record: RaRecord) => {
    base.current = record;
  };
  return { touched, startFrom, select };
}

// The page shows the error itself; react-admin would report any error as a missing record.
const QUERY_OPTIONS = { onError: () => {} };

/** Shows the form. If a reload fails, the form and its input stay. */
function Loaded({
  missing,
  heading,
  children,
}: Record<"missing" | "heading" | "children", ReactNode>) {
  const { record, error } = useEditContext();
  if (missing && isMissing(error)) return missing;
  return (
    <div className={`stack gap-16 ${styles.page}`}>
      {heading}
      {record ? children : <LoadError error={error} />}
    </div>
  );
}
