import { type RaRecord, useNotify, useRedirect } from "react-admin";

const READING_MS = 6000;

/** Shows that the contract was created and the invitation sent, then opens its detail page. */
export function useCreated() {
  const notify = useNotify();
  const redirect = useRedirect();
  return (contract: RaRecord, sent: { data?: unknown }) => {
    const invited = !Reflect.has(Object(sent.data), "organizationId");
    if (invited) {
      notify("resources.contracts.notifications.createdWithInvitation", {
        type: "success",
        messageArgs: { email: contract.adminEmail },
        autoHideDuration: READING_MS,
      });
    } else {
      notify("resources.contracts.notifications.created", { type: "success" });
    }
    redirect("show", "contracts", contract.id, contract);
  };
}
