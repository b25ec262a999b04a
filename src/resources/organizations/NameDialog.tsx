import { useState } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { changedFields } from "../../../domain/fields.ts";
import {
  type OrganizationUpdate,
  organizationUpdate,
} from "../../../domain/organizations/schemas.ts";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import dialog from "../../components/dialog/dialog.module.css";
import { FormDialog } from "../../components/dialog/FormDialog.tsx";
import { NameInputs } from "../../components/form/NameInputs.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { app } from "../../i18n/ja/app.ts";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { OrganizationRecord } from "../records.ts";

const text = organizationPage.name;

interface NameDialogProps {
  organization: OrganizationRecord;
  onClose: () => void;
}

/** Edits the name of an organization and its reading, which all its contracts show. */
export function NameDialog({ organization, onClose }: NameDialogProps) {
  const notify = useNotify();
  // Input starts from one version; a user who saves after another sees that first.
  const [opened] = useState(organization);
  const { write, pending, problem } = useWrite("PATCH /organizations/{id}", {
    changes: "organizations",
    notice: app.form.saved,
    onWritten: onClose,
  });

  async function save(values: FieldValues) {
    const body = changesOf(opened, values);
    if (Object.keys(body).length === 0) {
      notify(app.form.unchanged, { type: "info" });
      onClose();
      return undefined;
    }
    const { version } = problem ? organization : opened;
    return (await write({ id: opened.id, ifMatch: version, body })).problem?.fields;
  }

  return (
    <FormDialog
      title={text.title}
      confirm={app.form.save}
      pending={pending}
      onClose={onClose}
      lead={
        <>
          <DialogSubject name={opened.organizationName} detail={opened.organizationNo} />
          <p className={`below ${dialog.lead}`}>{text.hint}</p>
        </>
      }
      draft="organizations"
      draftId={opened.id}
      values={opened}
      validate={validate}
      problem={problem}
      onSubmit={save}
    >
      <NameInputs source="organizationName" />
    </FormDialog>
  );
}

/** The form holds the whole record; only the name and its reading are sent. */
const nameOf = ({ organizationName, organizationNameKana }: FieldValues) => ({
  organizationName,
  organizationNameKana,
});
const errorsOf = validateWith(organizationUpdate);
const validate = (values: FieldValues) => errorsOf(nameOf(values));

function changesOf(opened: OrganizationRecord, values: FieldValues): OrganizationUpdate {
  const wanted = organizationUpdate.safeParse(nameOf(values)).data ?? {};
  return changedFields(opened, wanted, ["organizationName", "organizationNameKana"]);
}
