import { StatusChip, UserStatusChip } from "../../components/display/StatusChip.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../records.ts";
import { AccountButton } from "./AccountButton.tsx";
import styles from "./users.module.css";

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
    <div className={`grid gap-8 ${styles.error}`}>
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
