import { type ReactNode, useEffect } from "react";
import {
  type RaRecord,
  ShowBase,
  useGetRecordRepresentation,
  useGetResourceLabel,
  useRecordContext,
  useResourceContext,
  useShowContext,
} from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { rememberRecord } from "../recent/recentRecords.ts";
import { PageError, PageSkeleton } from "./PageState.tsx";
import { PageTitle, type PageTitleProps } from "./PageTitle.tsx";

type Heading = Pick<PageTitleProps, "title" | "back">;

interface RecordPageProps<Shown extends RaRecord> {
  /** Of the page whose record cannot be shown. */
  failed: Heading;
  /** Of the page whose record is on its way. Default: the title of `failed`. */
  loading?: Heading;
  /** In place of an error where the record is gone. */
  missing?: ReactNode;
  children: (record: Shown) => ReactNode;
}

/** The page of the record of the address. */
export function RecordPage<Shown extends RaRecord>(props: RecordPageProps<Shown>) {
  const { failed, loading = { title: failed.title } } = props;
  return (
    <ShowBase loading={<PageSkeleton {...loading} />} queryOptions={QUERY_OPTIONS}>
      <LoadedRecord {...props} />
    </ShowBase>
  );
}

// The page shows the error itself; react-admin would report any error as a missing record.
const QUERY_OPTIONS = { onError: () => {} };

function LoadedRecord<Shown extends RaRecord>(props: RecordPageProps<Shown>) {
  const { failed, missing, children } = props;
  const { record, error } = useShowContext<Shown>();
  if (missing !== undefined && isMissing(error)) return missing;
  // If a reload fails, the shown data and an open dialog stay.
  if (!record || isMissing(error)) return <PageError {...failed} error={error} />;
  return children(record);
}

interface RecordTitleProps extends Omit<PageTitleProps, "of"> {
  edited?: boolean;
}

/** Heads the page of the surrounding record with its name; `title` stands in without a record. */
export function RecordTitle({ title, edited = false, ...rest }: RecordTitleProps) {
  const resource = useResourceContext() ?? "";
  const record = useRecordContext();
  const represent = useGetRecordRepresentation(resource);
  const nameOf = useGetResourceLabel();
  const id = record?.id;
  const name = record ? String(represent(record)) : "";
  useEffect(() => {
    if (id !== undefined) rememberRecord(resource, id, name);
  }, [resource, id, name]);
  if (!record) return <PageTitle title={title} {...rest} />;
  return <PageTitle title={edited ? app.editOf(name) : name} of={nameOf(resource)} {...rest} />;
}
