import { useRef } from "react";
import { HttpError, useNotify } from "react-admin";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import {
  useShowWorkspace,
  useTabWorkspace,
  type WorkspaceReference,
} from "../../providers/signIn/tabWorkspace.ts";
import { useReloadProfile } from "../../providers/signIn/useReloadProfile.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";

/**
 * Selects a workspace for this tab at once, and as the user's last choice, with which other tabs
 * begin. An error reverts it. Requests run in turn: the last one wins.
 */
export function useChooseWorkspace() {
  const { api } = useApi();
  const notify = useNotify();
  const reloadProfile = useReloadProfile();
  const before = useTabWorkspace();
  const show = useShowWorkspace();
  const waiting = useRef<WorkspaceReference>(undefined);
  const sending = useRef(false);

  async function sendAll(kept: number | null) {
    while (waiting.current) {
      const next = waiting.current;
      const { workspaceId: lastSelectedWorkspaceId } = next;
      waiting.current = undefined;
      try {
        const profile = await api("PATCH /users/me", { body: { lastSelectedWorkspaceId } });
        kept = lastSelectedWorkspaceId;
        if (!waiting.current) userProfile.set(profile);
      } catch (error) {
        if (waiting.current) continue;
        show(kept);
        tell(error, next);
        // The previous workspace may be gone as well.
        void reloadProfile();
      }
    }
  }

  function tell(error: unknown, { workspaceName: name }: WorkspaceReference) {
    if (error instanceof HttpError && error.status === 422) {
      notify(workspaces.lost(name), { type: "warning" });
    } else {
      notify(messageFor(error), { type: "error" });
    }
  }

  return async (workspace: WorkspaceReference): Promise<void> => {
    waiting.current = workspace;
    show(workspace.workspaceId);
    if (sending.current) return;
    sending.current = true;
    await sendAll(before?.workspaceId ?? null);
    sending.current = false;
  };
}
