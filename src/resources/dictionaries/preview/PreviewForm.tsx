import Button from "@mui/material/Button";
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useState } from "react";
import { PREVIEW_LENGTH, previewSentences } from "../../../../domain/preview/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { isComposing } from "../../../components/form/composition.ts";
import { FieldText, FormField } from "../../../components/form/FormField.tsx";
import order from "../../../components/load/inOrder.module.css";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import styles from "./preview.module.css";
import { type Passage, passageOf } from "./previewMatches.ts";

interface PreviewFormProps {
  initial: string;
  /** Whether short readings are looked for within other words too. */
  withinWords: boolean;
  pending: boolean;
  /** With a text that can be checked. */
  onCheck: (text: string) => void;
  /** With a text that cannot be checked, which the form says. */
  onInvalid: () => void;
  onWithinWords: (withinWords: boolean) => void;
  /** Taken over on demand while the box is empty. */
  sample: string;
  rows?: number;
  /** What can be done with the passage that is selected in the text, if any. */
  actionFor?: (text: string, passage: Passage | undefined) => ReactNode;
}

const modifierHere = () =>
  navigator.platform.startsWith("Mac")
    ? { name: "Command", key: "Meta" }
    : { name: "Ctrl", key: "Control" };

/** The text to check. Ctrl+Enter, on a Mac Command+Enter, checks it too. */
export function PreviewForm({
  initial,
  withinWords,
  pending,
  onCheck,
  onInvalid,
  onWithinWords,
  sample,
  rows = 8,
  actionFor,
}: PreviewFormProps) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [error, setError] = useState("");
  const [selection, setSelection] = useState<[from: number, to: number]>([0, 0]);
  const passage = passageOf(text, ...selection);
  const length = [...text].length;
  const modifier = modifierHere();

  function select({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    setSelection([currentTarget.selectionStart, currentTarget.selectionEnd]);
  }

  function check() {
    const tooLong = length > PREVIEW_LENGTH ? previewSentences.tooLong : "";
    const problem = text.trim() === "" ? previewPage.required : tooLong;
    setError(problem);
    if (problem === "") onCheck(text);
    else onInvalid();
  }

  /** The button goes, so that the box takes the focus. */
  function takeSample() {
    setText(sample);
    document.getElementById(id)?.focus();
  }

  function checkByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (isComposing(event.nativeEvent)) return;
    event.preventDefault();
    check();
  }

  return (
    <form
      className={`card ${styles.form} ${order.inOrder}`}
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <FormField
        id={id}
        label={previewPage.text}
        description={
          <>
            {previewPage.hint}
            <span className={`hidden ${styles.keys}`}>{previewPage.keys(modifier.name)}</span>
          </>
        }
        error={error ? <span role="alert">{error}</span> : ""}
      >
        {(aria) => (
          <FieldText
            {...aria}
            className="half-screen"
            rows={rows}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              select(event);
            }}
            onSelect={select}
            onKeyDown={checkByKey}
          />
        )}
      </FormField>
      <div className="row spread gap-8-16 above-8">
        <p className="note numeric counter" data-over={length > PREVIEW_LENGTH || undefined}>
          {previewPage.counter(formatNumber(length), formatNumber(PREVIEW_LENGTH))}
        </p>
        <div className={`row gap-8 push ${order.together}`}>
          {text === "" ? <Button onClick={takeSample}>{previewPage.sample.take}</Button> : null}
          {actionFor?.(text, passage)}
          <Button
            type="submit"
            variant="contained"
            disabled={pending}
            aria-keyshortcuts={`${modifier.key}+Enter`}
          >
            {pending ? previewPage.checking : previewPage.check}
          </Button>
        </div>
      </div>
      <Checkbox
        label={
          <>
            {previewPage.withinWords}
            <span className="note block">{previewPage.withinWordsHint}</span>
          </>
        }
        checked={withinWords}
        disabled={pending}
        onChange={onWithinWords}
      />
    </form>
  );
}
