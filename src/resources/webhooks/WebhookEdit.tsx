import { type TransformData, useCreatePath, useGetRecordId } from "react-admin";
import { webhookFields } from "../../../domain/webhooks/fields.ts";
import { webhookUpdate } from "../../../domain/webhooks/schemas.ts";
import { CheckboxInput } from "../../components/form/Checkbox.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { OrganizationNames } from "../../components/form/OrganizationsInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { webhookPage } from "../../i18n/ja/webhookPage.ts";
import type { WebhookRecord } from "../records.ts";
import { WebhookFields } from "./WebhookFields.tsx";

export function WebhookEdit() {
  const id = useGetRecordId();
  const createPath = useCreatePath();
  return (
    <EditPage<WebhookRecord>
      title={webhookPage.form.editTitle}
      back={{
        to: createPath({ resource: "webhooks", type: "show", id }),
        name: webhookPage.form.detail,
      }}
      validate={validate}
      transform={webhookChanges}
      fields={FIELDS}
      describeValue={describeValue}
    >
      <FormSection title={webhookPage.form.section}>
        <WebhookFields />
        <CheckboxInput
          source="paused"
          label={webhookPage.form.paused}
          description={webhookPage.form.pausedHint}
        />
      </FormSection>
    </EditPage>
  );
}

const { url, events, organizations, paused } = webhookFields;
const FIELDS = { url, events, organizationIds: organizations, paused };

/** The form holds the whole record; only the editable fields are validated and sent. */
const changeable = ({ url, events, organizationIds, paused }: Record<string, unknown>) => ({
  url,
  events,
  organizationIds,
  paused,
});

const updateErrors = validateWith(webhookUpdate);
const validate = (values: Record<string, unknown>) => updateErrors(changeable(values));

const webhookChanges: TransformData = (values) => {
  const changes = changeable(values);
  return webhookUpdate.safeParse(changes).data ?? changes;
};

const describeValue = (field: string, value: unknown) =>
  field === "organizationIds" && Array.isArray(value) ? (
    <OrganizationNames ids={value} />
  ) : undefined;
