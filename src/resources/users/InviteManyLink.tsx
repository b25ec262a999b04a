import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import { useTranslate } from "../../i18n/translate.ts";
import "../../i18n/ja/late/invitations.ts";

/** From the invitation of one person to that of several; `state` is what the page there begins with. */
export function InviteManyLink({ state }: { state?: object }) {
  const translate = useTranslate();
  return (
    <div>
      <Button
        variant="outlined"
        color="secondary"
        component={LinkBase}
        to="/users/invite"
        state={state}
      >
        {translate("resources.users.inviteMany.open")}
      </Button>
    </div>
  );
}
