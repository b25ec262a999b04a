import { useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ENTRY_FIELDS } from "../../../domain/entries/rules.ts";
import { type Entry, entryCreate } from "../../../domain/entries/schemas.ts";
import { changedFields, pick } from "../../../domain/fields.ts";
import { proposalCreate } from "../../../domain/proposals/schemas.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";
import { DialogButtons } from "../dialog/DialogButtons.tsx";
import { DialogForm } from "../dialog/DialogForm.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { TextAreaInput } from "../form/TextAreaInput.tsx";
import { validateWith } from "../form/validateWith.ts";
import { fieldsOf } from "./proposedFields.ts";
import { OtherInputs, WordInputs } from "./WordInputs.tsx";

const text = proposalPages.change;
const written = entryCreate.extend({ reason: proposalCreate.shape.reason });
const errorsOf = validateWith(written);

/** 変更を提案: other values of a word, for people who may not write it. */
export function ProposeChange({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const formId = useId();
  const [values] = useState({ ...pick(entry, ENTRY_FIELDS), reason: "" });
  const { write, pending, problem } = useWrite("POST /proposals", {
    changes: "proposals",
    notice: () => text.done(entry.surface),
  });

  function validate(entered: FieldValues) {
    const errors = errorsOf(entered);
    if (Object.keys(errors).length > 0) return errors;
    const isSame = Object.keys(changesIn(entered)).length === 0;
    return isSame ? { surface: text.nothing } : {};
  }

  function changesIn(entered: FieldValues) {
    const { reason: _, ...stated } = written.parse(entered);
    return changedFields(entry, stated, ENTRY_FIELDS);
  }

  async function propose(entered: FieldValues, submission: StoredSubmission | undefined) {
    const { dictionaryId, entryId } = entry;
    const body = { dictionaryId, entryId, change: changesIn(entered), reason: entered.reason };
    const { result, problem: failed } = await write({ body }, submission);
    if (result) onClose();
    return fieldsOf(failed);
  }

  return (
    <DialogFrame
      open
      title={text.title}
      onClose={onClose}
      dismissible={!pending}
      actions={<DialogButtons form={formId} pending={pending} confirm={text.submit} />}
    >
      <DialogForm
        draft="proposeChange"
        draftId={entry.entryId}
        id={formId}
        values={values}
        validate={validate}
        problem={problem}
        onSubmit={propose}
      >
        <p>{proposalPages.propose.hint}</p>
        <WordInputs />
        <OtherInputs withEnabled />
        <TextAreaInput
          source="reason"
          label={proposalPages.fields.reason}
          description={proposalPages.propose.reasonHint}
          rows={3}
        />
      </DialogForm>
    </DialogFrame>
  );
}
