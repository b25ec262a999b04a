import { useFormState } from "react-hook-form";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { NameInputs } from "../../../components/form/NameInputs.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { useCheckAnswer } from "./CheckedFields.tsx";
import form from "./form.module.css";
import type { ReadOnlyFields } from "./readOnlyFields.ts";

export function AdminFields({ readOnly = {} }: { readOnly?: ReadOnlyFields }) {
  return (
    <>
      <NameInputs source="adminName" readOnly={readOnly.adminName} />
      <div>
        <TextInput source="adminEmail" type="email" required {...readOnly.adminEmail} />
        <EmailWarning />
      </div>
    </>
  );
}

/** Uses the space of the field's error, and hides while there is one. */
function EmailWarning() {
  const { warnings } = useCheckAnswer();
  const { errors } = useFormState<Pick<Contract, "adminEmail">>({ name: "adminEmail" });
  const exists = warnings.some(({ code }) => code === "EMAIL_EXISTS") && !errors.adminEmail;
  return (
    <p role="status" className={`optional ${form.warning}`}>
      {exists ? contractPages.check.emailExists : ""}
    </p>
  );
}
