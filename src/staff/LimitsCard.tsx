import { useId } from "react";
import { useTranslate } from "react-admin";
import type { ContractLimits } from "../../domain/contractRules.ts";
import { formatDate } from "../../domain/dates.ts";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { messageFor } from "../providers/errorMessage.ts";
import { useUserProfile } from "../providers/userProfile.ts";
import { FailedPart } from "./FailedPart.tsx";
import styles from "./home.module.css";
import { capTexts, limitsNotice, limitTexts } from "./limitTexts.ts";
import { useLimits } from "./useLimits.ts";

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
  return (
    <>
      <Notice limits={limits} />
      {limits.contract && limits.contract.status !== "UPCOMING" ? (
        <Figures limits={limits} endDate={limits.contract.endDate} />
      ) : null}
    </>
  );
}

function Notice({ limits }: { limits: ContractLimits }) {
  const translate = useTranslate();
  const { isOrganizationAdmin } = useUserProfile();
  const notice = limitsNotice(limits, translate);
  if (!notice) return null;
  const contact = isOrganizationAdmin ? "organizationAdmin" : "member";
  return (
    <p className={styles.notice} data-tone={notice.tone}>
      {notice.text}
      {notice.blocked ? translate(`home.limits.contact.${contact}`) : null}
    </p>
  );
}

function Figures({ limits, endDate }: { limits: ContractLimits; endDate: string }) {
  const translate = useTranslate();
  const left = limitTexts(limits, translate);
  const caps = capTexts(limits, translate);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{translate("home.limits.countLabel")}</dt>
        <dd>{left.count}</dd>
        {caps.count ? <dd className={styles.cap}>{caps.count}</dd> : null}
      </div>
      <div>
        <dt>{translate("home.limits.minutesLabel")}</dt>
        <dd>{left.minutes}</dd>
        {caps.minutes ? <dd className={styles.cap}>{caps.minutes}</dd> : null}
      </div>
      <div>
        <dt>{translate("home.limits.endDate")}</dt>
        <dd>{formatDate(endDate)}</dd>
      </div>
    </dl>
  );
}
