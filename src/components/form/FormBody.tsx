import Button from "@mui/material/Button";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Form, LinkBase, type RaRecord, useRecordContext, type ValidateForm } from "react-admin";
import { type FieldValues, useFormState } from "react-hook-form";
import { app } from "../../i18n/ja/app.ts";
import { DraftFields } from "../draft/DraftNotice.tsx";
import type { DraftHandle } from "../draft/useDraft.ts";
import { holdComposingEnter } from "./composition.ts";
import styles from "./form.module.css";
import { isSaidAtField, useFocusFirstError, useForgetErrors } from "./formErrors.ts";
import { incompleteInputs } from "./incompleteInput.ts";
import { UnsavedGuard } from "./UnsavedGuard.tsx";

export interface FormBodyProps<Row extends RaRecord = RaRecord> extends FormFootProps {
  children: ReactNode;
  /** Where the input is kept on this device; null where the fields do that themselves. */
  draft: DraftHandle | null;
  /** Gets the fields that have input which is not saved. */
  touched?: RefObject<readonly string[]> | undefined;
  /** Sections that the save does not change: next to the form, on a narrow screen below it. */
  aside?: ReactNode;
  defaultValues?: Record<string, unknown> | undefined;
  /** In place of the save of the page around it; returns the errors of fields, or nothing. */
  onSubmit?: ((values: FieldValues) => Promise<object | undefined>) | undefined;
  /** From `validateWith(schema)`: returns a sentence per field. `record` is the edited record. */
  validate?:
    | ((values: FieldValues, record: Row | undefined) => ReturnType<ValidateForm>)
    | undefined;
}

// A reloaded record updates only the fields that the person has not changed.
const KEEP_INPUT = { keepDirtyValues: true };

/** Validates fields on blur and on save; 保存 is never disabled for invalid input. */
export function FormBody<Row extends RaRecord>(props: FormBodyProps<Row>) {
  const { children, draft, touched, aside, defaultValues, onSubmit, validate, ...foot } = props;
  const record = useRecordContext<Row>();
  const fields = useRef<HTMLDivElement>(null);

  function errorsOf(values: FieldValues) {
    return { ...validate?.(values, record), ...incompleteInputs(fields.current) };
  }

  return (
    <Form
      noValidate
      mode="onBlur"
      reValidateMode="onBlur"
      shouldFocusError={false}
      disableInvalidFormNotification
      resetOptions={KEEP_INPUT}
      {...(defaultValues ? { defaultValues } : {})}
      {...(onSubmit ? { onSubmit } : {})}
      {...(validate ? { validate: errorsOf } : {})}
    >
      {touched ? <Touched touched={touched} /> : null}
      <FormParts fields={fields} errorsOf={errorsOf} draft={draft} aside={aside} {...foot}>
        {children}
      </FormParts>
    </Form>
  );
}

function Touched({ touched }: { touched: RefObject<readonly string[]> }) {
  const { dirtyFields } = useFormState();
  useEffect(() => {
    touched.current = Object.keys(dirtyFields);
  });
  return null;
}

interface FormPartsProps extends FormFootProps {
  fields: RefObject<HTMLDivElement | null>;
  errorsOf: (values: FieldValues) => object;
  draft: DraftHandle | null;
  aside: ReactNode;
  children: ReactNode;
}

function FormParts({ fields, errorsOf, draft, aside, children, ...foot }: FormPartsProps) {
  useFocusFirstError(fields);
  useForgetErrors(errorsOf);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the inputs
    <div
      ref={fields}
      className={`stack gap-16 content-start ${styles.form}`}
      onKeyDown={holdComposingEnter}
    >
      <div className={`stack gap-16 card content-start ${styles.main}`}>
        {draft ? <DraftFields draft={draft}>{children}</DraftFields> : children}
        <FormFoot {...foot} />
      </div>
      {aside ? <div className={`stack gap-16 content-start ${styles.aside}`}>{aside}</div> : null}
      <UnsavedGuard onLeave={draft?.end} />
    </div>
  );
}

interface FormFootProps {
  saveLabel?: string | undefined;
  savingLabel?: string | undefined;
  /** False while the record cannot be saved; the page says why. */
  canSave?: boolean | undefined;
  cancelTo?: string | undefined;
  notice?: ReactNode;
}

function FormFoot(props: FormFootProps) {
  const { saveLabel = app.form.save, savingLabel = app.form.saving } = props;
  const { canSave = true, cancelTo, notice } = props;
  const { isSubmitting } = useFormState();
  return (
    <>
      {notice}
      <footer className={`row end surface sticky line-above gap-8-12 ${styles.foot}`}>
        <FormSummary />
        <div className="wrap end gap-12">
          {cancelTo ? (
            <Button component={LinkBase} to={cancelTo} variant="outlined" color="secondary">
              {app.cancel}
            </Button>
          ) : null}
          <Button type="submit" variant="contained" disabled={isSubmitting || !canSave}>
            {isSubmitting ? savingLabel : saveLabel}
          </Button>
        </div>
      </footer>
    </>
  );
}

/**
 * What keeps the form from being saved, beside the button: after a try the error of the save, or a
 * sentence that a field above is invalid if that says it; and how many fields are wrong.
 */
function FormSummary() {
  const { errors, isSubmitted } = useFormState();
  const { root, ...ofFields } = errors;
  const wrong = Object.keys(ofFields).length;
  const ofSave = root?.serverError?.message;
  const isRefused = isSubmitted && (wrong > 0 || root !== undefined);
  return (
    <div className={`grow-200 ${styles.summary}`}>
      <p role="alert" className="error strong">
        {!isRefused ? "" : ofSave && !isSaidAtField(errors, ofSave) ? ofSave : app.form.invalid}
      </p>
      {wrong > 0 ? <small className="note">{app.form.wrong(wrong)}</small> : null}
    </div>
  );
}
