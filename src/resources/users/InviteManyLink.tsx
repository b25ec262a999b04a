import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import { invitations } from "../../i18n/ja/invitations.ts";

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
