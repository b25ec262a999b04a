import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { LinkBase, useStore } from "react-admin";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { proposalLabels } from "../../../../domain/proposals/fields.ts";
import { PROPOSAL_REASON_LENGTH } from "../../../../domain/proposals/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Combobox } from "../../../components/form/Combobox.tsx";
import { FieldInput } from "../../../components/form/FieldInput.tsx";
import { FormField } from "../../../components/form/FormField.tsx";
import {
  LAST_DICTIONARY,
  useDictionarySearch,
} from "../../../components/form/useDictionarySearch.ts";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { learnPage } from "../../../i18n/ja/learnPage.ts";
import { proposals } from "../../../i18n/ja/resources/proposals.ts";
import type { Learned } from "./candidateState.ts";
import styles from "./learn.module.css";

interface AddChosenProps {
  learned: readonly Learned[];
  /** They become proposals. */
  proposes: boolean;
  pending: boolean;
  suggested: ComboboxOption | undefined;
  /** Whether a chosen candidate has no reading yet. */
  isUnread: boolean;
  /** What was done last. */
  said: string;
  onSubmit: (dictionary: ComboboxOption | null, reason: string) => void;
  /** Undefined where nothing can be undone. */
  onUndo: (() => Promise<void>) | undefined;
}

/** Where the chosen candidates go, and afterwards what was done, with 元に戻す. */
export function AddChosen(props: AddChosenProps) {
  const { learned, proposes, pending, suggested, isUnread, said, onSubmit, onUndo } = props;
  const text = proposes ? learnPage.propose : learnPage.add;
  const id = useId();
  const search = useDictionarySearch();
  const [last, setLast] = useStore<ComboboxOption | null>(LAST_DICTIONARY, null);
  const [typed, setTyped] = useState<ComboboxOption | null>();
  const [reason, setReason] = useState("");
  const [error, setError] = useState("");
  const dictionary = typed === undefined ? (suggested ?? last) : typed;
  const tooLong =
    [...reason].length > PROPOSAL_REASON_LENGTH
      ? fieldSentences.tooLong(PROPOSAL_REASON_LENGTH, proposalLabels.reason)
      : "";
  const count = learned.length;
  const added = learned.filter(({ dictionaryId }) => dictionaryId === null).length;

  function submit() {
    const missing = added === 0 || dictionary ? "" : learnPage.add.missing;
    const problem = count === 0 ? text.nothing : missing;
    setError(problem);
    if (problem || tooLong) return;
    if (dictionary) setLast(dictionary);
    onSubmit(dictionary, reason.trim());
  }

  const problem = isUnread ? learnPage.add.readings : error;
  return (
    <section className={styles.add} aria-label={text.region} aria-busy={pending}>
      <p role="status" className={styles.said}>
        {count > 0 ? learnPage.add.count(formatNumber(count)) : said}
      </p>
      {onUndo && count === 0 ? (
        <Button
          variant="outlined"
          color="secondary"
          disabled={pending}
          onClick={() => void onUndo()}
        >
          {learnPage.add.undo}
        </Button>
      ) : null}
      {proposes && said && count === 0 ? (
        <Button component={LinkBase} to="/proposals">
          {proposals.name}
        </Button>
      ) : null}
      {proposes ? (
        <div className={styles.target}>
          <FormField id={`${id}-reason`} label={proposalLabels.reason} error={tooLong}>
            {(aria) => (
              <FieldInput
                {...aria}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </FormField>
        </div>
      ) : null}
      <div className={styles.target}>
        <Combobox
          id={id}
          label={text.dictionary}
          search={search}
          value={dictionary}
          error={problem ? <span role="alert">{problem}</span> : ""}
          onChoose={(option) => {
            setError("");
            setTyped(option);
          }}
        />
      </div>
      <Button variant="contained" disabled={pending} onClick={submit}>
        {proposes ? learnPage.propose.submit : learnPage.add.submit(added, count - added)}
      </Button>
    </section>
  );
}
