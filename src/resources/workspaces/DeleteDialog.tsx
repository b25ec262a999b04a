import { formatNumber } from "../../../domain/text/numbers.ts";
import { DeleteRecord } from "../../components/dialog/DeleteRecord.tsx";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { forgetWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import { useReloadProfile } from "../../providers/signIn/useReloadProfile.ts";
import type { WorkspaceRecord } from "../records.ts";

interface DeleteDialogProps {
  workspace: WorkspaceRecord;
  onClose: () => void;
}

export function DeleteDialog({ workspace, onClose }: DeleteDialogProps) {
  const reloadProfile = useReloadProfile();

  function onDeleted() {
    forgetWorkspace(workspace.workspaceId);
    void reloadProfile();
  }

  return (
    <DeleteRecord
      resource="workspaces"
      record={workspace}
      name={workspace.workspaceName}
      texts={workspaces.remove}
      notice={workspaces.notifications.deleted}
      detail={workspaces.remove.people(formatNumber(workspace.memberCount))}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
