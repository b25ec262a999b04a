import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useStore } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Combobox } from "../../../components/form/Combobox.tsx";
import {
  LAST_DICTIONARY,
  useDictionarySearch,
} from "../../../components/form/useDictionarySearch.ts";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { learnPage } from "../../../i18n/ja/learnPage.ts";
import styles from "./learn.module.css";

const text = learnPage.add;

interface AddChosenProps {
  count: number;
  pending: boolean;
  suggested: ComboboxOption | undefined;
  /** Whether a chosen candidate has no reading yet. */
  isUnread: boolean;
  /** What was done last. */
  said: string;
  onAdd: (dictionary: ComboboxOption) => void;
  /** Undefined where nothing can be undone. */
  onUndo: (() => void) | undefined;
}

/** Where the chosen candidates go, and afterwards what was done, with 元に戻す. */
export function AddChosen(props: AddChosenProps) {
  const { count, pending, suggested, isUnread, said, onAdd, onUndo } = props;
  const id = useId();
  const search = useDictionarySearch();
  const [last, setLast] = useStore<ComboboxOption | null>(LAST_DICTIONARY, null);
  const [typed, setTyped] = useState<ComboboxOption | null>();
  const [error, setError] = useState("");
  const dictionary = typed === undefined ? (suggested ?? last) : typed;

  function add() {
    const missing = dictionary ? "" : text.missing;
    setError(count === 0 ? text.nothing : missing);
    if (!dictionary || count === 0) return;
    setLast(dictionary);
    onAdd(dictionary);
  }

  const problem = isUnread ? text.readings : error;
  return (
    <section className={styles.add} aria-label={text.region} aria-busy={pending}>
      <p role="status" className={styles.said}>
        {count > 0 ? text.count(formatNumber(count)) : said}
      </p>
      {onUndo && count === 0 ? (
        <Button variant="outlined" color="secondary" disabled={pending} onClick={onUndo}>
          {text.undo}
        </Button>
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
      <Button variant="contained" disabled={pending} onClick={add}>
        {text.submit}
      </Button>
    </section>
  );
}
