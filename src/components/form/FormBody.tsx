import type { ReactNode } from "react";
import { Form, type RaRecord, useRecordContext, type ValidateForm } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { holdComposingEnter } from "./composition.ts";
import { FormFoot, type FormFootProps } from "./FormFoot.tsx";
import styles from "./page.module.css";
import { UnsavedGuard } from "./UnsavedGuard.tsx";
import { useFocusFirstError } from "./useFocusFirstError.ts";

export interface FormBodyProps<Row extends RaRecord = RaRecord> extends FormFootProps {
  children: ReactNode;
  defaultValues?: Record<string, unknown> | undefined;
  /** From `validateWith(schema)`: returns a sentence per field. `record` is the edited record. */
  validate?:
    | ((values: FieldValues, record: Row | undefined) => ReturnType<ValidateForm>)
    | undefined;
}

// A reloaded record updates only the fields that the person has not changed.
const KEEP_INPUT = { keepDirtyValues: true };

/** Validates fields on blur and on save; 保存 is never disabled for invalid input. */
export function FormBody<Row extends RaRecord>(props: FormBodyProps<Row>) {
  const { children, defaultValues, validate, ...foot } = props;
  const record = useRecordContext<Row>();
  return (
    <Form
      noValidate
      mode="onBlur"
      reValidateMode="onBlur"
      shouldFocusError={false}
      disableInvalidFormNotification
      resetOptions={KEEP_INPUT}
      {...(defaultValues ? { defaultValues } : {})}
      {...(validate ? { validate: (values: FieldValues) => validate(values, record) } : {})}
    >
      <FormParts {...foot}>{children}</FormParts>
    </Form>
  );
}

function FormParts({ children, ...foot }: FormFootProps & { children: ReactNode }) {
  const fields = useFocusFirstError<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the inputs
    <div ref={fields} className={styles.form} onKeyDown={holdComposingEnter}>
      {children}
      <FormFoot {...foot} />
      <UnsavedGuard />
    </div>
  );
}
