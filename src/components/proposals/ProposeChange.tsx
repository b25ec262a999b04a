import { useState } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { ENTRY_FIELDS } from "../../../domain/entries/rules.ts";
import type { Entry } from "../../../domain/entries/schemas.ts";
import { pick } from "../../../domain/fields.ts";
import type { Proposal, ProposedChange } from "../../../domain/proposals/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { type WriteProblem, writeProblem } from "../../writes/problem.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { useWrite } from "../../writes/useWrite.ts";
import { currentOf } from "../form/StaleNotice.tsx";
import {
  changeOfWord,
  fieldsOf,
  OtherInputs,
  ReasonInput,
  WordDialog,
  wordErrors,
} from "./WordDialog.tsx";

const text = proposalPages.change;

/** 変更を提案: other values of a word, for people who may not write it. */
export function ProposeChange({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [values] = useState({ ...pick(entry, ENTRY_FIELDS), reason: "" });
  const { write, pending, problem } = useWrite("POST /proposals", {
    changes: "proposals",
    notice: () => text.done(entry.surface),
  });
  const { nothing, isUnchanged } = useUnchanged();

  async function propose(entered: FieldValues, submission: StoredSubmission | undefined) {
    const { dictionaryId, entryId } = entry;
    const change = changeOfWord(entry, entered);
    if (isUnchanged(change)) return undefined;
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
      validate={wordErrors}
      problem={nothing ?? problem}
      onSubmit={propose}
    >
      <OtherInputs withEnabled />
      <ReasonInput />
    </WordDialog>
  );
}

/** Changes an own proposal that is open, in the inputs in which it was made. */
export function EditProposal({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const notify = useNotify();
  // Input starts from one version, and is saved over another one only after its save has been refused.
  const [opened] = useState(proposal);
  const [version, setVersion] = useState(proposal.version);
  const [values] = useState(() => valuesOf(proposal));
  const { write, pending, problem } = useWrite("PATCH /proposals/{id}", {
    changes: "proposals",
    notice: app.form.saved,
    onWritten: onClose,
  });
  const { nothing, isUnchanged } = useUnchanged();

  async function save(entered: FieldValues) {
    const body = { change: changeIn(opened, entered), reason: entered.reason };
    if (isUnchanged(body.change)) return undefined;
    if (contentOf(body) === contentOf(opened)) {
      notify(app.form.unchanged, { type: "info" });
      onClose();
      return undefined;
    }
    const { problem: failed } = await write({ id: opened.proposalId, ifMatch: version, body });
    const current = currentOf(failed?.error);
    if (current) setVersion(current.version);
    return fieldsOf(failed);
  }

  return (
    <WordDialog
      title={proposalPages.own.editTitle}
      confirm={app.form.save}
      pending={pending}
      onClose={onClose}
      draft="editProposal"
      draftId={opened.proposalId}
      values={values}
      validate={wordErrors}
      problem={nothing ?? problem}
      onSubmit={save}
    >
      {opened.entryId === null ? null : <OtherInputs withEnabled />}
      <ReasonInput />
    </WordDialog>
  );
}

/** The word as it would be; of a new one what its form has. */
function valuesOf({ entryId, entry, change, reason }: Proposal) {
  const word = { ...entry, ...change };
  const { surface = "", reading = "" } = word;
  if (entryId === null) return { surface, reading, reason };
  return { ...pick(word, ENTRY_FIELDS), note: word.note ?? "", reason };
}

/** What a program has proposed of a new word beside surface and reading stays. */
function changeIn({ entryId, entry, change }: Proposal, entered: FieldValues): ProposedChange {
  return entryId === null
    ? { ...change, ...changeOfWord({}, entered) }
    : changeOfWord(entry ?? {}, entered);
}

const contentOf = ({ change, reason }: Pick<Proposal, "change" | "reason">) =>
  JSON.stringify([pick(change, ENTRY_FIELDS), reason]);

/** A form that changes a word has to change something: no field of it is wrong where nothing is. */
function useUnchanged() {
  const [nothing, setNothing] = useState<WriteProblem>();
  return {
    nothing,
    isUnchanged(change: ProposedChange): boolean {
      const isEmpty = Object.keys(change).length === 0;
      setNothing(isEmpty ? writeProblem(new Error(text.nothing)) : undefined);
      return isEmpty;
    },
  };
}
