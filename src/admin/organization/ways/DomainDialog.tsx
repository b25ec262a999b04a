import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { domainCheck, type Ways } from "../../../../domain/ways/schemas.ts";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { ways } from "../../../i18n/ja/ways.ts";
import type { OrganizationRecord } from "../../../resources/records.ts";
import { useWrite } from "../../../writes/useWrite.ts";

const text = ways.domains;

const BLANK = { name: "" };
const validate = validateWith(domainCheck);

interface DomainDialogProps {
  organization: OrganizationRecord;
  current: Ways;
  onClose: () => void;
}

/** Names a domain of the organization, which its TXT record proves afterwards. */
export function DomainDialog({ organization, current, onClose }: DomainDialogProps) {
  const [opened] = useState(current);
  const { write, pending, problem } = useWrite("PUT /organizations/{id}/ways", {
    changes: "organizations",
    notice: text.added,
    onWritten: onClose,
  });

  async function add(values: FieldValues) {
    const { name } = domainCheck.parse(values);
    const { version, ...known } = problem ? current : opened;
    if (known.domains.some((each) => each.name === name)) return { name: text.known };
    const body = { ...known, domains: [...known.domains, { name }] };
    const { problem: failed } = await write({ id: organization.id, ifMatch: version, body });
    const said = Object.values(failed?.fields ?? {})[0];
    return said && { name: said };
  }

  return (
    <FormDialog
      title={text.addTitle}
      size="small"
      confirm={text.add}
      pending={pending}
      onClose={onClose}
      lead={
        <DialogSubject name={organization.organizationName} detail={organization.organizationNo} />
      }
      draft="organizations.domains"
      draftId={organization.id}
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={add}
    >
      <TextInput source="name" label={text.name} description={text.nameHint} required />
    </FormDialog>
  );
}
