import { useTranslate } from "ra-core";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import form from "./form.module.css";
import type { Locks } from "./locks.ts";
import { useCheckAnswer } from "./useContractCheck.ts";

/** The organization's admin for this contract. */
export function AdminFields({ locks = {} }: { locks?: Locks }) {
  return (
    <>
      <FormRow>
        <TextInput source="adminName" required {...locks.adminName} />
        <TextInput source="adminEmail" type="email" required {...locks.adminEmail} />
      </FormRow>
      <EmailWarning />
    </>
  );
}

function EmailWarning() {
  const translate = useTranslate();
  const { warnings } = useCheckAnswer();
  const exists = warnings.some(({ code }) => code === "EMAIL_EXISTS");
  return (
    <p role="status" className={form.warning}>
      {exists ? translate("resources.contracts.check.emailExists") : ""}
    </p>
  );
}
