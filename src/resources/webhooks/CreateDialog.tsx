import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { WEBHOOK_EVENTS } from "../../../domain/webhooks/rules.ts";
import { type SecretWebhook, webhookCreate } from "../../../domain/webhooks/schemas.ts";
import { FormDialog } from "../../components/dialog/FormDialog.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { webhookPage } from "../../i18n/ja/webhookPage.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";
import { NewSecret, WebhookFields } from "./WebhookFields.tsx";

const text = webhookPage.form;

const BLANK = { url: "", events: [...WEBHOOK_EVENTS], organizationIds: null };
const validate = validateWith(webhookCreate);

/** Registers a receiver, then shows its secret. No cache of the page ever holds it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<SecretWebhook>();
  return created ? (
    <NewSecret of="created" webhook={created} onClose={onClose} />
  ) : (
    <WebhookForm onCreated={setCreated} onClose={onClose} />
  );
}

interface WebhookFormProps {
  onCreated: (created: SecretWebhook) => void;
  onClose: () => void;
}

function WebhookForm({ onCreated, onClose }: WebhookFormProps) {
  const { write, pending, problem } = useWrite("POST /webhooks", {
    changes: "webhooks",
    onWritten: onCreated,
  });

  async function create(values: FieldValues, submission?: StoredSubmission) {
    return (await write({ body: webhookCreate.parse(values) }, submission)).problem?.fields;
  }

  return (
    <FormDialog
      title={text.createTitle}
      confirm={text.submit}
      pending={pending}
      onClose={onClose}
      draft="webhooks.create"
      takenHint={text.takenHint}
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={create}
    >
      <WebhookFields />
    </FormDialog>
  );
}
