import { type ChangeEvent, type CompositionEvent, useState } from "react";
import { searchKey } from "../../../domain/text/searchKey.ts";

/** A search in loaded rows: ＡＢＣ finds abc. The key does not change during a composition. */
export function useSearchedKey() {
  const [text, setText] = useState("");
  const [key, setKey] = useState("");
  const [composing, setComposing] = useState(false);

  function change(value: string) {
    setText(value);
    if (!composing) setKey(searchKey(value));
  }

  return {
    key,
    change,
    input: {
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value),
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
        setComposing(false);
        setKey(searchKey(event.currentTarget.value));
      },
    },
  };
}
