import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { useId } from "react";
import { Checkbox } from "./Checkbox.tsx";
import { RequiredMark } from "./FormField.tsx";
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
      <FormLabel component="legend">
        {frame.label}
        <RequiredMark />
      </FormLabel>
      {choices.map((choice, index) => (
        <div key={choice.id}>
          <Checkbox
            label={choice.name}
            inputRef={index === 0 ? field.ref : undefined}
            checked={chosen.includes(choice.id)}
            aria-invalid={frame.error ? true : undefined}
            aria-describedby={`${id}-${choice.id}`}
            onChange={() => toggle(choice.id)}
            onBlur={() => field.onBlur()}
          />
          <FormHelperText id={`${id}-${choice.id}`} className={form.choiceHint}>
            {choice.hint}
          </FormHelperText>
        </div>
      ))}
      <FormHelperText id={`${id}-error`} error>
        {frame.error}
      </FormHelperText>
    </fieldset>
  );
}
