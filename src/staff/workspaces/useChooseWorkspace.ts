import { useRef } from "react";
import { HttpError, useNotify } from "react-admin";
import type { UserProfile } from "../../../domain/users/schemas.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { useReloadProfile } from "../../providers/signIn/useReloadProfile.ts";
import { userProfile } from "../../providers/signIn/userProfile.ts";

export type WorkspaceReference = UserProfile["workspaces"][number];

type Selection = Pick<UserProfile, "lastSelectedWorkspaceId" | "lastSelectedWorkspaceName">;

const selected = (): Selection => {
  const { lastSelectedWorkspaceId, lastSelectedWorkspaceName } = userProfile.get();
  return { lastSelectedWorkspaceId, lastSelectedWorkspaceName };
};
const show = (selection: Selection) => userProfile.set({ ...userProfile.get(), ...selection });

/** Selects a workspace at once; an error reverts it. Requests run in turn: the last one wins. */
export function useChooseWorkspace() {
  const { api } = useApi();
  const notify = useNotify();
  const reloadProfile = useReloadProfile();
  const waiting = useRef<Selection>(undefined);
  const sending = useRef(false);

  const remember = ({ lastSelectedWorkspaceId }: Selection) =>
    api("PATCH /users/me", { body: { lastSelectedWorkspaceId } });

  async function sendAll(kept: Selection) {
    while (waiting.current) {
      const next = waiting.current;
      waiting.current = undefined;
      try {
        const profile = await remember(next);
        kept = next;
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

  function tell(error: unknown, { lastSelectedWorkspaceName: name }: Selection) {
    if (error instanceof HttpError && error.status === 422) {
      notify("resources.workspaces.lost", { type: "warning", messageArgs: { name } });
    } else {
      notify(messageFor(error), { type: "error" });
    }
  }

  return async ({ workspaceId, workspaceName }: WorkspaceReference): Promise<void> => {
    const before = selected();
    waiting.current = {
      lastSelectedWorkspaceId: workspaceId,
      lastSelectedWorkspaceName: workspaceName,
    };
    show(waiting.current);
    if (sending.current) return;
    sending.current = true;
    await sendAll(before);
    sending.current = false;
  };
}
