import { useId, useState } from "react";
import { useTranslate } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { SERVICE_SCOPES } from "../../../domain/access.ts";
import { type CreatedServiceKey, serviceKeyCreate } from "../../../domain/api/serviceKeys.ts";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import { CreatedKey } from "./CreatedKey.tsx";
import { ScopesInput } from "./ScopesInput.tsx";

const BLANK = { name: "", scopes: [...SERVICE_SCOPES] };
const errorsOf = validateWith(serviceKeyCreate);
const written = ({ name, scopes }: FieldValues) => ({ name, scopes });
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
      </DialogForm>
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}
