import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import { holdComposingEnter } from "../components/form/composition.ts";
import { login } from "../i18n/ja/login.ts";
import { useSubmit } from "../writes/useSubmit.ts";
import { EmailField, emailError, Notice, SubmitButton } from "./FormParts.tsx";
import styles from "./login.module.css";
import { sendPasswordReset } from "./signIn.ts";

interface ResetFormProps {
  texts: Record<"title" | "lead" | "sent" | "submit", string>;
  /** Why a mail is needed. */
  notice?: string;
  /** The person was invited and has no password yet. */
  invited?: boolean;
  /** The Auth Emulator sends no mail, so the page says where to find the link. */
  emulator: boolean;
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** Requests a mail to set the password. The result is the same for known and unknown addresses. */
export function ResetForm(props: ResetFormProps) {
  const { texts, notice, invited = false, emulator, email, onEmail, onBack } = props;
  const [shownError, setShownError] = useState<string>();
  const [sent, setSent] = useState(false);
  const { pending, problem, submit, forget } = useSubmit({ leaves: true });
  const emailInput = useRef<HTMLInputElement>(null);
  useEffect(() => emailInput.current?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    forget();
    const found = emailError(email);
    flushSync(() => setShownError(found));
    if (found) return emailInput.current?.focus();
    void submit(async () => {
      await sendPasswordReset(normalEmail(email), { invited });
      setSent(true);
    });
  }

  return (
    <div className="grid gap-16 content-start">
      <h1>{texts.title}</h1>
      {notice && !problem && !sent ? <Notice tone="info">{notice}</Notice> : null}
      {problem ? <Notice tone="error">{problem.message}</Notice> : null}
      {sent ? (
        <Notice tone="success">
          <strong>{login.reset.sentTitle}</strong>
          <p>{texts.sent}</p>
          <p>{emulator ? login.reset.demo : login.reset.sentHint}</p>
        </Notice>
      ) : (
        <form
          className="grid gap-16"
          noValidate
          onSubmit={onSubmit}
          onKeyDown={holdComposingEnter}
          aria-busy={pending}
        >
          <p>{texts.lead}</p>
          <EmailField ref={emailInput} value={email} error={shownError} onValue={onEmail} />
          <SubmitButton pending={pending} pendingText={login.reset.submitting}>
            {texts.submit}
          </SubmitButton>
        </form>
      )}
      <button type="button" className={`primary pad-4-8 high-32 ${styles.link}`} onClick={onBack}>
        {login.reset.back}
      </button>
    </div>
  );
}
