import { useId, useState } from "react";
import { useStore } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { entryCreate } from "../../../domain/entries/schemas.ts";
import { proposalCreate } from "../../../domain/proposals/schemas.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { useWrite } from "../../writes/useWrite.ts";
import { DialogButtons } from "../dialog/DialogButtons.tsx";
import { DialogForm } from "../dialog/DialogForm.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import { ComboboxInput } from "../form/ComboboxInput.tsx";
import { TextAreaInput } from "../form/TextAreaInput.tsx";
import { LAST_DICTIONARY, useDictionarySearch } from "../form/useDictionarySearch.ts";
import type { ComboboxOption } from "../form/useOptions.ts";
import { validateWith } from "../form/validateWith.ts";
import { fieldsOf } from "./proposedFields.ts";
import { WordInputs } from "./WordInputs.tsx";

const text = proposalPages.propose;
const errorsOf = validateWith(entryCreate.extend({ reason: proposalCreate.shape.reason }));

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
  const formId = useId();
  const search = useDictionarySearch();
  const [last, setLast] = useStore<ComboboxOption | null>(LAST_DICTIONARY, null);
  const [initial] = useState(suggested ?? last ?? undefined);
  const [chosen, setChosen] = useState(initial ?? null);
  const [values] = useState({ surface, reading, reason: "", dictionaryId: initial?.id ?? null });
  const { write, pending, problem } = useWrite("POST /proposals", {
    changes: "proposals",
    notice: ({ change }) => text.done(change.surface ?? ""),
  });

  function validate({ dictionaryId, surface, reading, reason }: FieldValues) {
    const missing = dictionaryId ? {} : { dictionaryId: text.chooseDictionary };
    return { ...errorsOf({ surface, reading, reason }), ...missing };
  }

  async function propose({ dictionaryId, surface, reading, reason }: FieldValues) {
    const body = { dictionaryId: Number(dictionaryId), change: { surface, reading }, reason };
    const { result, problem: failed } = await write({ body });
    if (result) {
      setLast(chosen);
      onClose();
    }
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
        draft={null}
        id={formId}
        values={values}
        validate={validate}
        problem={problem}
        onSubmit={propose}
      >
        <p>{text.hint}</p>
        <WordInputs />
        <ComboboxInput
          source="dictionaryId"
          label={dictionaries.name}
          search={search}
          initial={initial}
          onValue={setChosen}
          required
        />
        <TextAreaInput
          source="reason"
          label={proposalPages.fields.reason}
          description={text.reasonHint}
          rows={3}
        />
      </DialogForm>
    </DialogFrame>
  );
}
