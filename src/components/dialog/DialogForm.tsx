import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Form, type Identifier, useLocation, type ValidateForm } from "react-admin";
import { type FieldValues, useFormState } from "react-hook-form";
import { ProblemText } from "../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../writes/problem.ts";
import type { StoredSubmission } from "../../writes/submissions.ts";
import { DraftFields } from "../draft/DraftNotice.tsx";
import { useDraft, useForgottenOnClose } from "../draft/useDraft.ts";
import { holdComposingEnter } from "../form/composition.ts";
import { isSaidAtField, useFocusFirstError, useForgetErrors } from "../form/formErrors.ts";
import { incompleteInputs } from "../form/incompleteInput.ts";
import styles from "./dialog.module.css";

interface FormParts {
  id: string;
  /** Initial values: the same object on each render. */
  values: object;
  validate: (values: FieldValues) => ReturnType<ValidateForm>;
  /** Why the last try failed, shown below the fields until the next one. */
  problem?: WriteProblem | undefined;
  children: ReactNode;
}

interface DialogFormProps extends FormParts {
  /**
   * Names the form; its input is kept on this device until the dialog is closed. Null where it must
   * not be kept (docs/decisions/051-drafts.md).
   */
  draft: string | null;
  /** Of the record, where its history offers values for this form. Default: the place. */
  draftId?: Identifier;
  /** What to do where an earlier input turns out to be saved. */
  takenHint?: string;
  /** Resolves to the error sentences of the fields, if there are any. A POST takes `submission` along. */
  onSubmit: (values: FieldValues, submission: StoredSubmission | undefined) => Promise<unknown>;
}

/** A form inside a dialog. It validates when a field loses the focus and on submit. */
export function DialogForm({ draft, draftId, takenHint, onSubmit, ...form }: DialogFormProps) {
  if (draft === null)
    return <PlainForm {...form} onSubmit={(values) => onSubmit(values, undefined)} />;
  return <DraftForm {...{ draft, draftId, takenHint, onSubmit }} {...form} />;
}

interface DraftFormProps extends FormParts, Pick<DialogFormProps, "onSubmit"> {
  draft: string;
  draftId: Identifier | undefined;
  takenHint: string | undefined;
}

function DraftForm(props: DraftFormProps) {
  const { draft: name, draftId, takenHint, onSubmit, children, ...form } = props;
  const { pathname } = useLocation();
  const draft = useDraft(name, draftId ?? pathname);
  useForgottenOnClose(draft);
  return (
    <PlainForm {...form} onSubmit={(values) => onSubmit(values, draft.submission)}>
      <DraftFields draft={draft} takenHint={takenHint}>
        {children}
      </DraftFields>
    </PlainForm>
  );
}

interface PlainFormProps extends FormParts {
  onSubmit: (values: FieldValues) => Promise<unknown>;
}

function PlainForm({ id, values, validate, problem, onSubmit, children }: PlainFormProps) {
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
        {children}
      </DialogFields>
      <FormProblem formId={id} problem={problem} />
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
    <div ref={fields} className={`stack gap-16 ${styles.fields}`} onKeyDown={holdComposingEnter}>
      {children}
    </div>
  );
}

function FormProblem({ formId, problem }: { formId: string; problem: WriteProblem | undefined }) {
  const { errors } = useFormState();
  const [over, setOver] = useState<unknown>();
  const onTry = useEffectEvent(() => setOver(problem?.error));

  // A try with invalid fields sends nothing, so that nobody else hears of it.
  useEffect(() => {
    const form = document.getElementById(formId);
    const listen = () => onTry();
    form?.addEventListener("submit", listen);
    return () => form?.removeEventListener("submit", listen);
  }, [formId]);

  const isShown = problem && problem.error !== over && !isSaidAtField(errors, problem.message);
  return <ProblemText problem={isShown ? problem : undefined} />;
}
