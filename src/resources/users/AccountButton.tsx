import Button from "@mui/material/Button";
import { useNotify } from "react-admin";
import { users } from "../../i18n/ja/resources/users.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "../records.ts";

/** The actions of an admin on a user's account, with their texts. */
const ACTIONS = {
  resend: "POST /users/{id}/invitation",
  restoreEmail: "POST /users/{id}/restore-email",
} as const;

interface AccountButtonProps {
  user: UserRecord;
  action: keyof typeof ACTIONS;
  label: string;
  size?: "small" | "medium";
}

/** Runs the action, and says whether it is done or pending at the identity service. */
export function AccountButton({ user, action, label, size = "medium" }: AccountButtonProps) {
  const notify = useNotify();
  const { api } = useApi();
  const { write, pending } = useWrite(ACTIONS[action], {
    changes: "users",
    noticesProblem: true,
    onWritten: async () => {
      const { identityPending } = await api("GET /users/{id}", { id: user.id });
      const outcome = identityPending ? "pending" : "done";
      notify(users[action][outcome](user.email), { type: identityPending ? "info" : "success" });
    },
  });
  return (
    <Button
      // Above the link that covers the row.
      className="nowrap relative"
      variant="outlined"
      size={size}
      disabled={pending}
      onClick={() => void write({ id: user.id })}
    >
      {pending ? users[action].running : label}
    </Button>
  );
}
