import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { holdComposingEnter } from "../../components/form/composition.ts";
import { FormField } from "../../components/form/FormField.tsx";
import { ClearableInput } from "../../components/form/TextInput.tsx";
import { QrCode } from "../../components/qrCode/QrCode.tsx";
import { secondFactor as text } from "../../i18n/ja/secondFactor.ts";
import { settings } from "../../i18n/ja/settings.ts";
import { oneTimeCode } from "../../login/oneTimeCode.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import type { Enrolment, Proof } from "../../providers/signIn/secondFactor.ts";
import { useSubmit } from "../../writes/useSubmit.ts";

interface FactorSetUpProps {
  hasPassword: boolean;
  onBegin: (proof: Proof) => Promise<Enrolment>;
  onDone: (idToken: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks who it is, then shows the secret and takes a code of it. */
export function FactorSetUp({ hasPassword, onBegin, onDone, onCancel }: FactorSetUpProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  if (!enrolment) {
    return (
      <ProofForm
        key="proof"
        asks={{ password: hasPassword, code: false }}
        submit={text.next}
        onProof={async (proof) => setEnrolment(await onBegin(proof))}
        onCancel={onCancel}
      />
    );
  }
  return (
    <ProofForm
      key="code"
      asks={{ password: false, code: true }}
      submit={text.setUpSubmit}
      onProof={async ({ code = "" }) => onDone(await enrolment.confirm(code))}
      onCancel={onCancel}
    >
      <p>{text.setUpLead}</p>
      <QrCode text={enrolment.uri} label={text.qrCode} />
      <p>{text.secret}</p>
      <code className="sunken pad-8-16 secret">{enrolment.secret}</code>
    </ProofForm>
  );
}

interface FactorRemovalProps {
  hasPassword: boolean;
  isTotp: boolean;
  isRequired: boolean;
  onRemove: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}

export function FactorRemoval(props: FactorRemovalProps) {
  const { hasPassword, isTotp, isRequired, onRemove, onCancel } = props;
  return (
    <ProofForm
      asks={{ password: hasPassword, code: isTotp }}
      submit={text.removeSubmit}
      danger
      onProof={onRemove}
      onCancel={onCancel}
    >
      <p>{text.removeWarning}</p>
      {isRequired ? <p>{text.removeRequired}</p> : null}
    </ProofForm>
  );
}

interface ProofFormProps {
  asks: { password: boolean; code: boolean };
  submit: string;
  danger?: boolean;
  onProof: (proof: Proof) => Promise<void>;
  onCancel: () => void;
  children?: ReactNode;
}

function ProofForm(props: ProofFormProps) {
  const { asks, submit: label, danger = false, onProof, onCancel, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState({ password: "", code: "" });
  const [errors, setErrors] = useState<{ password?: string; code?: string }>({});
  const [failure, setFailure] = useState<string>();
  const { pending, submit } = useSubmit();

  useEffect(() => form.current?.querySelector<HTMLElement>("input, button")?.focus(), []);
  useEffect(() => {
    const wrong = Object.keys(errors).length > 0 || failure !== undefined;
    if (wrong) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [errors, failure]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const code = oneTimeCode(typed.code);
    const missing = {
      ...(asks.password && typed.password === "" ? { password: settings.currentRequired } : {}),
      ...(asks.code && !code ? { code: text.codeRequired } : {}),
    };
    setErrors(missing);
    setFailure(undefined);
    if (Object.keys(missing).length > 0) return;
    void submit(async () => {
      try {
        await onProof({ ...(asks.password ? { password: typed.password } : {}), code });
      } catch (error) {
        setTyped((before) => ({ ...before, code: "" }));
        setFailure(messageFor(error, { resource: "password", kind: "update" }));
      }
    });
  }

  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: errors[name],
    readOnly: pending,
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-16 full"
      onSubmit={onSubmit}
      onKeyDown={holdComposingEnter}
    >
      {failure ? (
        <p role="alert" tabIndex={-1} className="boxed" data-tone="error">
          {failure}
        </p>
      ) : null}
      {children}
      {asks.password ? (
        <ProofInput
          {...field("password")}
          label={settings.currentPassword}
          type="password"
          autoComplete="current-password"
        />
      ) : asks.code ? null : (
        <p>{text.proofGoogle}</p>
      )}
      {asks.code ? (
        <ProofInput
          {...field("code")}
          label={text.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      ) : null}
      <div className="flex end gap-12">
        <Button variant="outlined" color="secondary" disabled={pending} onClick={onCancel}>
          {settings.cancel}
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={danger ? "error" : "primary"}
          disabled={pending}
        >
          {pending ? text.codeSubmitting : label}
        </Button>
      </div>
    </form>
  );
}

interface ProofInputProps {
  label: string;
  name: string;
  type: "password" | "text";
  inputMode?: "numeric";
  autoComplete: "current-password" | "one-time-code";
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: string) => void;
}

function ProofInput({ label, error, ...input }: ProofInputProps) {
  const id = useId();
  return (
    <FormField id={id} label={label} required error={error}>
      {(aria) => <ClearableInput {...aria} {...input} clearLabel={label} />}
    </FormField>
  );
}
