import Button from "@mui/material/Button";
import { LinkBase, useCreatePath, useNotify } from "react-admin";
import { alertFamily } from "../../../domain/alerts/rules.ts";
import type { WorkItem, WorkPlaceRecord } from "../../../domain/worklist/schemas.ts";
import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { worklist as text } from "../../i18n/ja/worklist.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { stepPath } from "../../resources/alerts/AlertParts.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import { listPath } from "../listPath.ts";

interface NextActionProps {
  place: WorkPlaceRecord;
  /** The most urgent thing to do there. */
  work: WorkItem;
  /** What the place is called. */
  name: string;
}

export function NextAction({ place, work, name }: NextActionProps) {
  const createPath = useCreatePath();
  const { kind, contractId, invited, invitedCount } = work;
  if (kind !== "INVITATION") {
    const family = alertFamily(kind);
    const to = stepPath({ contractId, webhookId: place.webhookId }, family, createPath);
    return <Step to={to} label={alerts.step[family]} name={name} />;
  }
  const [person] = invited;
  if (person && invitedCount === 1) return <Resend person={person} />;
  const { organizationId } = place;
  const filter = { status: "INVITED", ...(organizationId === null ? {} : { organizationId }) };
  const to = listPath("users", filter, { field: "createdAt", order: "ASC" });
  return <Step to={to} label={text.invitations} name={name} />;
}

function Step({ to, label, name }: { to: string; label: string; name: string }) {
  return (
    <Button
      variant="outlined"
      size="small"
      component={LinkBase}
      to={to}
      aria-label={text.stepOf(label, name)}
    >
      {label}
    </Button>
  );
}

/** Sends the mail at once, and says whether it is done or pending at the identity service. */
function Resend({ person }: { person: WorkItem["invited"][number] }) {
  const notify = useNotify();
  const { api } = useApi();
  const { userId, userName, email } = person;
  const { write, pending } = useWrite("POST /users/{id}/invitation", {
    changes: "users",
    noticesProblem: true,
    onWritten: async () => {
      const { identityPending } = await api("GET /users/{id}", { id: userId });
      notify(users.resend[identityPending ? "pending" : "done"](email), {
        type: identityPending ? "info" : "success",
      });
    },
  });
  return (
    <Button
      variant="outlined"
      size="small"
      disabled={pending}
      aria-label={text.resendTo(userName)}
      onClick={() => void write({ id: userId })}
    >
      {pending ? text.resending : text.resend}
    </Button>
  );
}
