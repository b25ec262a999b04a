import { useEffect } from "react";
import { useNotify } from "react-admin";
import type { UserProfile } from "../../../domain/users.ts";
import { userProfile } from "../../providers/userProfile.ts";

/** Says once that the selected workspace was deleted, or that one is no member of it any more. */
export function useLostWorkspace(): void {
  const notify = useNotify();
  useEffect(() => {
    let before = userProfile.get();
    return userProfile.subscribe(() => {
      const now = userProfile.get();
      const name = lostSelection(before, now);
      before = now;
      if (name) {
        notify("resources.workspaces.lost", { type: "warning", messageArgs: { name } });
      }
    });
  }, [notify]);
}

/** Name of the workspace that was selected and is not there to be selected any more. */
function lostSelection(before: UserProfile, now: UserProfile): string | null {
  const { userId, lastSelectedWorkspaceId: id, lastSelectedWorkspaceName: name } = before;
  const isOther = userId !== now.userId;
  const isThere = now.workspaces.some(({ workspaceId }) => workspaceId === id);
  return isOther || isThere ? null : name;
}
