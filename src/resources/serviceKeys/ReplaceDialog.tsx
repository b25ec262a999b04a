import { useMemo, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { CreatedServiceKey } from "../../../domain/api/serviceKeys.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import { endOfDay, REPLACED_DAYS } from "../../../domain/serviceKeys/rules.ts";
import { addDays, formatDate, formatDateJa, tokyoDate } from "../../../domain/text/dates.ts";
import { SecretDialog } from "../../components/copy/SecretDialog.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import dialog from "../../components/dialog/dialog.module.css";
import { FormDialog } from "../../components/dialog/FormDialog.tsx";
import { DateInput } from "../../components/form/DateInput.tsx";
import { serviceKeyDialogs } from "../../i18n/ja/serviceKeyPages.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { ServiceKeyRecord } from "../records.ts";

const text = serviceKeyDialogs.replace;

/** Both keys work for so many days, if nothing else is chosen. */
const PROPOSED_DAYS = 14;

interface ReplaceDialogProps {
  serviceKey: ServiceKeyRecord;
  onClose: () => void;
}

/** Creates a second key with the rights of one and says when the first ends, then shows the second. */
export function ReplaceDialog({ serviceKey, onClose }: ReplaceDialogProps) {
  const [done, setDone] = useState<{ created: CreatedServiceKey; endDate: string }>();
  if (!done) return <ReplaceForm serviceKey={serviceKey} onDone={setDone} onClose={onClose} />;
  return (
    <SecretDialog
      title={serviceKeyDialogs.created.title}
      once={text.once(done.created.name, formatDateJa(done.endDate))}
      label={serviceKeyDialogs.created.key}
      secret={done.created.key}
      onClose={onClose}
    />
  );
}

interface ReplaceFormProps extends ReplaceDialogProps {
  onDone: (done: { created: CreatedServiceKey; endDate: string }) => void;
}

function ReplaceForm({ serviceKey, onDone, onClose }: ReplaceFormProps) {
  const { id, name, prefix } = serviceKey;
  const [{ first, last, proposal }] = useState(() => daysOf(serviceKey));
  const validate = useMemo(
    () =>
      ({ endDate }: FieldValues): Record<string, string> =>
        endDate >= first && endDate <= last
          ? {}
          : { endDate: fieldSentences.endTooLate(REPLACED_DAYS) },
    [first, last],
  );
  const { write, pending, problem } = useWrite("POST /service-keys/{id}/replacement", {
    changes: "service-keys",
  });

  async function replace({ endDate }: FieldValues, submission?: StoredSubmission) {
    const body = { endsAt: endOn(endDate, serviceKey.endsAt) };
    const { result, problem: refused } = await write({ id, body }, submission);
    if (result) onDone({ created: result, endDate });
    const said = refused?.fields?.endsAt;
    return said === undefined ? refused?.fields : { endDate: said };
  }

  return (
    <FormDialog
      title={text.title}
      confirm={text.confirm}
      pending={pending}
      onClose={onClose}
      lead={
        <>
          <p className={`below ${dialog.lead}`}>{text.body}</p>
          <DialogSubject name={name} detail={`${prefix}…`} />
        </>
      }
      draft="service-keys.replace"
      takenHint={text.takenHint}
      values={proposal}
      validate={validate}
      problem={problem}
      onSubmit={replace}
    >
      <DateInput
        source="endDate"
        label={text.endDate}
        description={text.endDateHint(formatDate(first), formatDate(last))}
        min={first}
        max={last}
        required
      />
    </FormDialog>
  );
}

/** The last days that can be chosen for a key, whose own end it may not outlast. */
function daysOf({ endsAt }: ServiceKeyRecord) {
  const first = tokyoDate(new Date());
  const most = addDays(first, REPLACED_DAYS - 1);
  const own = endsAt === null ? most : tokyoDate(new Date(endsAt));
  const last = own < most ? own : most;
  const proposed = addDays(first, PROPOSED_DAYS);
  return { first, last, proposal: { endDate: proposed < last ? proposed : last } };
}

/** The end of a day, or the key's own end on it. */
function endOn(date: string, own: string | null): string {
  const end = endOfDay(date);
  return own !== null && own < end ? own : end;
}
