import { useId } from "react";
import { app } from "../../i18n/ja/app.ts";
import form from "./form.module.css";
import { useField } from "./useField.ts";

interface Choice {
  id: string;
  name: string;
  hint: string;
}

interface ChoicesInputProps {
  source: string;
  label: string;
  choices: readonly Choice[];
}

/** A checkbox for each choice, one or more; the value is the array of those that are checked. */
export function ChoicesInput({ source, label, choices }: ChoicesInputProps) {
  const id = useId();
  const { field, frame } = useField({ source, label });
  const chosen: readonly string[] = field.value;
  const toggle = (choice: string) =>
    field.onChange(
      choices.map((each) => each.id).filter((each) => (each === choice) !== chosen.includes(each)),
    );

  return (
    <fieldset className={form.choices} aria-describedby={frame.error ? `${id}-error` : undefined}>
      <legend className={form.label}>
        {frame.label}
        <span className={form.required} title={app.field.required} aria-hidden>
          *
        </span>
      </legend>
      {choices.map((choice, index) => (
        <div key={choice.id}>
          <label className={form.checkbox}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={chosen.includes(choice.id)}
              aria-invalid={frame.error ? true : undefined}
              aria-describedby={`${id}-${choice.id}`}
              onChange={() => toggle(choice.id)}
              onBlur={() => field.onBlur()}
            />
            {choice.name}
          </label>
          <p id={`${id}-${choice.id}`} className={form.choiceHint}>
            {choice.hint}
          </p>
        </div>
      ))}
      <p id={`${id}-error`} className={form.error}>
        {frame.error}
      </p>
    </fieldset>
  );
}
