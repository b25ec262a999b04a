import CampaignIcon from "@mui/icons-material/CampaignOutlined";
import { Suspense, useState } from "react";
import { ShowBase, useCanAccess, useRedirect, useShowContext } from "react-admin";
import type { Notice } from "../../../domain/api/notices.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { LoadError, LoadingState } from "../../components/display/LoadError.tsx";
import { RecordTitle } from "../../components/display/RecordPage.tsx";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { lazyDialog, lazyScreen } from "../../components/load/lazyScreen.tsx";
import { notices as text } from "../../i18n/ja/resources/notices.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";

type NoticeRecord = Notice & { id: number };

/** What an organization tells its members; the forms come when they are opened. */
export const notices = {
  list: NoticeList,
  show: NoticeShow,
  create: lazyScreen(async () => (await import("./NoticeForm.tsx")).NoticeCreate),
  edit: lazyScreen(async () => (await import("./NoticeForm.tsx")).NoticeEdit),
  icon: CampaignIcon,
  recordRepresentation: (notice: NoticeRecord) => notice.title,
};

const DeleteRecord = lazyDialog(
  async () => (await import("../../components/dialog/DeleteRecord.tsx")).DeleteRecord,
);

const NOTICES = resourceTopic("notices");
const LIST = { to: "/notices", name: text.list.title };
const latestFirst = { field: "updatedAt", order: "DESC" } as const;

const columns: readonly Column<NoticeRecord>[] = [
  { source: "title", sortBy: true },
  {
    source: "updatedAt",
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];

function NoticeList() {
  useLiveReads(NOTICES, "notices");
  return (
    <ListPage title={text.name} sort={latestFirst} actions={<CreateLink label={text.list.add} />}>
      <DataTable columns={columns} empty={text.empty} />
    </ListPage>
  );
}

function NoticeShow() {
  useLiveReads(NOTICES, "notices");
  return (
    <ShowBase loading={<LoadingState />} queryOptions={QUERY_OPTIONS}>
      <NoticeDetail />
    </ShowBase>
  );
}

// The page tells of an error itself; react-admin would call any of them a missing record.
const QUERY_OPTIONS = { onError: () => {} };

function NoticeDetail() {
  const { record: notice, error } = useShowContext<NoticeRecord>();
  return (
    <>
      <RecordTitle
        title={text.detail.title}
        back={LIST}
        actions={notice ? <NoticeActions notice={notice} /> : null}
      />
      {notice ? (
        <Facts>
          <Fact source="body" wide>
            {notice.body}
          </Fact>
          <Fact source="createdAt">{formatDateTime(notice.createdAt)}</Fact>
          <Fact source="updatedAt">{formatDateTime(notice.updatedAt)}</Fact>
        </Facts>
      ) : (
        <LoadError error={error} />
      )}
    </>
  );
}

function NoticeActions({ notice }: { notice: NoticeRecord }) {
  const redirect = useRedirect();
  const { canAccess } = useCanAccess({ resource: "notices", action: "edit" });
  const [deleting, setDeleting] = useState(false);
  if (!canAccess) return null;
  return (
    <>
      <ActionButton primary reason={null} onClick={() => redirect("edit", "notices", notice.id)}>
        {text.detail.edit}
      </ActionButton>
      <ActionButton danger reason={null} onClick={() => setDeleting(true)}>
        {text.detail.delete}
      </ActionButton>
      {deleting ? (
        <Suspense>
          <DeleteRecord
            resource="notices"
            record={notice}
            name={notice.title}
            detail={formatDateTime(notice.updatedAt)}
            texts={text.remove}
            notice={text.notifications.deleted}
            onClose={() => setDeleting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
