import { useState } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { entryCreate } from "../../../../domain/entries/schemas.ts";
import type { ComboboxOption } from "../../../components/form/Combobox.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { useChosenDictionary } from "../../../components/proposals/useChosenDictionary.tsx";
import { WordDialog } from "../../../components/proposals/WordDialog.tsx";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { proposalPages } from "../../../i18n/ja/proposals.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { createSubmissions } from "../../../writes/submissions.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";

const text = previewPage.add;

interface AddEntryProps {
  surface: string;
  reading: string;
  /** The dictionary to propose to people who have not chosen one yet. */
  suggested: ComboboxOption | undefined;
  onAdded: () => void;
  onClose: () => void;
}

const errorsOf = validateWith(entryCreate);
const written = ({ surface, reading }: FieldValues) => ({ surface, reading });

/** Adds a passage to the dictionary that was chosen last, or to another one. */
export function AddEntry({ surface, reading, suggested, onAdded, onClose }: AddEntryProps) {
  const notify = useNotify();
  const add = useAddition();
  const { initialId, input, remember } = useChosenDictionary((last) => last ?? suggested);
  const [values] = useState({ surface, reading, dictionaryId: initialId });
  const { pending, problem, submit } = useSubmit();

  function validate(entered: FieldValues) {
    const { chooseDictionary } = proposalPages.propose;
    const missing = entered.dictionaryId ? {} : { dictionaryId: chooseDictionary };
    return { ...errorsOf(written(entered)), ...missing };
  }

  async function addEntered(entered: FieldValues) {
    const outcome = await submit(async () => {
      const entry = entryCreate.parse(written(entered));
      await add(Number(entered.dictionaryId), entry);
      remember();
      notify(entries.done.created(entry.surface), { type: "success" });
      onAdded();
      onClose();
    });
    return outcome.problem?.fields;
  }

  return (
    <WordDialog
      title={text.title}
      confirm={text.submit}
      pending={pending}
      onClose={onClose}
      draft={null}
      values={values}
      validate={validate}
      problem={problem}
      onSubmit={addEntered}
    >
      {input}
    </WordDialog>
  );
}

/** Writes with this tab's lock, or with the version of an unlocked dictionary. */
function useAddition() {
  const { api, withLock } = useApi();
  const [submit] = useState(() => createSubmissions<Entry>());
  return (id: number, body: { surface: string; reading: string }) =>
    submit(JSON.stringify({ id, body }), (idempotencyKey) =>
      withLock("dictionaries", id, async ({ lockToken }) => {
        const proof = lockToken === undefined ? await versionOf(id) : { lockToken };
        return api("POST /dictionaries/{id}/entries", {
          id,
          body,
          idempotencyKey,
          ...proof,
        });
      }),
    );

  async function versionOf(id: number) {
    const { version } = await api("GET /dictionaries/{id}", { id });
    return { ifMatch: version };
  }
}
