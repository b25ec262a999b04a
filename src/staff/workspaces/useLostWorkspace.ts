import { useEffect } from "react";
import { useNotify } from "react-admin";
import type { UserProfile } from "../../../domain/users.ts";
import { userProfile } from "../../providers/userProfile.ts";

/** Says once that the selected workspace was deleted or the user is no longer a member. */
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

/** The name of the workspace that was selected and has disappeared from the profile. */
function lostSelection(before: UserProfile, now: UserProfile): string | null {
  const { userId, lastSelectedWorkspaceId: id, lastSelectedWorkspaceName: name } = before;
  const isOther = userId !== now.userId;
  const isThere = now.workspaces.some(({ workspaceId }) => workspaceId === id);
  return isOther || isThere ? null : name;
}
