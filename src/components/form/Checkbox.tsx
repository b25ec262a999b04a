import MuiCheckbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { type ComponentProps, type ReactNode, type Ref, useId } from "react";
import { RequiredMark } from "./FormField.tsx";
import styles from "./form.module.css";
import { type FieldProps, useField } from "./useField.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "ref" | "type" | "onChange"> {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A checkbox and what it says. Rows of tables have that of the browser, which costs less. */
export function Checkbox({ label, checked, onChange, inputRef, ...input }: CheckboxProps) {
  return (
    <FormControlLabel
      label={label}
      control={
        <MuiCheckbox
          size="small"
          checked={checked}
          disabled={input.disabled ?? false}
          onChange={(_event, next) => onChange(next)}
          slotProps={{ input: { ...input, ref: inputRef } }}
        />
      }
    />
  );
}

export function CheckboxInput(props: FieldProps) {
  const { field, frame } = useField(props);
  const noteId = useId();
  const note = frame.error ?? frame.description;
  return (
    <FormControl fullWidth error={Boolean(frame.error)} className={`gap-4 shrink ${styles.field}`}>
      <Checkbox
        id={frame.id}
        name={field.name}
        label={frame.label}
        checked={field.value === true}
        aria-invalid={frame.error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        onChange={field.onChange}
        onBlur={() => field.onBlur()}
        inputRef={field.ref}
        disabled={props.disabled || props.readOnly}
      />
      {note ? (
        <FormHelperText id={noteId} className={styles.choiceHint}>
          {note}
        </FormHelperText>
      ) : null}
    </FormControl>
  );
}

interface Choice {
  id: string;
  name: string;
  hint: string;
  /** It takes the place of the others, and they take its place. */
  alone?: boolean;
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
  const toggle = (choice: Choice) =>
    field.onChange(
      choices
        .filter((each) =>
          each === choice
            ? !chosen.includes(each.id)
            : chosen.includes(each.id) && !each.alone && !choice.alone,
        )
        .map((each) => each.id),
    );

  return (
    <fieldset className="above-8" aria-describedby={frame.error ? `${id}-error` : undefined}>
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
            onChange={() => toggle(choice)}
            onBlur={() => field.onBlur()}
          />
          <FormHelperText id={`${id}-${choice.id}`} className={styles.choiceHint}>
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
