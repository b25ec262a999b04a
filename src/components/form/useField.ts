import { useState } from "react";
import {
  useGetValidationErrorMessage,
  useInput,
  useTranslateLabel,
  type ValidationErrorMessage,
  type ValidationErrorMessageWithArgs,
  type Validator,
} from "react-admin";
import type { FieldWidth, FormFieldProps } from "./FormField.tsx";

export interface FieldProps {
  source: string;
  /** Default: `resources.{resource}.fields.{source}`. */
  label?: string | undefined;
  description?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  defaultValue?: unknown;
  validate?: Validator | Validator[] | undefined;
  width?: FieldWidth | undefined;
}

/**
 * react-admin's useInput with label, description and error as FormField needs them, and what its control
 * takes beside the value.
 */
export function useField(props: FieldProps) {
  const { source, validate, defaultValue, description } = props;
  const translateLabel = useTranslateLabel();
  const validationMessage = useGetValidationErrorMessage();
  const input = useInput({
    source,
    ...(validate === undefined ? {} : { validate }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    format: keepValue,
    parse: keepValue,
  });
  const label = String(translateLabel({ source, label: props.label }) ?? "");
  const message: unknown = input.fieldState.error?.message;
  const error = message ? validationMessage(asWritten(message)) : undefined;
  const frame: Omit<FormFieldProps, "children"> = {
    id: input.id,
    label,
    error,
    required: props.required ?? input.isRequired,
    description: description || undefined,
    width: props.width,
  };
  // Leaving a field may show its error.
  const field = { ...input.field, onBlur: () => afterPress(input.field.onBlur) };
  const control = {
    name: field.name,
    onBlur: field.onBlur,
    inputRef: field.ref,
    disabled: props.disabled,
    readOnly: props.readOnly,
  };
  return { field, frame, label, control };
}

/** A field that shows `typed`, the text as it was typed, until it loses the focus. */
export function useTypedField(props: FieldProps) {
  const { control, ...input } = useField(props);
  const [typed, setTyped] = useState<string>();
  function onBlur() {
    setTyped(undefined);
    control.onBlur();
  }
  return { ...input, typed, setTyped, control: { ...control, onBlur } };
}

const VALIDATOR_MARK = "@@react-admin@@";

/** react-admin wraps the validator's message twice; inside is a text, or one with args. */
function asWritten(message: unknown): ValidationErrorMessage {
  if (isWithArgs(message)) return message;
  const text = String(message);
  return text.startsWith(VALIDATOR_MARK) ? JSON.parse(text.slice(VALIDATOR_MARK.length)) : text;
}

function isWithArgs(message: unknown): message is ValidationErrorMessageWithArgs {
  return typeof message === "object" && message !== null && "message" in message;
}

function keepValue(value: unknown) {
  return value;
}

export function asText(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/**
 * A field is left as soon as the mouse button goes down, but what is pressed is where it goes up: an error
 * line that appears between the two would move it away.
 */
let isPressed = false;
const waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  for (const run of waiting.splice(0)) run();
}

document.addEventListener("pointerdown", () => (isPressed = true), true);
// What the click does, such as to submit, comes after the field was left.
document.addEventListener("click", release, true);
// Without a click, since the mouse moved on; a menu may swallow these, too, and the next key tells.
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(release), true);
}
document.addEventListener("keydown", release, true);

/** Runs at once or, while a mouse button or a finger is down, after its click. */
function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
