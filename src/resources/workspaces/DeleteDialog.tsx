import { formatNumber } from "../../../domain/text/numbers.ts";
import { DeleteRecord } from "../../components/dialog/DeleteRecord.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import { useReloadProfile } from "../../providers/signIn/useReloadProfile.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";
import type { WorkspaceRecord } from "../records.ts";

interface DeleteDialogProps {
  workspace: WorkspaceRecord;
  onClose: () => void;
}

export function DeleteDialog({ workspace, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const reloadProfile = useReloadProfile();

  function onDeleted() {
    forgetSelection(workspace.workspaceId);
    void reloadProfile();
  }

  return (
    <DeleteRecord
      resource="workspaces"
      record={workspace}
      name={workspace.workspaceName}
      detail={translate("resources.workspaces.remove.people", {
        count: formatNumber(workspace.memberCount),
      })}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}

/** A user who deletes their selected workspace gets no notice that it is gone. */
function forgetSelection(workspaceId: number): void {
  const profile = userProfile.get();
  if (profile.lastSelectedWorkspaceId !== workspaceId) return;
  userProfile.set({
    ...profile,
    lastSelectedWorkspaceId: null,
    lastSelectedWorkspaceName: null,
  });
}
