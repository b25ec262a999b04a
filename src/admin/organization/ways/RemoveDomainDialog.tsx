import { useState } from "react";
import type { Ways } from "../../../../domain/ways/schemas.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { ways } from "../../../i18n/ja/ways.ts";
import type { OrganizationRecord } from "../../../resources/records.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useWrite } from "../../../writes/useWrite.ts";

const text = ways.domains;

interface RemoveDomainDialogProps {
  organization: OrganizationRecord;
  current: Ways;
  name: string;
  onClose: () => void;
}

/** Asks before a domain is taken off the list, which loses its proof. */
export function RemoveDomainDialog(props: RemoveDomainDialogProps) {
  const { organization, current, name, onClose } = props;
  const [opened] = useState(current);
  const { write, pending, problem } = useWrite("PUT /organizations/{id}/ways", {
    changes: "organizations",
    notice: text.removed,
    onWritten: onClose,
  });

  function remove() {
    const { version, ...known } = problem ? current : opened;
    const domains = known.domains.filter((each) => each.name !== name);
    void write({ id: organization.id, ifMatch: version, body: { ...known, domains } });
  }

  return (
    <ConfirmDialog
      open
      title={text.removeTitle}
      confirmLabel={text.remove}
      onConfirm={remove}
      onClose={onClose}
      pending={pending}
    >
      <p>{text.removeBody}</p>
      <DialogSubject name={name} detail={organization.organizationName} />
      <ProblemText problem={problem} />
    </ConfirmDialog>
  );
}
