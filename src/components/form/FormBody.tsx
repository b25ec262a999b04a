import { Form, type ValidateForm } from "ra-core";
import type { KeyboardEvent, ReactNode } from "react";
import { isComposing } from "./composition.ts";
import { FormFoot } from "./FormFoot.tsx";
import styles from "./page.module.css";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import { useFocusFirstError } from "./useFocusFirstError.ts";

export interface FormBodyProps {
  children: ReactNode;
  defaultValues?: Record<string, unknown> | undefined;
  /** From `validateWith(schema)`; answers a sentence per field. */
  validate?: ValidateForm | undefined;
  /** A key of the catalogue; 保存 when left out. */
  saveLabel?: string | undefined;
  /** Where キャンセル leads. */
  cancelTo?: string | undefined;
  /** Shown right above the buttons, such as what to do about a stale version. */
  notice?: ReactNode;
}

// A record that was read anew fills what the person has not touched, and nothing else.
const KEEP_INPUT = { keepDirtyValues: true };

/**
 * The form inside a create or edit page. Fields are checked when they are left and when the form
 * is saved; 保存 is never disabled for invalid input.
 */
export function FormBody({ children, defaultValues, validate, ...foot }: FormBodyProps) {
  return (
    <Form
      noValidate
      mode="onBlur"
      reValidateMode="onBlur"
      shouldFocusError={false}
      disableInvalidFormNotification
      resetOptions={KEEP_INPUT}
      {...(defaultValues ? { defaultValues } : {})}
      {...(validate ? { validate } : {})}
    >
      <FormParts {...foot}>{children}</FormParts>
    </Form>
  );
}

function FormParts({ children, ...foot }: Omit<FormBodyProps, "defaultValues" | "validate">) {
  const fields = useFocusFirstError<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the inputs
    <div ref={fields} className={styles.form} onKeyDown={holdEnter}>
      {children}
      <FormFoot {...foot} />
      <UnsavedGuard />
    </div>
  );
}

/** The Enter that confirms a conversion never submits. */
function holdEnter(event: KeyboardEvent) {
  if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
}
