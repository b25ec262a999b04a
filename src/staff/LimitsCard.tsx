import { useId } from "react";
import { useTranslate } from "react-admin";
import type { ContractLimits } from "../../domain/contractRules.ts";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { messageFor } from "../providers/errorMessage.ts";
import { FailedPart } from "./FailedPart.tsx";
import styles from "./home.module.css";
import { limitTexts } from "./limitTexts.ts";
import { hasNoContract, useLimits } from "./useLimits.ts";

export function LimitsCard() {
  const translate = useTranslate();
  const titleId = useId();
  const { data, error } = useLimits();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{translate("home.limits.title")}</h2>
      {data ? <Limits limits={data} /> : null}
      {error ? <FailedPart text={messageFor(error)} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

function Limits({ limits }: { limits: ContractLimits }) {
  const translate = useTranslate();
  if (hasNoContract(limits)) return <p>{translate("home.limits.none")}</p>;
  const { count, minutes } = limitTexts(limits, translate);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{translate("home.limits.countLabel")}</dt>
        <dd>{count}</dd>
      </div>
      <div>
        <dt>{translate("home.limits.minutesLabel")}</dt>
        <dd>{minutes}</dd>
      </div>
    </dl>
  );
}
