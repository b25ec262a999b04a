import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SERVICE_SCOPES } from "../../../domain/access.ts";
import { type CreatedServiceKey, serviceKeyCreate } from "../../../domain/api/serviceKeys.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { ChoicesInput } from "../../components/form/ChoicesInput.tsx";
import { OrganizationsInput } from "../../components/form/OrganizationsInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { useText, useTranslate } from "../../i18n/translate.ts";
import type { KeptSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";

const BLANK = { name: "", scopes: [...SERVICE_SCOPES], organizationIds: null };
const validate = validateWith(serviceKeyCreate);

const scopes = SERVICE_SCOPES.map(
  (scope) =>
    ({
      id: scope,
      name: `resources.service-keys.scope.${scope}`,
      hint: `resources.service-keys.scopeHint.${scope}`,
    }) as const,
);

/** Creates a key, then shows it. No cache of the page ever holds it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedServiceKey>();
  return created ? (
    <CreatedKey created={created} onClose={onClose} />
  ) : (
    <KeyForm onCreated={setCreated} onClose={onClose} />
  );
}

interface KeyFormProps {
  onCreated: (created: CreatedServiceKey) => void;
  onClose: () => void;
}

function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const translate = useTranslate();
  const formId = useId();
  const { write, pending, problem } = useWrite("POST /service-keys", {
    changes: "service-keys",
    onWritten: onCreated,
  });

  async function create(values: FieldValues, kept?: KeptSubmission) {
    const body = serviceKeyCreate.parse(values);
    return (await write({ body }, kept)).problem?.fields;
  }

  return (
    <DialogFrame
      open
      title={translate("resources.service-keys.create.title")}
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons
          form={formId}
          pending={pending}
          confirm={translate("resources.service-keys.create.submit")}
        />
      }
    >
      <DialogForm
        draft="service-keys.create"
        takenHint={translate("resources.service-keys.create.takenHint")}
        id={formId}
        values={BLANK}
        validate={validate}
        problem={problem}
        onSubmit={create}
      >
        <TextInput
          source="name"
          label="resources.service-keys.fields.name"
          description="resources.service-keys.create.nameHint"
          required
        />
        <ChoicesInput
          source="scopes"
          label="resources.service-keys.fields.scopes"
          choices={scopes}
        />
        <OrganizationsInput />
      </DialogForm>
    </DialogFrame>
  );
}

interface CreatedKeyProps {
  created: CreatedServiceKey;
  onClose: () => void;
}

function CreatedKey({ created: { name, key }, onClose }: CreatedKeyProps) {
  const text = useText("resources.service-keys.created", { name });
  return (
    <SecretDialog
      title={text("title")}
      once={text("once")}
      label={text("key")}
      secret={key}
      onClose={onClose}
    />
  );
}
