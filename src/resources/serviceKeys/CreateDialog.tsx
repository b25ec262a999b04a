import Button from "@mui/material/Button";
import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { SERVICE_SCOPES, type ServiceScope } from "../../../domain/access.ts";
import { type CreatedServiceKey, serviceKeyCreate } from "../../../domain/api/serviceKeys.ts";
import { copyText } from "../../components/copy/copyText.ts";
import { SelectableText } from "../../components/copy/SelectableText.tsx";
import { CloseButton } from "../../components/dialog/CloseButton.tsx";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import form from "../../components/form/form.module.css";
import { TextInput } from "../../components/form/TextInput.tsx";
import { useField } from "../../components/form/useField.ts";
import { validateWith } from "../../components/form/validateWith.ts";
import { useText, useTranslate } from "../../i18n/translate.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import { OrganizationsInput } from "./OrganizationsInput.tsx";
import styles from "./serviceKeys.module.css";

const BLANK = { name: "", scopes: [...SERVICE_SCOPES], binding: "all", organizationIds: [] };
const errorsOf = validateWith(serviceKeyCreate);
const written = ({ name, scopes, binding, organizationIds }: FieldValues) => ({
  name,
  scopes,
  organizationIds: binding === "all" ? null : organizationIds,
});
const validate = (values: FieldValues) => errorsOf(written(values));

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
    const body = serviceKeyCreate.parse(written(values));
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

type Copied = "copied" | "byHand";

/** Shows a new key, once. Only its button closes the dialog until the key is copied. */
function CreatedKey({ created, onClose }: CreatedKeyProps) {
  const [state, setState] = useState<Copied>();
  const text = useText("resources.service-keys.created", { name: created.name });

  async function copy() {
    setState((await copyText(created.key)) ? "copied" : "byHand");
  }

  return (
    <DialogFrame
      open
      title={text("title")}
      onClose={onClose}
      dismissible={state === "copied"}
      role="alertdialog"
      actions={<CloseButton />}
    >
      <p>{text("once")}</p>
      <SelectableText label={text("key")} value={created.key} />
      <div className={styles.copy}>
        <Button variant="contained" onClick={() => void copy()} data-autofocus>
          {text("copy")}
        </Button>
        <p role="status">{state ? text(state) : ""}</p>
      </div>
    </DialogFrame>
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
    <fieldset className={styles.choices} aria-describedby={frame.error ? `${id}-error` : undefined}>
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
