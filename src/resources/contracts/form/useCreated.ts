import { type RaRecord, useCreatePath, useNotify, useRedirect } from "react-admin";
import { leaveArrivalNote } from "../../../components/arrival/arrivalNote.ts";

/** Opens the detail page of a new contract, which says who was invited with it. */
export function useCreated() {
  const notify = useNotify();
  const redirect = useRedirect();
  const createPath = useCreatePath();
  return (contract: RaRecord, sent: { data?: unknown }) => {
    const invited = !Reflect.has(Object(sent.data), "organizationId");
    if (invited) {
      leaveArrivalNote({
        pathname: createPath({ resource: "contracts", type: "show", id: contract.id }),
        message: "resources.contracts.notifications.invited",
        messageArgs: { email: contract.adminEmail },
      });
    }
    notify("resources.contracts.notifications.created", { type: "success" });
    redirect("show", "contracts", contract.id, contract);
  };
}
