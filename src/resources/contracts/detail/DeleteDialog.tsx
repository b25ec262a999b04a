import { useDelete, useNotify, useRedirect, useTranslate } from "ra-core";
import { useState } from "react";
import { formatDate } from "../../../../domain/dates.ts";
import { ConfirmDelete } from "../../../components/dialog/ConfirmDelete.tsx";
import type { ContractRow } from "../contractRow.ts";
import detail from "./detail.module.css";
import type { DialogProps } from "./dialogProps.ts";

/** The spec's delete confirmation for a contract; a failure is told in it. */
export function DeleteDialog({ contract, onClose }: DialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const redirect = useRedirect();
  const [failure, setFailure] = useState<string>();
  const [remove, { isPending }] = useDelete<ContractRow, Error>(
    "contracts",
    { id: contract.id, previousData: contract },
    {
      mutationMode: "pessimistic",
      onSuccess: () => {
        notify("resources.contracts.notifications.deleted", { type: "success" });
        redirect("list", "contracts");
      },
      onError: (error) => setFailure(error.message),
    },
  );

  function confirm() {
    setFailure(undefined);
    void remove();
  }

  return (
    <ConfirmDelete
      open
      title={translate("resources.contracts.remove.title")}
      onConfirm={confirm}
      onClose={onClose}
      pending={isPending}
    >
      <p>{translate("resources.contracts.remove.body")}</p>
      <p className={detail.subject}>
        {contract.organizationName}
        <span>
          {translate("resources.contracts.range", {
            from: formatDate(contract.startDate),
            to: formatDate(contract.endDate),
          })}
        </span>
      </p>
      <p>{translate("resources.contracts.remove.keeps")}</p>
      <p role="alert" className={detail.refusal}>
        {failure}
      </p>
    </ConfirmDelete>
  );
}
