import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import {
  type BillingSettingsRecord,
  billingSettingsUpdate,
  DUE,
} from "../../../domain/billing/schemas.ts";
import { CHARGES } from "../../../domain/prices/rules.ts";
import dialog from "../../components/dialog/dialog.module.css";
import { FormDialog, useOpened } from "../../components/dialog/FormDialog.tsx";
import { FormRow } from "../../components/form/FormLayout.tsx";
import { SelectInput } from "../../components/form/SelectInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { app } from "../../i18n/ja/app.ts";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useWrite } from "../../writes/useWrite.ts";

const label = text.fields;

/** What is charged is called like this in the books of all organizations. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { api } = useApi();
  const { data: settings, error } = useQuery({
    queryKey: ["billing-files", "settings"],
    queryFn: ({ signal }) => api("GET /billing-settings", { signal }),
  });
  const opened = useOpened(settings);
  const values = useMemo(() => opened && valuesOf(opened), [opened]);
  const { write, pending, problem } = useWrite("PUT /billing-settings", {
    changes: "billing-files",
    notice: text.saved,
    onWritten: onClose,
  });

  async function save(changed: FieldValues) {
    // A save after that of another user comes with a notice first.
    const record = problem ? settings : opened;
    if (!record) return undefined;
    const body = billingSettingsUpdate.parse(entered(changed));
    return (await write({ ifMatch: record.version, body })).problem?.fields;
  }

  return (
    <FormDialog
      title={text.settingsTitle}
      confirm={app.form.save}
      pending={pending}
      onClose={onClose}
      lead={<p className={`below ${dialog.lead}`}>{text.settingsHint}</p>}
      draft="billing.settings"
      values={values}
      loadError={error}
      validate={(changed) => validate(entered(changed))}
      problem={problem}
      onSubmit={save}
    >
      <TextInput source="subject" label={label.subject} description={label.subjectHint} required />
      <h3>{text.itemSection}</h3>
      <FormRow>
        {CHARGES.map((charge) => (
          <TextInput key={charge} source={`items.${charge}`} label={label.items[charge]} required />
        ))}
      </FormRow>
      <h3>{text.dueSection}</h3>
      <FormRow>
        <SelectInput
          source="dueMonths"
          label={label.dueMonths}
          choices={dueMonths}
          emptyText={false}
        />
        <SelectInput source="dueDay" label={label.dueDay} choices={dueDays} emptyText={false} />
      </FormRow>
      <h3>{text.yayoiSection}</h3>
      <FormRow>
        <TextInput source="debitAccount" label={label.debitAccount} required />
        <TextInput source="creditAccount" label={label.creditAccount} required />
      </FormRow>
      <TextInput
        source="taxClass"
        label={label.taxClass}
        description={label.taxClassHint}
        required
      />
    </FormDialog>
  );
}

const dueMonths = Array.from({ length: DUE.months + 1 }, (_, months) => ({
  id: months,
  name: text.dueMonth(months),
}));
const LAST = "last";
const dueDays = [
  { id: LAST, name: text.dueDay(null) },
  ...Array.from({ length: DUE.days }, (_, place) => ({
    id: String(place + 1),
    name: text.dueDay(place + 1),
  })),
];

/** A select has no value of its own for the last day. */
function valuesOf(settings: BillingSettingsRecord) {
  return { ...settings, dueDay: settings.dueDay === null ? LAST : String(settings.dueDay) };
}

function entered({ dueDay, version: _, ...values }: FieldValues) {
  return { ...values, dueDay: dueDay === LAST ? null : Number(dueDay) };
}

const validate = validateWith(billingSettingsUpdate);
