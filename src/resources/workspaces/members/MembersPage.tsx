import { useCanAccess, useGetOne, useGetRecordId, useRequireAccess } from "react-admin";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { isMissing } from "../../../providers/problems/answerStatus.ts";
import type { WorkspaceRecord } from "../../records.ts";
import { MissingWorkspace } from "../MissingWorkspace.tsx";
import { detailOf } from "../paths.ts";
import { MemberEditor } from "./MemberEditor.tsx";
import { useMemberEditing } from "./useMemberEditing.ts";

const EDITING = { resource: "workspaces", action: "edit" };

/** /workspaces/{id}/members, for organization admins. */
export function MembersPage() {
  useRequireAccess(EDITING);
  const { canAccess } = useCanAccess(EDITING);
  const id = String(useGetRecordId());
  // Another workspace starts with new state.
  return canAccess ? <MemberEditing key={id} workspaceId={id} /> : <LoadingState />;
}

function MemberEditing({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useGetOne<WorkspaceRecord>(
    "workspaces",
    { id: Number(workspaceId) },
    QUIET,
  );
  const editing = useMemberEditing(workspaceId);
  if (isMissing(editing.loadError) || isMissing(editing.saveError)) return <MissingWorkspace />;
  const name = workspace?.workspaceName;
  return (
    <DetailPage>
      <PageTitle
        title={name ? workspaces.members.editTitleOf(name) : workspaces.members.editTitle}
        of={workspaces.name}
        back={detailOf(workspaceId)}
      />
      {editing.basis ? (
        <MemberEditor workspaceId={workspaceId} basis={editing.basis} editing={editing} />
      ) : null}
      {editing.loadError && !editing.basis ? <LoadError error={editing.loadError} /> : null}
      {editing.loadError || editing.basis ? null : <LoadingState />}
    </DetailPage>
  );
}

// If the members fail to load, the page says so; the name is not essential.
const QUIET = { onError: () => {} };
