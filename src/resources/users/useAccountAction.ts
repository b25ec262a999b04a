import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDataProvider, useNotify } from "react-admin";
import { messageFor } from "../../providers/errorMessage.ts";
import { useApi } from "../../providers/useApi.ts";
import type { UserRecord } from "./userRecord.ts";

/** The actions of an admin on a user's account, with their texts. */
const ACTIONS = {
  resend: "POST /users/{id}/invitation",
  restoreEmail: "POST /users/{id}/restore-email",
} as const;
export type AccountAction = keyof typeof ACTIONS;

/** Runs the action, says whether it is done or pending, and reloads the users. */
export function useAccountAction(user: UserRecord, action: AccountAction) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const { api } = useApi();
  const [running, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    try {
      await api(ACTIONS[action], { id: user.id });
      const { data } = await dataProvider.getOne<UserRecord>("users", { id: user.id });
      notify(`resources.users.${action}.${data.identityPending ? "pending" : "done"}`, {
        type: data.identityPending ? "info" : "success",
        messageArgs: { email: user.email },
      });
    } catch (error) {
      notify(messageFor(error), { type: "error" });
    } finally {
      setRunning(false);
      void queryClient.invalidateQueries({ queryKey: ["users"] });
    }
  }

  return { run, running };
}
