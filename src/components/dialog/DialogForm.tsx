import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Form, type Identifier, useLocation, type ValidateForm } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { NO_PROFILE, userProfile } from "../../providers/signIn/userProfile.ts";
import { KeptFields } from "../draft/KeptFields.tsx";
import { useDraft } from "../draft/useDraft.ts";
import { holdComposingEnter } from "../form/composition.ts";
import { useFocusFirstError, useForgetErrors } from "../form/formErrors.ts";
import { incompleteInputs } from "../form/incompleteInput.ts";
import styles from "./dialog.module.css";

interface DialogFormProps {
  id: string;
  /** Initial values: the same object on each render. */
  values: object;
  validate: (values: FieldValues) => ReturnType<ValidateForm>;
  /** Resolves to the error sentences of the fields, if there are any. */
  onSubmit: (values: FieldValues) => Promise<unknown>;
  /** Names the form; its input is kept on this device until the dialog is closed. */
  draft?: string;
  /** Of the record, where its history offers values for this form. Default: the place. */
  draftId?: Identifier;
  children: ReactNode;
}

/** A form inside a dialog. It validates when a field loses the focus and on submit. */
export function DialogForm(props: DialogFormProps) {
  const { id, values, validate, onSubmit, draft, draftId, children } = props;
  const fields = useRef<HTMLDivElement>(null);
  const errorsOf = (entered: FieldValues) => ({
    ...validate(entered),
    ...incompleteInputs(fields.current),
  });
  return (
    <Form
      id={id}
      noValidate
      mode="onBlur"
      reValidateMode="onBlur"
      shouldFocusError={false}
      disableInvalidFormNotification
      record={values}
      validate={errorsOf}
      onSubmit={onSubmit}
    >
      <DialogFields fields={fields} errorsOf={errorsOf}>
        {draft ? (
          <KeptDialogFields name={draft} id={draftId}>
            {children}
          </KeptDialogFields>
        ) : (
          children
        )}
      </DialogFields>
    </Form>
  );
}

interface DialogFieldsProps {
  fields: RefObject<HTMLDivElement | null>;
  errorsOf: (values: FieldValues) => object;
  children: ReactNode;
}

function DialogFields({ fields, errorsOf, children }: DialogFieldsProps) {
  useFocusFirstError(fields);
  useForgetErrors(errorsOf);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the inputs
    <div ref={fields} className={styles.fields} onKeyDown={holdComposingEnter}>
      {children}
    </div>
  );
}

interface KeptDialogFieldsProps {
  name: string;
  id: Identifier | undefined;
  children: ReactNode;
}

/** A closed dialog is saved or given up. The session's end does not close it. */
function KeptDialogFields({ name, id, children }: KeptDialogFieldsProps) {
  const { pathname } = useLocation();
  const draft = useDraft(name, id ?? pathname);
  const close = useEffectEvent(() => {
    if (userProfile.get() !== NO_PROFILE) draft.forget();
  });
  useEffect(() => () => close(), []);
  return <KeptFields draft={draft}>{children}</KeptFields>;
}
