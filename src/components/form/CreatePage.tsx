import {
  CreateBase,
  type RaRecord,
  type RedirectionSideEffect,
  type TransformData,
} from "react-admin";
import { PageTitle, type PageTitleProps } from "../display/PageTitle.tsx";
import { useBack } from "../trail/useBack.ts";
import { FormBody, type FormBodyProps } from "./FormBody.tsx";
import styles from "./page.module.css";
import { useSaved } from "./useSaved.ts";

interface CreatePageProps extends Omit<FormBodyProps, "notice"> {
  title: string;
  back?: PageTitleProps["back"];
  transform?: TransformData;
  redirect?: RedirectionSideEffect;
  /** Called after the page has handled the error. */
  onError?: (error: Error, sent: { data?: unknown }) => void;
  /** Replaces the notice and the redirect; `sent` holds the request body. */
  onSuccess?: (record: RaRecord, sent: { data?: unknown }) => void;
}

export function CreatePage(props: CreatePageProps) {
  const { title, back, transform, redirect = "show", onError, onSuccess, ...form } = props;
  const saved = useSaved("created", redirect);
  const cancel = useBack(back);
  return (
    <CreateBase
      {...(transform ? { transform } : {})}
      mutationOptions={{
        onSuccess: onSuccess ?? saved.onSuccess,
        onError: (error: Error, sent: { data?: unknown }) => {
          saved.onError(error);
          onError?.(error, sent);
        },
      }}
    >
      <div className={styles.page}>
        <PageTitle title={title} back={back} passing />
        <FormBody cancelTo={cancel?.to} {...form} />
      </div>
    </CreateBase>
  );
}
