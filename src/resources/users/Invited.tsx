import Button from "@mui/material/Button";
import {
  LinkBase,
  type RaRecord,
  useCreatePath,
  useLocation,
  useNavigate,
  useNotify,
  useResourceContext,
} from "react-admin";
import { leaveArrivalNote } from "../../components/arrival/ArrivalBanner.tsx";
import { invitations } from "../../i18n/ja/invitations.ts";
import { users } from "../../i18n/ja/resources/users.ts";

interface Back {
  to: string;
  /** A text or its key. */
  name: string;
}

/** Where an invitation leads back to: the page that asked for it, else the list. */
export function useInvitedFrom(list: Back): Back {
  const state: unknown = useLocation().state;
  const { to, name } = Object(Reflect.get(Object(state), "back"));
  return typeof to === "string" && typeof name === "string" ? { to, name } : list;
}

/** After an invitation: opens the page that asked for it, which says who gets the mail. */
export function useInvited(): (user: RaRecord) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const resource = useResourceContext() ?? "users";
  const list = createPath({ resource, type: "list" });
  const { to } = useInvitedFrom({ to: list, name: "" });
  return ({ email, mailPending }) => {
    leaveArrivalNote({
      pathname: to,
      message: users.notifications[mailPending ? "mailPending" : "mailSent"](email),
    });
    notify(users.notifications.created, { type: "success" });
    navigate(to);
  };
}

/** From the invitation of one person to that of several; `state` is what the page there begins with. */
export function InviteManyLink({ state }: { state?: object }) {
  return (
    <div>
      <Button
        variant="outlined"
        color="secondary"
        component={LinkBase}
        to="/users/invite"
        state={state}
      >
        {invitations.inviteMany.open}
      </Button>
    </div>
  );
}
