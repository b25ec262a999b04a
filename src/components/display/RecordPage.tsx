import type { ReactNode } from "react";
import { type RaRecord, ShowBase, useShowContext } from "react-admin";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { PageError, PageSkeleton } from "./PageState.tsx";
import type { PageTitleProps } from "./PageTitle.tsx";

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
