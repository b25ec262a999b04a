import { useQueryClient } from "@tanstack/react-query";
import { useDelete, useNotify, useRedirect, useTranslate } from "ra-core";
import { useState } from "react";
import { ConfirmDelete } from "../../components/dialog/ConfirmDelete.tsx";
import { useReloadProfile } from "../../providers/useReloadProfile.ts";
import { userProfile } from "../../providers/userProfile.ts";
import type { WorkspaceRow } from "./workspaceRow.ts";
import styles from "./workspaces.module.css";

interface DeleteDialogProps {
  workspace: WorkspaceRow;
  onClose: () => void;
}

/** The spec's delete confirmation for a workspace; a refusal is told in it. */
export function DeleteDialog({ workspace, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const reloadProfile = useReloadProfile();
  const [failure, setFailure] = useState<string>();
  const [remove, { isPending }] = useDelete<WorkspaceRow, Error>(
    "workspaces",
    { id: workspace.id, previousData: workspace },
    {
      mutationMode: "pessimistic",
      onSuccess: () => {
        forgetSelection(workspace.workspaceId);
        void reloadProfile();
        notify("resources.workspaces.notifications.deleted", { type: "success" });
        redirect("list", "workspaces");
      },
      onError: (error) => {
        setFailure(error.message);
        // Changed, deleted or become the last one meanwhile: the page behind shows it as it is now.
        void queryClient.invalidateQueries({ queryKey: ["workspaces"] });
      },
    },
  );

  function confirm() {
    setFailure(undefined);
    void remove();
  }

  return (
    <ConfirmDelete
      open
      title={translate("resources.workspaces.remove.title")}
      onConfirm={confirm}
      onClose={onClose}
      pending={isPending}
    >
      <p>{translate("resources.workspaces.remove.body")}</p>
      <p className={styles.subject}>
        {workspace.workspaceName}
        <span>
          {translate("resources.workspaces.remove.people", {
            count: workspace.memberCount.toLocaleString("ja-JP"),
          })}
        </span>
      </p>
      <p role="alert" className={styles.refusal}>
        {failure}
      </p>
    </ConfirmDelete>
  );
}

/** Who deletes the workspace they have selected knows that it is gone, and is not told again. */
function forgetSelection(workspaceId: number): void {
  const profile = userProfile.get();
  if (profile.lastSelectedWorkspaceId !== workspaceId) return;
  userProfile.set({
    ...profile,
    lastSelectedWorkspaceId: null,
    lastSelectedWorkspaceName: null,
  });
}
