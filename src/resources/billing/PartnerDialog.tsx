import { useQuery } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { billingPartnerUpdate } from "../../../domain/billing/schemas.ts";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import { FormDialog, useOpened } from "../../components/dialog/FormDialog.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { app } from "../../i18n/ja/app.ts";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useWrite } from "../../writes/useWrite.ts";

interface PartnerDialogProps {
  organizationId: number;
  onClose: () => void;
}

/** What an organization is called in the books. */
export function PartnerDialog({ organizationId, onClose }: PartnerDialogProps) {
  const { api } = useApi();
  const { data: partner, error } = useQuery({
    queryKey: ["billing-files", "partner", organizationId],
    queryFn: ({ signal }) => api("GET /billing-partners/{id}", { id: organizationId, signal }),
  });
  const opened = useOpened(partner);
  const { write, pending, problem } = useWrite("PUT /billing-partners/{id}", {
    changes: "billing-files",
    notice: text.saved,
    onWritten: onClose,
  });

  async function save(values: FieldValues) {
    // A save after that of another user comes with a notice first.
    const record = problem ? partner : opened;
    if (!record) return undefined;
    const body = billingPartnerUpdate.parse(entered(values));
    const ifMatch = record.version;
    return (await write({ id: organizationId, ifMatch, body })).problem?.fields;
  }

  return (
    <FormDialog
      title={text.partner}
      confirm={app.form.save}
      pending={pending}
      onClose={onClose}
      lead={partner && <DialogSubject name={partner.organizationName} detail={text.partnerHint} />}
      draft="billing.partner"
      draftId={organizationId}
      values={opened}
      loadError={error}
      validate={(values) => validate(entered(values))}
      problem={problem}
      onSubmit={save}
    >
      <TextInput
        source="partnerName"
        label={text.fields.partnerName}
        description={text.fields.partnerNameHint}
      />
      <TextInput
        source="subAccount"
        label={text.fields.subAccount}
        description={text.fields.subAccountHint}
      />
    </FormDialog>
  );
}

const validate = validateWith(billingPartnerUpdate);

function entered({ partnerName, subAccount }: FieldValues) {
  return { partnerName: partnerName?.trim() ? partnerName : null, subAccount: subAccount ?? "" };
}
