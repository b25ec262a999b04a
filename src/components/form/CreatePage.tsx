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
import styles from "./page.module.css";
import { useGivenValues } from "./useGivenValues.ts";
import { useSaved } from "./useSaved.ts";

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
