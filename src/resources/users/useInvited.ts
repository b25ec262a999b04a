import { type RaRecord, useNotify, useRedirect } from "ra-core";

const READING_MS = 6000;

/** What follows an invitation: to whom the mail went, and the list. */
export function useInvited(): (user: RaRecord) => void {
  const notify = useNotify();
  const redirect = useRedirect();
  return ({ email }) => {
    notify("resources.users.notifications.createdWithMail", {
      type: "success",
      messageArgs: { email },
      autoHideDuration: READING_MS,
    });
    redirect("list", "users");
  };
}
