import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { ComboboxOption } from "../form/Combobox.tsx";
import { useChosenDictionary } from "./useChosenDictionary.tsx";
import { fieldsOf, ReasonInput, WordDialog, wordErrors } from "./WordDialog.tsx";

const text = proposalPages.propose;

interface ProposeWordProps {
  surface: string;
  reading?: string;
  /** The dictionary to suggest; by default the one that was chosen last. */
  suggested?: ComboboxOption | undefined;
  onClose: () => void;
}

/** この単語を提案: a new word, with a reason for those who decide. */
export function ProposeWord(props: ProposeWordProps) {
  const { surface, reading = "", suggested, onClose } = props;
  const { initialId, input, remember } = useChosenDictionary((last) => suggested ?? last);
  const [values] = useState({ surface, reading, reason: "", dictionaryId: initialId });
  const { write, pending, problem } = useWrite("POST /proposals", {
    changes: "proposals",
    notice: ({ change }) => text.done(change.surface ?? ""),
  });

  function validate({ dictionaryId, surface, reading, reason }: FieldValues) {
    const missing = dictionaryId ? {} : { dictionaryId: text.chooseDictionary };
    return { ...wordErrors({ surface, reading, reason }), ...missing };
  }

  async function propose({ dictionaryId, surface, reading, reason }: FieldValues) {
    const body = { dictionaryId: Number(dictionaryId), change: { surface, reading }, reason };
    const { result, problem: failed } = await write({ body });
    if (result) {
      remember();
      onClose();
    }
    return fieldsOf(failed);
  }

  return (
    <WordDialog
      title={text.title}
      confirm={text.submit}
      pending={pending}
      hint={text.hint}
      onClose={onClose}
      draft={null}
      values={values}
      validate={validate}
      problem={problem}
      onSubmit={propose}
    >
      {input}
      <ReasonInput />
    </WordDialog>
  );
}
