import { type ReactNode, Suspense } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { can } from "../../domain/access.ts";
import { type ContractLimits, usageState } from "../../domain/contracts/rules.ts";
import { formatDate, tokyoDate } from "../../domain/text/dates.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import { usagePace } from "../../domain/usage/pace.ts";
import { Card } from "../components/display/Card.tsx";
import { Figure } from "../components/display/Figure.tsx";
import { FailedPart, LoadingState } from "../components/display/LoadError.tsx";
import { UsageStateChip } from "../components/display/StatusChip.tsx";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import { home } from "../i18n/ja/home.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";
import { countUsage, minutesUsage, usageBar } from "../resources/contracts/ContractUsageBars.tsx";
import styles from "./home.module.css";
import { limitsNotice, limitsUse, limitTexts, useLimits } from "./limitTexts.ts";

const UsagePace = lazyPart(async () => (await import("./pace/UsagePace.tsx")).UsagePace);

const text = home.limits;

/** What is left of the contract that covers today; for organization admins with where use leads. */
export function Balance() {
  const createPath = useCreatePath();
  const readsContract = can(useUserProfile(), "ownContract.read");
  const { data, error } = useLimits();
  const running = data?.contract && data.contract.status !== "UPCOMING" ? data : undefined;
  return (
    <Card
      title={text.title}
      note={running ? <UsageStateChip usageState={usageState(limitsUse(running))} /> : null}
      actions={
        readsContract ? (
          <LinkBase to={createPath({ resource: "contracts", type: "list" })}>{text.all}</LinkBase>
        ) : null
      }
    >
      <div className="stack gap-16">
        {data ? <Notice limits={data} /> : null}
        {running ? <Figures limits={running} /> : null}
        {running && readsContract ? (
          <div className={styles.pace}>
            <Suspense fallback={<LoadingState />}>
              <UsagePace />
            </Suspense>
          </div>
        ) : null}
      </div>
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : (
        <div className={styles.loading}>
          <LoadingState />
        </div>
      )}
    </Card>
  );
}

/** Why nothing can be transcribed; the figures say how much is left otherwise. */
function Notice({ limits }: { limits: ContractLimits }) {
  const { isOrganizationAdmin } = useUserProfile();
  const notice = limitsNotice(limits);
  if (!notice || notice.tone === "warning") return null;
  const contact = isOrganizationAdmin ? "organizationAdmin" : "member";
  return (
    <p className={`round-small shaded pad-8-16 ${styles.notice}`} data-tone={notice.tone}>
      {notice.text}
      {notice.blocked ? text.contact[contact] : null}
    </p>
  );
}

function Figures({ limits }: { limits: ContractLimits }) {
  const left = limitTexts(limits);
  const use = limitsUse(limits);
  return (
    <dl className="stack gap-16">
      <Left label={text.countLabel} left={left.count}>
        {use.maxTranscriptCount === null ? null : countUsage(use, { percent: true })}
      </Left>
      <Left label={text.minutesLabel} left={left.minutes}>
        {use.maxTranscriptMinutes === null ? null : minutesUsage(use, { percent: true })}
      </Left>
      {limits.contract ? <Period contract={limits.contract} limits={limits} /> : null}
    </dl>
  );
}

interface PeriodProps {
  limits: ContractLimits;
  contract: NonNullable<ContractLimits["contract"]>;
}

/** How much of the period has passed, on the same scale as the caps. */
function Period({ limits, contract: { startDate, endDate } }: PeriodProps) {
  const term = { startDate, endDate, terminationDate: null, ...limitsUse(limits) };
  const { days, passedDays, timeShare } = usagePace(term, tokyoDate(new Date()));
  return (
    <div>
      <dt className="note">{text.endDate}</dt>
      <dd className="stack gap-4">
        <span>{formatDate(endDate)}</span>
        {usageBar({
          used: passedDays,
          cap: days,
          format: (value) => text.days(formatNumber(value)),
          formatUsed: (value) => text.passed(formatNumber(value)),
          share: timeShare,
          level: "normal",
          percent: true,
        })}
      </dd>
    </div>
  );
}

interface LeftProps {
  label: string;
  /** 8時間45分, or 無制限. */
  left: string;
  /** What is used of the cap. */
  children: ReactNode;
}

function Left({ label, left, children }: LeftProps) {
  return (
    <div>
      <dt className="note">{label}</dt>
      <dd className="stack gap-4">
        <Figure>{left}</Figure>
        {children}
      </dd>
    </div>
  );
}
