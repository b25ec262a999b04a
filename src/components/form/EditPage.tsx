import {
  EditBase,
  type RaRecord,
  type RedirectionSideEffect,
  type TransformData,
  useEditContext,
} from "ra-core";
import { type ReactNode, useState } from "react";
import { LoadError } from "../display/LoadError.tsx";
import { LoadingState } from "../display/LoadingState.tsx";
import { PageTitle, type PageTitleProps } from "../display/PageTitle.tsx";
import { FormBody, type FormBodyProps } from "./FormBody.tsx";
import styles from "./page.module.css";
import { StaleNotice } from "./StaleNotice.tsx";
import { currentOf } from "./staleVersion.ts";
import { useSaved } from "./useSaved.ts";

export interface EditPageProps<Row extends RaRecord>
  extends Omit<FormBodyProps<Row>, "notice" | "children"> {
  /** A key of the catalogue. */
  title: string;
  back?: PageTitleProps["back"];
  /** Makes of the form's values what is sent; the data provider sends what differs. */
  transform?: TransformData;
  redirect?: RedirectionSideEffect;
  onError?: (error: Error) => void;
  /** In place of the notice and the redirection after a change. */
  onSuccess?: (record: RaRecord) => void;
  /** Writes a field's value for the comparison after a stale save; String() where it is silent. */
  describeValue?: (field: string, value: unknown) => string | undefined;
  children: ReactNode;
}

/** A page that edits a record: saved at once or not at all, never over someone else's change. */
export function EditPage<Row extends RaRecord>(props: EditPageProps<Row>) {
  const { title, back, transform, redirect = "show", onError, onSuccess, ...rest } = props;
  const { describeValue, children, ...form } = rest;
  const saved = useSaved("updated", redirect);
  const [current, setCurrent] = useState<RaRecord>();
  return (
    <EditBase
      mutationMode="pessimistic"
      loading={<LoadingState />}
      error={<EditLoadError />}
      queryOptions={QUERY_OPTIONS}
      {...(transform ? { transform } : {})}
      mutationOptions={{
        onSuccess: (record: RaRecord, { previousData }: { previousData?: RaRecord }) => {
          if (record === previousData) saved.onUnchanged();
          else (onSuccess ?? saved.onSuccess)(record);
        },
        onError: (error: Error) => {
          const newer = currentOf(error);
          setCurrent(newer);
          if (!newer) saved.onError(error);
          onError?.(error);
        },
      }}
    >
      <div className={styles.page}>
        <PageTitle title={title} back={back} />
        <FormBody
          cancelTo={back?.to}
          {...form}
          notice={
            current ? (
              <StaleNotice
                current={current}
                describeValue={describeValue}
                onSettled={() => setCurrent(undefined)}
              />
            ) : null
          }
        >
          {children}
        </FormBody>
      </div>
    </EditBase>
  );
}

// The page tells of a failure itself; ra-core would call any of them a missing record.
const QUERY_OPTIONS = { onError: () => {} };

function EditLoadError() {
  const { error } = useEditContext();
  return <LoadError error={error} />;
}
