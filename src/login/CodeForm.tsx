import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { holdComposingEnter } from "../components/form/composition.ts";
import { secondFactor } from "../i18n/ja/secondFactor.ts";
import { useSubmit } from "../writes/useSubmit.ts";
import { Field, Notice, SubmitButton } from "./FormParts.tsx";
import { oneTimeCode } from "./oneTimeCode.ts";

interface CodeFormProps {
  submitText: string;
  /** Throws for a wrong code. */
  onCode: (code: string) => Promise<unknown>;
}

/** Asks for a code of the person's app, again after a wrong one. */
export function CodeForm({ submitText, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { pending, problem, submit, forget } = useSubmit({ leaves: true });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    forget();
    const code = oneTimeCode(typed);
    // Renders the error before the focus moves, so that it is read out with the field.
    flushSync(() => setError(code ? undefined : secondFactor.codeRequired));
    if (!code) return input.current?.focus();
    const { problem: failed } = await submit(() => onCode(code));
    if (failed) setTyped("");
  }

  return (
    <form
      className="grid gap-16"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={holdComposingEnter}
      aria-busy={pending}
    >
      {problem ? <Notice tone="error">{problem.message}</Notice> : null}
      <Field
        ref={input}
        label={secondFactor.code}
        hint={secondFactor.codeHint}
        type="text"
        inputMode="numeric"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        error={error}
        onValue={setTyped}
      />
      <SubmitButton pending={pending} pendingText={secondFactor.codeSubmitting}>
        {submitText}
      </SubmitButton>
    </form>
  );
}
