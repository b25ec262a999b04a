import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import {
  type BillingSettingsRecord,
  billingSettingsUpdate,
  DUE,
} from "../../../domain/billing/schemas.ts";
import { CHARGES } from "../../../domain/prices/rules.ts";
import { DialogButtons } from "../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { LoadError } from "../../components/display/LoadError.tsx";
import { LoadingState } from "../../components/display/LoadingState.tsx";
import { SelectInput } from "../../components/form/SelectInput.tsx";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { app } from "../../i18n/ja/app.ts";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import { useApi } from "../../providers/data/useApi.ts";
import type { WriteProblem } from "../../writes/problem.ts";
import { useWrite } from "../../writes/useWrite.ts";
import styles from "./billing.module.css";

const label = text.fields;

/** What is charged is called like this in the books of all organizations. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { api } = useApi();
  const { data: settings, error } = useQuery({
    queryKey: ["billing-files", "settings"],
    queryFn: ({ signal }) => api("GET /billing-settings", { signal }),
  });
  const { write, pending, problem } = useWrite("PUT /billing-settings", {
    changes: "billing-files",
    notice: text.saved,
    onWritten: onClose,
  });
  return (
    <DialogFrame
      open
      title={text.settingsTitle}
      onClose={onClose}
      dismissible={!pending}
      actions={
        settings ? (
          <DialogButtons form={formId} pending={pending} confirm={app.form.save} />
        ) : undefined
      }
    >
      {settings ? (
        <SettingsForm
          formId={formId}
          settings={settings}
          problem={problem}
          onSubmit={async (version, values) =>
            (await write({ ifMatch: version, body: settingsOf(values) })).problem?.fields
          }
        />
      ) : null}
      {error && !settings ? <LoadError error={error} /> : null}
      {settings || error ? null : <LoadingState />}
    </DialogFrame>
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
function entered({ dueDay, version: _, ...values }: FieldValues) {
  return { ...values, dueDay: dueDay === LAST ? null : Number(dueDay) };
}
const settingsOf = (values: FieldValues) => billingSettingsUpdate.parse(entered(values));
const validate = validateWith(billingSettingsUpdate);

interface SettingsFormProps {
  formId: string;
  settings: BillingSettingsRecord;
  problem: WriteProblem | undefined;
  onSubmit: (version: number, values: FieldValues) => Promise<unknown>;
}

function SettingsForm({ formId, settings, problem, onSubmit }: SettingsFormProps) {
  const [opened] = useState(() => ({
    ...settings,
    dueDay: settings.dueDay === null ? LAST : String(settings.dueDay),
  }));
  // A save after that of another user comes with a notice first.
  const version = problem ? settings.version : opened.version;
  return (
    <>
      <p className={styles.hint}>{text.settingsHint}</p>
      <DialogForm
        draft="billing.settings"
        id={formId}
        values={opened}
        validate={(values) => validate(entered(values))}
        problem={problem}
        onSubmit={(values) => onSubmit(version, values)}
      >
        <div className={styles.form}>
          <TextInput
            source="subject"
            label={label.subject}
            description={label.subjectHint}
            required
          />
          <h3 className={styles.part}>{text.itemSection}</h3>
          <div className={styles.pair}>
            {CHARGES.map((charge) => (
              <TextInput
                key={charge}
                source={`items.${charge}`}
                label={label.items[charge]}
                required
              />
            ))}
          </div>
          <h3 className={styles.part}>{text.dueSection}</h3>
          <div className={styles.pair}>
            <SelectInput
              source="dueMonths"
              label={label.dueMonths}
              choices={dueMonths}
              emptyText={false}
            />
            <SelectInput source="dueDay" label={label.dueDay} choices={dueDays} emptyText={false} />
          </div>
          <h3 className={styles.part}>{text.yayoiSection}</h3>
          <div className={styles.pair}>
            <TextInput source="debitAccount" label={label.debitAccount} required />
            <TextInput source="creditAccount" label={label.creditAccount} required />
          </div>
          <TextInput
            source="taxClass"
            label={label.taxClass}
            description={label.taxClassHint}
            required
          />
        </div>
      </DialogForm>
    </>
  );
}
