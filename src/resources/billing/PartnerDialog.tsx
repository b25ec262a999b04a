import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { type BillingPartner, billingPartnerUpdate } from "../../../domain/billing/schemas.ts";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import { LoadError } from "../../components/display/LoadError.tsx";
import { LoadingState } from "../../components/display/LoadingState.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { app } from "../../i18n/ja/app.ts";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import type { WriteProblem } from "../../writes/problem.ts";
import { useWrite } from "../../writes/useWrite.ts";
import styles from "./billing.module.css";

interface PartnerDialogProps {
  organizationId: number;
  onClose: () => void;
}

/** What an organization is called in the books. */
export function PartnerDialog({ organizationId, onClose }: PartnerDialogProps) {
  const formId = useId();
  const { api } = useApi();
  const { data: partner, error } = useQuery({
    queryKey: ["billing-files", "partner", organizationId],
    queryFn: ({ signal }) => api("GET /billing-partners/{id}", { id: organizationId, signal }),
  });
  const { write, pending, problem } = useWrite("PUT /billing-partners/{id}", {
    changes: "billing-files",
    notice: text.saved,
    onWritten: onClose,
  });
  return (
    <DialogFrame
      open
      title={text.partner}
      onClose={onClose}
      dismissible={!pending}
      actions={
        partner ? (
          <DialogButtons form={formId} pending={pending} confirm={app.form.save} />
        ) : undefined
      }
    >
      {partner ? (
        <PartnerForm
          formId={formId}
          partner={partner}
          problem={problem}
          onSubmit={async (version, values) => {
            const body = partnerOf(values);
            const answer = await write({ id: organizationId, ifMatch: version, body });
            return answer.problem?.fields;
          }}
        />
      ) : null}
      {error && !partner ? <LoadError error={error} /> : null}
      {partner || error ? null : <LoadingState />}
    </DialogFrame>
  );
}

function entered({ partnerName, subAccount }: FieldValues) {
  return { partnerName: partnerName?.trim() ? partnerName : null, subAccount: subAccount ?? "" };
}
const partnerOf = (values: FieldValues) => billingPartnerUpdate.parse(entered(values));
const validate = validateWith(billingPartnerUpdate);

interface PartnerFormProps {
  formId: string;
  partner: BillingPartner;
  problem: WriteProblem | undefined;
  onSubmit: (version: number, values: FieldValues) => Promise<unknown>;
}

function PartnerForm({ formId, partner, problem, onSubmit }: PartnerFormProps) {
  const [opened] = useState(partner);
  // A save after that of another user comes with a notice first.
  const { version } = problem ? partner : opened;
  return (
    <>
      <DialogSubject name={partner.organizationName} detail={text.partnerHint} />
      <DialogForm
        draft="billing.partner"
        draftId={partner.organizationId}
        id={formId}
        values={opened}
        validate={(values) => validate(entered(values))}
        problem={problem}
        onSubmit={(values) => onSubmit(version, values)}
      >
        <div className={styles.form}>
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
        </div>
      </DialogForm>
    </>
  );
}
