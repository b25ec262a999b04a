import Button from "@mui/material/Button";
import { useNotify } from "react-admin";
import { StatusChip, UserStatusChip } from "../../components/display/StatusChip.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { UserRecord } from "../records.ts";

/** The status, pending changes at the identity service, and whether the user can sign in. */
export function AccountState({ user }: { user: UserRecord }) {
  const { status, identityPending, mailPending } = user;
  const pending = mailPending ? "mailPending" : "pending";
  return (
    <span className="inline-row gap-4-8">
      <UserStatusChip status={status} />
      {identityPending ? <StatusChip tone="info" label={users.account[pending]} /> : null}
      {errorOf(user) ? <StatusChip tone="error" label={users.account.error} /> : null}
    </span>
  );
}

/** The same with the button that repairs the account, for those who may use it. */
export function ManagedAccountState({ user }: { user: UserRecord }) {
  return (
    <span className="inline-row gap-4-8">
      <AccountState user={user} />
      <Remedy user={user} size="small" />
    </span>
  );
}

/** Why the user cannot sign in, and the button that repairs the account. */
export function AccountError({ user }: { user: UserRecord }) {
  const error = errorOf(user);
  if (!error) return null;
  return (
    <div className="grid gap-8 justify-start">
      <StatusChip tone="error" label={users.account.error} />
      <p>{users.account.hint[error]}</p>
      <Remedy user={user} />
    </div>
  );
}

function Remedy({ user, size = "medium" }: { user: UserRecord; size?: "small" | "medium" }) {
  const props = { user, size };
  switch (user.identityPending ? null : errorOf(user)) {
    case "ACCOUNT_LOST":
      return <AccountButton {...props} action="resend" label={users.resend.lost} />;
    case "EMAIL_CHANGED":
      return <AccountButton {...props} action="restoreEmail" label={users.restoreEmail.button} />;
    default:
      return null;
  }
}

/** A disabled user cannot sign in anyway. */
function errorOf({ status, identityError }: UserRecord) {
  return status === "DISABLED" ? null : identityError;
}

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

/** Whether this is the signed-in user, whose own rights and status are read-only. */
export function useIsOwn(user: UserRecord | undefined): boolean {
  const { email } = useUserProfile();
  return user?.email === email;
}
