import { useEffect, useState } from "react";
import { QrCode } from "../components/qrCode/QrCode.tsx";
import { secondFactor } from "../i18n/ja/secondFactor.ts";
import { messageFor } from "../providers/problems/errorMessage.ts";
import type { Enrolment } from "../providers/signIn/secondFactor.ts";
import { CodeForm } from "./CodeForm.tsx";
import { Notice } from "./FormParts.tsx";
import styles from "./login.module.css";
import { beginSetUp, finishSetUp } from "./signIn.ts";

interface SetUpStepProps {
  /** The factor is there, but the sign-in has to be made again. */
  onSignInAgain: (notice: string) => void;
  onBack: () => void;
}

/** A sign-in that needs a second factor which the person does not have yet. */
export function SetUpStep({ onSignInAgain, onBack }: SetUpStepProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    let isLate = false;
    beginSetUp().then(
      (begun) => isLate || setEnrolment(begun),
      (error: unknown) => isLate || setProblem(messageFor(error)),
    );
    return () => {
      isLate = true;
    };
  }, [attempt]);

  async function confirm(begun: Enrolment, code: string) {
    if ((await finishSetUp(begun, code)) === "signInAgain") {
      onSignInAgain(secondFactor.signInAgain);
    }
  }

  function again() {
    setProblem(undefined);
    setAttempt(attempt + 1);
  }

  return (
    <div className="grid gap-16 content-start">
      <h1>{secondFactor.setUpTitle}</h1>
      <Notice tone="info">{secondFactor.setUpRequired}</Notice>
      {problem ? (
        <>
          <Notice tone="error">{problem}</Notice>
          <button type="button" className={`hover ${styles.secondary}`} onClick={again}>
            {secondFactor.again}
          </button>
        </>
      ) : enrolment ? (
        <>
          <p>{secondFactor.setUpLead}</p>
          <QrCode text={enrolment.uri} label={secondFactor.qrCode} />
          <p className="note">{secondFactor.secret}</p>
          <code className="sunken pad-8-16 centered section-text secret">{enrolment.secret}</code>
          <CodeForm
            submitText={secondFactor.setUpSubmit}
            onCode={(code) => confirm(enrolment, code)}
          />
        </>
      ) : (
        <p className={`quiet centered ${styles.checking}`}>{secondFactor.preparing}</p>
      )}
      <button type="button" className={`primary pad-4-8 high-32 ${styles.link}`} onClick={onBack}>
        {secondFactor.back}
      </button>
    </div>
  );
}
