import { useState } from "react";
import { useNotify, useStore } from "react-admin";
import type { FieldValues } from "react-hook-form";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { entryCreate } from "../../../../domain/entries/schemas.ts";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { ComboboxInput } from "../../../components/form/ComboboxInput.tsx";
import { TextInput } from "../../../components/form/TextInput.tsx";
import {
  LAST_DICTIONARY,
  useDictionarySearch,
} from "../../../components/form/useDictionarySearch.ts";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { validateWith } from "../../../components/form/validateWith.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
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
  const search = useDictionarySearch();
  const [last, setLast] = useStore<ComboboxOption | null>(LAST_DICTIONARY, null);
  const [initial] = useState(last ?? suggested);
  const [chosen, setChosen] = useState(initial ?? null);
  const [values] = useState({ surface, reading, dictionaryId: initial?.id ?? null });
  const { pending, problem, submit } = useSubmit();

  function validate(entered: FieldValues) {
    const missing = entered.dictionaryId ? {} : { dictionaryId: text.choose };
    return { ...errorsOf(written(entered)), ...missing };
  }

  async function addEntered(entered: FieldValues) {
    const outcome = await submit(async () => {
      const entry = entryCreate.parse(written(entered));
      await add(Number(entered.dictionaryId), entry);
      setLast(chosen);
      notify(entries.done.created(entry.surface), { type: "success" });
      onAdded();
      onClose();
    });
    return outcome.problem?.fields;
  }

  return (
    <FormDialog
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
      <TextInput source="surface" label={entries.fields.surface} required />
      <TextInput
        source="reading"
        label={entries.fields.reading}
        description={text.readingHint}
        required
      />
      <ComboboxInput
        source="dictionaryId"
        label={dictionaries.name}
        search={search}
        initial={initial}
        onValue={setChosen}
        required
      />
    </FormDialog>
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
