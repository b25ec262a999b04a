import {
  CreateBase,
  type RaRecord,
  type RedirectionSideEffect,
  type TransformData,
} from "react-admin";
import { PageTitle, type PageTitleProps } from "../display/PageTitle.tsx";
import { FormBody, type FormBodyProps } from "./FormBody.tsx";
import styles from "./page.module.css";
import { useSaved } from "./useSaved.ts";

interface CreatePageProps extends Omit<FormBodyProps, "notice"> {
  /** A key of the catalogue. */
  title: string;
  back?: PageTitleProps["back"];
  /** Makes of the form's values what is sent. */
  transform?: TransformData;
  redirect?: RedirectionSideEffect;
  /** Told of a refusal after the page has dealt with it. */
  onError?: (error: Error, sent: { data?: unknown }) => void;
  /** In place of the notice and the redirection; `sent` holds what was sent. */
  onSuccess?: (record: RaRecord, sent: { data?: unknown }) => void;
}

/** A page that creates a record of the surrounding resource. */
export function CreatePage(props: CreatePageProps) {
  const { title, back, transform, redirect = "show", onError, onSuccess, ...form } = props;
  const saved = useSaved("created", redirect);
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
        <PageTitle title={title} back={back} />
        <FormBody cancelTo={back?.to} {...form} />
      </div>
    </CreateBase>
  );
}
