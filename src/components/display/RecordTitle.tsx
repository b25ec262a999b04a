import { useEffect } from "react";
import {
  useGetRecordRepresentation,
  useGetResourceLabel,
  useRecordContext,
  useResourceContext,
} from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { rememberRecord } from "../recent/recentRecords.ts";
import { PageTitle, type PageTitleProps } from "./PageTitle.tsx";

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
