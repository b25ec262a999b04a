import { useState } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { DEFAULT_PART_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { DEFAULT_WEIGHT } from "../../../../domain/entries/rules.ts";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { wordOf } from "../../../components/proposals/proposedFields.ts";
import {
  changeOfWord,
  fieldsOf,
  OtherInputs,
  WordDialog,
  wordErrors,
} from "../../../components/proposals/WordDialog.tsx";
import { proposalPages } from "../../../i18n/ja/proposals.ts";
import type { TabProps } from "../paths.ts";
import { type ProposalRecord, useDecision } from "./useDecision.ts";

const text = proposalPages.tab;

interface CorrectDialogProps {
  proposal: ProposalRecord;
  tab: TabProps;
  onClose: () => void;
}

/** 直して採用: the word as it is to be written, which may differ from what was proposed. */
export function CorrectDialog({ proposal, tab, onClose }: CorrectDialogProps) {
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
    const { proposalId } = proposal;
    const change = changeOfWord(proposed, entered);
    const isSame = Object.keys(change).length === 0;
    const answer = entered.reason ? { reason: entered.reason } : {};
    const { result, problem: failed } = await decide(
      [proposal],
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
    <WordDialog
      title={text.correctTitle}
      confirm={text.accept}
      pending={pending}
      onClose={onClose}
      draft={null}
      values={values}
      validate={wordErrors}
      problem={problem}
      onSubmit={accept}
    >
      <OtherInputs withEnabled={proposal.entryId !== null} />
      <TextAreaInput source="reason" label={text.answer} rows={3} />
    </WordDialog>
  );
}

function withoutVersion(entry: ProposalRecord["entry"]) {
  if (!entry) return {};
  const { version: _, ...values } = entry;
  return values;
}
