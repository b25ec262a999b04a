import { useId, useState } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { DEFAULT_PART_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { DEFAULT_WEIGHT, ENTRY_FIELDS } from "../../../../domain/entries/rules.ts";
import { entryCreate } from "../../../../domain/entries/schemas.ts";
import { changedFields } from "../../../../domain/fields.ts";
import { proposalDecision } from "../../../../domain/proposals/schemas.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { fieldsOf, wordOf } from "../../../components/proposals/proposedFields.ts";
import { OtherInputs, WordInputs } from "../../../components/proposals/WordInputs.tsx";
import { proposalPages } from "../../../i18n/ja/proposals.ts";
import type { TabProps } from "../paths.ts";
import type { ProposalRecord } from "./openTab.ts";
import { useDecision } from "./useDecision.ts";

const text = proposalPages.tab;
const written = entryCreate.extend({ reason: proposalDecision.shape.reason });
const errorsOf = validateWith(written);

interface CorrectDialogProps {
  proposal: ProposalRecord;
  tab: TabProps;
  onClose: () => void;
}

/** 直して採用: the word as it is to be written, which may differ from what was proposed. */
export function CorrectDialog({ proposal, tab, onClose }: CorrectDialogProps) {
  const formId = useId();
  const notify = useNotify();
  const { decide, pending } = useDecision(tab.dictionary.dictionaryId, tab.editLock);
  const [problem, setProblem] = useState<Awaited<ReturnType<typeof decide>>["problem"]>();
  const [proposed] = useState(() => ({
    partOfSpeech: DEFAULT_PART_OF_SPEECH,
    weight: DEFAULT_WEIGHT,
    note: "",
    enabled: true,
    ...withoutVersion(proposal.entry),
    ...proposal.change,
  }));
  const [values] = useState(() => ({ ...proposed, note: proposed.note ?? "", reason: "" }));

  async function accept(entered: FieldValues) {
    const { reason, ...stated } = written.parse(entered);
    const { proposalId } = proposal;
    const change = changedFields(proposed, stated, ENTRY_FIELDS);
    const isSame = Object.keys(change).length === 0;
    const answer = reason ? { reason } : {};
    const { result, problem: failed } = await decide(
      isSame
        ? { accept: [proposalId], ...answer }
        : { change: [{ proposalId, change }], ...answer },
    );
    setProblem(failed);
    if (result) {
      notify(isSame ? text.accepted(1) : text.corrected(wordOf(proposal)), { type: "success" });
      onClose();
    }
    return fieldsOf(failed);
  }

  return (
    <DialogFrame
      open
      title={text.correctTitle}
      onClose={onClose}
      dismissible={!pending}
      actions={<DialogButtons form={formId} pending={pending} confirm={text.accept} />}
    >
      <DialogForm
        draft={null}
        id={formId}
        values={values}
        validate={errorsOf}
        problem={problem}
        onSubmit={accept}
      >
        <WordInputs />
        <OtherInputs withEnabled={proposal.entryId !== null} />
        <TextAreaInput source="reason" label={text.answer} rows={3} />
      </DialogForm>
    </DialogFrame>
  );
}

function withoutVersion(entry: ProposalRecord["entry"]) {
  if (!entry) return {};
  const { version: _, ...values } = entry;
  return values;
}
