import { type ReactNode, useState } from "react";
import {
  EditBase,
  type RaRecord,
  type RedirectionSideEffect,
  type TransformData,
  useEditContext,
} from "react-admin";
import { isGone } from "../../providers/isGone.ts";
import { LoadError } from "../display/LoadError.tsx";
import { LoadingState } from "../display/LoadingState.tsx";
import { PageTitle, type PageTitleProps } from "../display/PageTitle.tsx";
import { FormBody, type FormBodyProps } from "./FormBody.tsx";
import styles from "./page.module.css";
import { StaleNotice } from "./StaleNotice.tsx";
import { currentOf } from "./staleVersion.ts";
import { useSaved } from "./useSaved.ts";

interface EditPageProps<Row extends RaRecord>
  extends Omit<FormBodyProps<Row>, "notice" | "children"> {
  /** A key of the catalogue. */
  title: string;
  back?: PageTitleProps["back"];
  /** Makes of the form's values what is sent; the data provider sends what differs. */
  transform?: TransformData;
  redirect?: RedirectionSideEffect;
  /** Told of a refusal; true where it is told to the person as well, and needs no notice. */
  onError?: (error: Error) => unknown;
  /** In place of the notice and the redirection after a change. */
  onSuccess?: (record: RaRecord) => void;
  /** In place of the notice that nothing has changed. */
  onUnchanged?: () => void;
  /** Writes a field's value for the comparison after a stale save; String() where it is silent. */
  describeValue?: (field: string, value: unknown) => string | undefined;
  /** In the place of a record that is not there, or not there any more (404). */
  gone?: ReactNode;
  children: ReactNode;
}

/** A page that edits a record: saved at once or not at all, never over someone else's change. */
export function EditPage<Row extends RaRecord>(props: EditPageProps<Row>) {
  const { title, back, transform, redirect = "show", onError, ...rest } = props;
  const { onSuccess, onUnchanged, describeValue, gone, children, ...form } = rest;
  const saved = useSaved("updated", redirect);
  const [current, setCurrent] = useState<RaRecord>();
  return (
    <EditBase
      mutationMode="pessimistic"
      loading={<LoadingState />}
      queryOptions={QUERY_OPTIONS}
      {...(transform ? { transform } : {})}
      mutationOptions={{
        onSuccess: (record: RaRecord, { previousData }: { previousData?: RaRecord }) => {
          if (record === previousData) (onUnchanged ?? saved.onUnchanged)();
          else (onSuccess ?? saved.onSuccess)(record);
        },
        onError: (error: Error) => {
          const newer = currentOf(error);
          setCurrent(newer);
          const told = onError?.(error) === true;
          if (!newer && !told) saved.onError(error);
        },
      }}
    >
      <Loaded gone={gone} heading={<PageTitle title={title} back={back} />}>
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
      </Loaded>
    </EditBase>
  );
}

// The page tells of a failure itself; react-admin would call any of them a missing record.
const QUERY_OPTIONS = { onError: () => {} };

/** What stands in the place of the form; a failed second reading leaves the form and its input. */
function Loaded({ gone, heading, children }: Record<"gone" | "heading" | "children", ReactNode>) {
  const { record, error } = useEditContext();
  if (gone && isGone(error)) return gone;
  return (
    <div className={styles.page}>
      {heading}
      {record ? children : <LoadError error={error} />}
    </div>
  );
}
