import { useState } from "react";
import {
  CreateBase,
  type RaRecord,
  type TransformData,
  useLocation,
  useResourceContext,
} from "react-admin";
import { withWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import { PageTitle, type PageTitleProps } from "../display/PageTitle.tsx";
import { useDraft } from "../draft/useDraft.ts";
import { useBack } from "../trail/trail.ts";
import { FormBody, type FormBodyProps } from "./FormBody.tsx";
import styles from "./form.module.css";
import { useSaved } from "./formErrors.ts";

/**
 * The values that the link to the page gave, by `state={{ record }}`. An address cannot give any:
 * it could show the name of one organization with the id of another.
 */
export function useGivenValues(): Record<string, unknown> | undefined {
  const { state } = useLocation();
  const [given] = useState(() => givenBy(state));
  return given;
}

function givenBy(state: unknown): Record<string, unknown> | undefined {
  const record: unknown = Reflect.get(Object(state), "record");
  return typeof record === "object" && record !== null ? { ...record } : undefined;
}

interface CreateProps extends Omit<FormBodyProps, "notice" | "draft"> {
  title: string;
  back?: PageTitleProps["back"];
  transform?: TransformData;
  redirect?: "show" | "edit";
  /** Called after the page has handled the error. */
  onError?: (error: Error, sent: { data?: unknown }) => void;
}

type CreatePageProps = CreateProps &
  (
    | {
        /** Says that the record is created. */
        notice: string;
        onSuccess?: never;
      }
    | {
        notice?: never;
        /** Replaces the notice and the redirect; `sent` holds the request body. */
        onSuccess: (record: RaRecord, sent: { data?: unknown }) => void;
      }
  );

export function CreatePage(props: CreatePageProps) {
  const { title, notice, back, transform, redirect = "show", onError, onSuccess, ...form } = props;
  const saved = useSaved(notice ?? "", redirect);
  const cancel = useBack(back);
  const { search } = useLocation();
  const draft = useDraft(useResourceContext() ?? "", `create${withWorkspace(search, null)}`);
  const given = useGivenValues();
  return (
    <CreateBase
      {...(transform ? { transform } : {})}
      mutationOptions={{
        meta: { submission: draft.submission },
        onSuccess: (record: RaRecord, sent: { data?: unknown }) => {
          draft.end();
          (onSuccess ?? saved.onSuccess)(record, sent);
        },
        onError: (error: Error, sent: { data?: unknown }) => {
          saved.onError(error);
          onError?.(error, sent);
        },
      }}
    >
      <div className={`stack gap-16 ${styles.page}`}>
        <PageTitle title={title} back={back} passing />
        <FormBody
          cancelTo={cancel?.to}
          draft={draft}
          {...form}
          defaultValues={given ? { ...form.defaultValues, ...given } : form.defaultValues}
        />
      </div>
    </CreateBase>
  );
}
