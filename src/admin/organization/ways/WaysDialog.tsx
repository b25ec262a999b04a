import { useState } from "react";
import { useGetList } from "react-admin";
import { type FieldValues, useWatch } from "react-hook-form";
import { waysFields } from "../../../../domain/ways/rules.ts";
import { type Ways, waysUpdate } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { CheckboxInput, ChoicesInput } from "../../../components/form/Checkbox.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { app } from "../../../i18n/ja/app.ts";
import { ways as texts } from "../../../i18n/ja/ways.ts";
import type { OrganizationRecord, UserRecord } from "../../../resources/records.ts";
import { useWrite } from "../../../writes/useWrite.ts";

const text = texts.form;
const validate = validateWith(waysUpdate);

interface WaysDialogProps {
  organization: OrganizationRecord;
  current: Ways;
  onClose: () => void;
}

/** Chooses the ways of an organization. It sends the whole record back, as PUT takes it. */
export function WaysDialog({ organization, current, onClose }: WaysDialogProps) {
  // Input starts from one version; a user who saves after another sees that first.
  const [opened] = useState(current);
  const { write, pending, problem } = useWrite("PUT /organizations/{id}/ways", {
    changes: "organizations",
    notice: text.saved,
    onWritten: onClose,
  });

  async function save(values: FieldValues) {
    const { version, domains } = problem ? current : opened;
    const body = waysUpdate.parse({ ...values, domains });
    return (await write({ id: organization.id, ifMatch: version, body })).problem?.fields;
  }

  return (
    <FormDialog
      title={text.title}
      confirm={app.form.save}
      pending={pending}
      onClose={onClose}
      lead={
        <>
          <DialogSubject
            name={organization.organizationName}
            detail={organization.organizationNo}
          />
          <p className="below">{text.hint}</p>
        </>
      }
      draft="organizations.ways"
      draftId={organization.id}
      values={opened}
      validate={validate}
      problem={problem}
      onSubmit={save}
    >
      <CheckboxInput source="password" label={waysFields.password.label} />
      <CheckboxInput source="google" label={waysFields.google.label} description={text.google} />
      {opened.sso ? (
        <SsoFields organization={organization} sso={opened.sso} lacks={lackOf(opened)} />
      ) : null}
      <CheckboxInput source="joinOnFirstSignIn" label={text.join} description={text.joinHint} />
    </FormDialog>
  );
}

interface SsoFieldsProps {
  organization: OrganizationRecord;
  sso: NonNullable<Ways["sso"]>;
  /** Why it cannot be required yet. */
  lacks: string | undefined;
}

function lackOf({ sso, domains }: Ways): string | undefined {
  if (!sso?.triedAt) return waySentences.notTried;
  const isLed = domains.some(({ provenAt }) => provenAt !== null);
  return isLed ? undefined : waySentences.withoutDomain;
}

function SsoFields({ organization, sso, lacks }: SsoFieldsProps) {
  const required: unknown = useWatch({ name: "sso.required" });
  return (
    <>
      <CheckboxInput
        source="sso.required"
        label={text.required}
        description={lacks ?? text.requiredHint}
        disabled={lacks !== undefined && !sso.required}
      />
      {required ? <BreakGlass organization={organization} chosen={sso.breakGlassUserIds} /> : null}
      <CheckboxInput
        source="sso.asksForSecondFactor"
        label={text.secondFactor}
        description={text.secondFactorHint}
      />
    </>
  );
}

/** The most organization admins that are offered. */
const MOST = 100;

interface BreakGlassProps {
  organization: OrganizationRecord;
  chosen: readonly string[];
}

function BreakGlass({ organization, chosen }: BreakGlassProps) {
  const { data } = useGetList<UserRecord>("users", {
    filter: { organizationId: organization.organizationId, role: "organizationAdmin" },
    pagination: { page: 1, perPage: MOST },
    sort: { field: "userName", order: "ASC" },
  });
  if (!data) return null;
  const admins = data.filter(({ status, id }) => status === "ACTIVE" || chosen.includes(id));
  if (admins.length === 0) return <p role="status">{text.noAdmins}</p>;
  return (
    <div>
      <ChoicesInput
        source="sso.breakGlassUserIds"
        label={texts.breakGlass}
        choices={admins.map(({ id, userName, email }) => ({ id, name: userName, hint: email }))}
      />
      <p className="note">{text.breakGlassHint}</p>
    </div>
  );
}
