import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LinkBase, useCanAccess, useCreatePath, useGetList } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { History } from "../../components/audit/History.tsx";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { LoadError, LoadingState } from "../../components/display/LoadError.tsx";
import { RecordPage, RecordTitle } from "../../components/display/RecordPage.tsx";
import { Section } from "../../components/display/Section.tsx";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { useReservedSpace } from "../../components/display/useReservedSpace.ts";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { useTabWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import type { WorkspaceRecord } from "../records.ts";
import { MemberTable } from "./members/MemberTable.tsx";
import { NO_CHANGES, rowsOf } from "./members/memberChanges.ts";
import { useMembers } from "./members/useMemberEditing.ts";
import { LIST, MissingWorkspace, membersPath } from "./WorkspaceParts.tsx";
import { People } from "./workspaceColumns.tsx";

const label = workspaces.detail;

const WORKSPACES = resourceTopic("workspaces");

export function WorkspaceShow() {
  useLiveReads(WORKSPACES, "workspaces");
  return (
    <RecordPage<WorkspaceRecord>
      failed={{ title: workspaces.name, back: LIST }}
      missing={<MissingWorkspace />}
    >
      {(workspace) => <WorkspaceDetail workspace={workspace} />}
    </RecordPage>
  );
}

function WorkspaceDetail({ workspace }: { workspace: WorkspaceRecord }) {
  return (
    <DetailPage>
      <RecordTitle
        title={workspaces.name}
        back={LIST}
        extra={<SelectedChip workspaceId={workspace.workspaceId} />}
        actions={<WorkspaceActions workspace={workspace} />}
      />
      <Section title={label.factsSection}>
        <Facts>
          <Fact source="workspaceId">{workspace.workspaceId}</Fact>
          <Fact source="memberCount">
            <People count={workspace.memberCount} />
          </Fact>
          {workspace.managedBy ? (
            <Fact source="managedBy">{workspaces.managedBy[workspace.managedBy]}</Fact>
          ) : null}
          <Fact source="createdAt">{formatDateTime(workspace.createdAt)}</Fact>
          <Fact source="updatedAt">{formatDateTime(workspace.updatedAt)}</Fact>
        </Facts>
      </Section>
      <Section title={workspaces.members.title}>
        <MemberList workspace={workspace} />
      </Section>
      <WorkspaceHistory workspace={workspace} />
    </DetailPage>
  );
}

/** With the members as they are now, which events add and remove. */
function WorkspaceHistory({ workspace }: { workspace: WorkspaceRecord }) {
  const { data } = useMembers(workspace.workspaceId);
  const record = { ...workspace, members: data?.members };
  return <History kind="workspace" id={workspace.workspaceId} record={record} />;
}

function SelectedChip({ workspaceId }: { workspaceId: number }) {
  if (useTabWorkspace()?.workspaceId !== workspaceId) return null;
  return <StatusChip tone="success" label={workspaces.selected} />;
}

function MemberList({ workspace: { workspaceId, managedBy } }: { workspace: WorkspaceRecord }) {
  const { data, error } = useMembers(workspaceId);
  const queryClient = useQueryClient();
  const missing = isMissing(error);

  // If the members are missing, so is the workspace: the page loads it again and says so.
  useEffect(() => {
    if (missing) void queryClient.invalidateQueries({ queryKey: ["workspaces", "getOne"] });
  }, [missing, queryClient]);

  if (data)
    return (
      <MemberTable
        rows={rowsOf(data.members, NO_CHANGES)}
        next={managedBy ? null : <EditMembers workspaceId={workspaceId} />}
      />
    );
  return error ? <LoadError error={error} /> : <LoadingState />;
}

function EditMembers({ workspaceId }: { workspaceId: number }) {
  const { canAccess } = useCanAccess({ resource: "workspaces", action: "edit" });
  if (!canAccess) return null;
  return (
    <Button variant="contained" component={LinkBase} to={membersPath(workspaceId)}>
      {label.members}
    </Button>
  );
}

const DeleteDialog = lazyDialog(async () => (await import("./DeleteDialog.tsx")).DeleteDialog);

const ONE = { pagination: { page: 1, perPage: 1 } };

/** The actions of an organization admin on a workspace; others see none. */
function WorkspaceActions({ workspace }: { workspace: WorkspaceRecord }) {
  const right = useReservedSpace({ resource: "workspaces", action: "edit" });
  return right.isRefused ? null : <Actions workspace={workspace} right={right} />;
}

interface ActionsProps {
  workspace: WorkspaceRecord;
  right: ReturnType<typeof useReservedSpace>;
}

function Actions({ workspace, right }: ActionsProps) {
  const { total, isPending } = useGetList<WorkspaceRecord>("workspaces", ONE, {
    enabled: !right.isPending,
  });
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      {workspace.managedBy ? (
        <ReadOnlyActions />
      ) : (
        <ChangeLinks workspace={workspace} right={right} />
      )}
      {/* The last workspace cannot be deleted. If the number is unknown, the API decides. */}
      {isPending ? null : (
        <ActionButton reason={refusalOf(workspace, total)} onClick={() => setDeleting(true)} danger>
          {label.remove}
        </ActionButton>
      )}
      {deleting ? <DeleteDialog workspace={workspace} onClose={() => setDeleting(false)} /> : null}
    </>
  );
}

function refusalOf({ managedBy }: WorkspaceRecord, total: number | undefined): string | null {
  if (managedBy) return workspaces.managed;
  return total === 1 ? workspaces.remove.last : null;
}

/** What a directory does, which is why nobody can do it here. */
function ReadOnlyActions() {
  return [label.members, label.rename].map((action) => (
    <ActionButton key={action} reason={workspaces.managed} onClick={() => {}}>
      {action}
    </ActionButton>
  ));
}

function ChangeLinks({ workspace: { id }, right: { reserved } }: ActionsProps) {
  const createPath = useCreatePath();
  return (
    <>
      <Button variant="contained" component={LinkBase} to={membersPath(id)} {...reserved}>
        {label.members}
      </Button>
      <Button
        variant="outlined"
        color="secondary"
        component={LinkBase}
        to={createPath({ resource: "workspaces", type: "edit", id })}
        {...reserved}
      >
        {label.rename}
      </Button>
    </>
  );
}
