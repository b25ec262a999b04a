import { ShowBase, useShowContext } from "react-admin";
import { formatDateTime } from "../../../domain/dates.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { LoadError } from "../../components/display/LoadError.tsx";
import { PageSkeleton } from "../../components/display/PageSkeleton.tsx";
import { PageTitle } from "../../components/display/PageTitle.tsx";
import { RecordTitle } from "../../components/display/RecordTitle.tsx";
import { Section } from "../../components/display/Section.tsx";
import { isGone } from "../../providers/answerStatus.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { MemberList } from "./members/MemberList.tsx";
import { LIST } from "./paths.ts";
import { SelectedChip } from "./SelectedChip.tsx";
import { WorkspaceActions } from "./WorkspaceActions.tsx";
import { WorkspaceGone } from "./WorkspaceGone.tsx";
import { People } from "./workspaceColumns.tsx";
import type { WorkspaceRecord } from "./workspaceRecord.ts";

const WORKSPACES = resourceTopic("workspaces");

export function WorkspaceShow() {
  useLiveReads(WORKSPACES, "workspaces");
  return (
    <ShowBase
      loading={<PageSkeleton title="resources.workspaces.name" />}
      queryOptions={QUERY_OPTIONS}
    >
      <WorkspaceDetail />
    </ShowBase>
  );
}

// The page shows the error itself; react-admin would report any error as a missing record.
const QUERY_OPTIONS = { onError: () => {} };

function WorkspaceDetail() {
  const { record: workspace, error } = useShowContext<WorkspaceRecord>();
  if (isGone(error)) return <WorkspaceGone />;
  // If a reload fails, the shown data stays.
  if (!workspace) return <ShowLoadError error={error} />;
  return (
    <DetailPage>
      <RecordTitle
        title="resources.workspaces.name"
        back={LIST}
        extra={<SelectedChip workspaceId={workspace.workspaceId} />}
        actions={<WorkspaceActions workspace={workspace} />}
      />
      <Section title="resources.workspaces.detail.factsSection">
        <Facts>
          <Fact source="memberCount">
            <People count={workspace.memberCount} />
          </Fact>
          <Fact source="createdAt">{formatDateTime(workspace.createdAt)}</Fact>
          <Fact source="updatedAt">{formatDateTime(workspace.updatedAt)}</Fact>
        </Facts>
      </Section>
      <Section title="resources.workspaces.members.title">
        <MemberList workspaceId={workspace.workspaceId} />
      </Section>
    </DetailPage>
  );
}

function ShowLoadError({ error }: { error: unknown }) {
  return (
    <>
      <PageTitle title="resources.workspaces.name" back={LIST} />
      <LoadError error={error} />
    </>
  );
}
