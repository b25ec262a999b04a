import { WEBHOOK_EVENTS } from "../../../domain/webhooks/rules.ts";
import { ChoicesInput } from "../../components/form/ChoicesInput.tsx";
import { OrganizationsInput } from "../../components/form/OrganizationsInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import "../../i18n/ja/late/webhooks.ts";

const events = WEBHOOK_EVENTS.map(
  (event) =>
    ({
      id: event,
      name: `resources.webhooks.event.${event}`,
      hint: `resources.webhooks.eventHint.${event}`,
    }) as const,
);

export function WebhookFields() {
  return (
    <>
      <TextInput
        source="url"
        type="url"
        label="resources.webhooks.fields.url"
        description="resources.webhooks.form.urlHint"
        required
      />
      <ChoicesInput source="events" label="resources.webhooks.fields.events" choices={events} />
      <OrganizationsInput />
    </>
  );
}
