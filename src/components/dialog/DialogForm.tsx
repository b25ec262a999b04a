import type { ReactNode } from "react";
import { Form, type ValidateForm } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { holdComposingEnter } from "../form/composition.ts";

interface DialogFormProps {
  /** By which DialogButtons submit it. */
  id: string;
  /** The values it begins with; the same object on each render. */
  values: object;
  validate: (values: FieldValues) => ReturnType<ValidateForm>;
  /** Answers the sentences of refused fields, if there are any. */
  onSubmit: (values: FieldValues) => Promise<unknown>;
  children: ReactNode;
}

/** The form inside a dialog: checked when a field is left and when it is sent. */
export function DialogForm({ id, values, validate, onSubmit, children }: DialogFormProps) {
  return (
    <Form
      id={id}
      noValidate
      mode="onBlur"
      reValidateMode="onBlur"
      disableInvalidFormNotification
      record={values}
      validate={validate}
      onSubmit={onSubmit}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the inputs */}
      <div onKeyDown={holdComposingEnter}>{children}</div>
    </Form>
  );
}
