import { type RaRecord, useCreatePath, useNotify, useRedirect } from "react-admin";
import { leaveArrivalNote } from "../../components/arrival/ArrivalBanner.tsx";

/** After an invitation: opens the list, which says who gets the mail. */
export function useInvited(): (user: RaRecord) => void {
  const notify = useNotify();
  const redirect = useRedirect();
  const createPath = useCreatePath();
  return ({ email, mailPending }) => {
    leaveArrivalNote({
      pathname: createPath({ resource: "users", type: "list" }),
      message: `resources.users.notifications.${mailPending ? "mailPending" : "mailSent"}`,
      messageArgs: { email },
    });
    notify("resources.users.notifications.created", { type: "success" });
    redirect("list", "users");
  };
}
