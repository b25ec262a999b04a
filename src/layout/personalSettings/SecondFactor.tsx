import Button from "@mui/material/Button";
import { useId } from "react";
import { secondFactor as text } from "../../i18n/ja/secondFactor.ts";
import type { EnrolledFactor } from "../../providers/signIn/secondFactor.ts";
import { FactorRemoval, FactorSetUp } from "./FactorForms.tsx";
import styles from "./personalSettings.module.css";
import { useSecondFactor } from "./useSecondFactor.ts";

/** The second factor of the signed-in person: set up, or removed after a proof. */
export function SecondFactor() {
  const titleId = useId();
  const factor = useSecondFactor();
  const { view, enrolled, message, isRequired } = factor;
  return (
    <section className={`grid gap-12 ${styles.section}`} aria-labelledby={titleId}>
      <h3 id={titleId}>{text.title}</h3>
      <div role="status">
        {message ? (
          <p className={`boxed ${styles.saved}`} data-tone="success">
            {text[message]}
          </p>
        ) : null}
      </div>
      {factor.error ? (
        <p role="alert" className="boxed" data-tone="error">
          {factor.error}
        </p>
      ) : !enrolled ? (
        <p>{text.loading}</p>
      ) : view.kind === "setUp" ? (
        <FactorSetUp
          hasPassword={enrolled.hasPassword}
          onBegin={factor.begin}
          onDone={factor.done}
          onCancel={factor.show}
        />
      ) : view.kind === "remove" ? (
        <FactorRemoval
          hasPassword={enrolled.hasPassword}
          isTotp={view.factor.isTotp}
          isRequired={isRequired}
          onRemove={(proof) => factor.remove(view.factor, proof)}
          onCancel={factor.show}
        />
      ) : (
        <FactorList
          factors={enrolled.factors}
          onSetUp={factor.askSetUp}
          onRemove={factor.askRemoval}
        />
      )}
    </section>
  );
}

interface FactorListProps {
  factors: readonly EnrolledFactor[];
  onSetUp: () => void;
  onRemove: (factor: EnrolledFactor) => void;
}

const day = new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

function FactorList({ factors, onSetUp, onRemove }: FactorListProps) {
  if (factors.length === 0) {
    return (
      <>
        <p>{text.none}</p>
        <Button variant="outlined" onClick={onSetUp}>
          {text.setUp}
        </Button>
      </>
    );
  }
  return (
    <ul className={`grid gap-12 full ${styles.rows}`}>
      {factors.map((factor) => (
        <li key={factor.uid} className="row spread">
          <span>
            {text[factor.isTotp ? "since" : "otherFactor"](day.format(new Date(factor.enrolledAt)))}
          </span>
          <Button size="small" variant="outlined" color="error" onClick={() => onRemove(factor)}>
            {text.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}
