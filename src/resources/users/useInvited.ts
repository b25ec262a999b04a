import { type RaRecord, useNotify, useRedirect } from "react-admin";

const READING_MS = 6000;

/** After an invitation: says who got the mail, then opens the list. */
export function useInvited(): (user: RaRecord) => void {
  const notify = useNotify();
  const redirect = useRedirect();
  return ({ email, mailPending }) => {
    const said = mailPending ? "createdMailPending" : "createdWithMail";
    notify(`resources.users.notifications.${said}`, {
      type: mailPending ? "info" : "success",
      messageArgs: { email },
      autoHideDuration: READING_MS,
    });
    redirect("list", "users");
  };
}
