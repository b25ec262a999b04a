import { type ChangeEvent, type CompositionEvent, useState } from "react";
import { searchKey } from "../../../domain/searchKey.ts";

/**
 * A text to search a list at hand by: ＡＢＣ finds abc. What is typed shows at once; the key it is
 * compared by follows, but not while kana are converted.
 */
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
