import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ENTRY_FIELDS } from "../../../domain/entries/rules.ts";
import type { Entry } from "../../../domain/entries/schemas.ts";
import { pick } from "../../../domain/fields.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";
import { changeOfWord, fieldsOf, wordErrors } from "./enteredWord.ts";
import { OtherInputs, ReasonInput, WordDialog } from "./WordDialog.tsx";

const text = proposalPages.change;

/** 変更を提案: other values of a word, for people who may not write it. */
export function ProposeChange({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [values] = useState({ ...pick(entry, ENTRY_FIELDS), reason: "" });
  const { write, pending, problem } = useWrite("POST /proposals", {
    changes: "proposals",
    notice: () => text.done(entry.surface),
  });

  function validate(entered: FieldValues) {
    const errors = wordErrors(entered);
    if (Object.keys(errors).length > 0) return errors;
    const isSame = Object.keys(changeOfWord(entry, entered)).length === 0;
    return isSame ? { surface: text.nothing } : {};
  }

  async function propose(entered: FieldValues, submission: StoredSubmission | undefined) {
    const { dictionaryId, entryId } = entry;
    const change = changeOfWord(entry, entered);
    const body = { dictionaryId, entryId, change, reason: entered.reason };
    const { result, problem: failed } = await write({ body }, submission);
    if (result) onClose();
    return fieldsOf(failed);
  }

  return (
    <WordDialog
      title={text.title}
      confirm={text.submit}
      pending={pending}
      hint={proposalPages.propose.hint}
      onClose={onClose}
      draft="proposeChange"
      draftId={entry.entryId}
      values={values}
      validate={validate}
      problem={problem}
      onSubmit={propose}
    >
      <OtherInputs withEnabled />
      <ReasonInput />
    </WordDialog>
  );
}
