import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { DEFAULT_SCOPES, SERVICE_SCOPES } from "../../../domain/access.ts";
import { type CreatedServiceKey, serviceKeyCreate } from "../../../domain/api/serviceKeys.ts";
import { endOfTerm, KEY_TERMS, type KeyTerm } from "../../../domain/serviceKeys/rules.ts";
import { tokyoDate } from "../../../domain/text/dates.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { FormDialog } from "../../components/dialog/FormDialog.tsx";
import { ChoicesInput } from "../../components/form/Checkbox.tsx";
import { OrganizationsInput } from "../../components/form/OrganizationsInput.tsx";
import { SelectInput } from "../../components/form/SelectInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { serviceKeys } from "../../i18n/ja/resources/serviceKeys.ts";
import { serviceKeyDialogs } from "../../i18n/ja/serviceKeyPages.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";

const text = serviceKeyDialogs.created;

const PROPOSED: KeyTerm = "year";
const BLANK = { name: "", scopes: [...DEFAULT_SCOPES], organizationIds: null, term: PROPOSED };
const validateBody = validateWith(serviceKeyCreate);
const validate = ({ term: _, ...values }: FieldValues) => validateBody(values);

const terms = KEY_TERMS.map((term) => ({ id: term, name: serviceKeyDialogs.create.terms[term] }));

const scopes = SERVICE_SCOPES.map(
  (scope) =>
    ({
      id: scope,
      name: serviceKeys.scope[scope],
      hint: serviceKeyDialogs.scopeHint[scope],
      alone: scope === "scim",
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
  const { write, pending, problem } = useWrite("POST /service-keys", {
    changes: "service-keys",
    onWritten: onCreated,
  });

  async function create({ term, ...values }: FieldValues, submission?: StoredSubmission) {
    const endsAt = endOfTerm(term, tokyoDate(new Date()));
    const body = serviceKeyCreate.parse({ ...values, endsAt });
    return (await write({ body }, submission)).problem?.fields;
  }

  return (
    <FormDialog
      title={serviceKeyDialogs.create.title}
      confirm={serviceKeyDialogs.create.submit}
      pending={pending}
      onClose={onClose}
      draft="service-keys.create"
      takenHint={serviceKeyDialogs.create.takenHint}
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={create}
    >
      <TextInput
        source="name"
        label={serviceKeys.fields.name}
        description={serviceKeyDialogs.create.nameHint}
        required
      />
      <ChoicesInput source="scopes" label={serviceKeys.fields.scopes} choices={scopes} />
      <OrganizationsInput />
      <SelectInput
        source="term"
        label={serviceKeyDialogs.create.term}
        description={serviceKeyDialogs.create.termHint}
        choices={terms}
        emptyText={false}
        required
      />
    </FormDialog>
  );
}

interface CreatedKeyProps {
  created: CreatedServiceKey;
  onClose: () => void;
}

function CreatedKey({ created: { name, key }, onClose }: CreatedKeyProps) {
  return (
    <SecretDialog
      title={text.title}
      once={text.once(name)}
      label={text.key}
      secret={key}
      onClose={onClose}
    />
  );
}
