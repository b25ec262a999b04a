import { secondFactor } from "../i18n/ja/secondFactor.ts";
import { CodeForm } from "./CodeForm.tsx";
import styles from "./login.module.css";

interface CodeStepProps {
  onCode: (code: string) => Promise<unknown>;
  onBack: () => void;
}

/** The second step of a sign-in: the code of an app. */
export function CodeStep({ onCode, onBack }: CodeStepProps) {
  return (
    <div className="grid gap-16 content-start">
      <h1>{secondFactor.codeTitle}</h1>
      <p>{secondFactor.codeLead}</p>
      <CodeForm submitText={secondFactor.codeSubmit} onCode={onCode} />
      <p className="note">{secondFactor.codeLost}</p>
      <button type="button" className={`primary pad-4-8 high-32 ${styles.link}`} onClick={onBack}>
        {secondFactor.back}
      </button>
    </div>
  );
}
