import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SERVICE_SCOPES, type ServiceScope } from "../../../domain/access.ts";
import { type CreatedServiceKey, serviceKeyCreate } from "../../../domain/api/serviceKeys.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import form from "../../components/form/form.module.css";
import { OrganizationsInput } from "../../components/form/OrganizationsInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { useField } from "../../components/form/useField.ts";
import { validateWith } from "../../components/form/validateWith.ts";
import { useText, useTranslate } from "../../i18n/translate.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import styles from "./serviceKeys.module.css";

const BLANK = { name: "", scopes: [...SERVICE_SCOPES], organizationIds: null };
const validate = validateWith(serviceKeyCreate);

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

  async function create(values: FieldValues) {
    const body = serviceKeyCreate.parse(values);
    return (await write({ body })).problem?.fields;
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
        id={formId}
        values={BLANK}
        validate={validate}
        onSubmit={create}
      >
        <TextInput
          source="name"
          label="resources.service-keys.fields.name"
          description="resources.service-keys.create.nameHint"
          required
        />
        <ScopesInput />
        <OrganizationsInput />
      </DialogForm>
      <ProblemText problem={problem} />
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

/** A checkbox for each scope; the value is the array of those that are checked. */
function ScopesInput() {
  const translate = useTranslate();
  const id = useId();
  const { field, frame } = useField({
    source: "scopes",
    label: "resources.service-keys.fields.scopes",
  });
  const chosen: readonly ServiceScope[] = field.value;
  const toggle = (scope: ServiceScope) =>
    field.onChange(SERVICE_SCOPES.filter((each) => (each === scope) !== chosen.includes(each)));

  return (
    <fieldset className={form.choices} aria-describedby={frame.error ? `${id}-error` : undefined}>
      <legend className={form.label}>
        {frame.label}
        <span className={form.required} title={translate("app.field.required")} aria-hidden>
          *
        </span>
      </legend>
      {SERVICE_SCOPES.map((scope, index) => (
        <div key={scope}>
          <label className={form.checkbox}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.includes(scope)}
              aria-invalid={frame.error ? true : undefined}
              aria-describedby={`${id}-${scope}`}
              onChange={() => toggle(scope)}
              onBlur={() => field.onBlur()}
            />
            {translate(`resources.service-keys.scope.${scope}`)}
          </label>
          <p id={`${id}-${scope}`} className={styles.hint}>
            {translate(`resources.service-keys.scopeHint.${scope}`)}
          </p>
        </div>
      ))}
      <p id={`${id}-error`} className={form.error}>
        {frame.error}
      </p>
    </fieldset>
  );
}
