import { WEBHOOK_EVENTS } from "../../../domain/webhooks/rules.ts";
import type { SecretWebhook } from "../../../domain/webhooks/schemas.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { ChoicesInput } from "../../components/form/Checkbox.tsx";
import { OrganizationsInput } from "../../components/form/OrganizationsInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { webhookPage } from "../../i18n/ja/webhookPage.ts";
import { hostOf } from "./host.ts";

const text = webhookPage.secret;

interface NewSecretProps {
  of: "created" | "rotated";
  webhook: SecretWebhook;
  onClose: () => void;
}

export function NewSecret({ of, webhook, onClose }: NewSecretProps) {
  return (
    <SecretDialog
      title={text[`${of}Title`]}
      once={text.once(hostOf(webhook))}
      label={text.key}
      secret={webhook.secret}
      onClose={onClose}
    />
  );
}

const events = WEBHOOK_EVENTS.map(
  (event) =>
    ({
      id: event,
      name: webhooks.event[event],
      hint: webhookPage.eventHint[event],
    }) as const,
);

export function WebhookFields() {
  return (
    <>
      <TextInput
        source="url"
        type="url"
        label={webhooks.fields.url}
        description={webhookPage.form.urlHint}
        required
      />
      <ChoicesInput source="events" label={webhooks.fields.events} choices={events} />
      <OrganizationsInput />
    </>
  );
}
