import { Suspense, useId, useState } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { addDays, formatDate, parseInstant, tokyoDate } from "../../domain/text/dates.ts";
import type { User } from "../../domain/users/schemas.ts";
import { UsageStateChip } from "../components/display/ContractStatusChip.tsx";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import { useTranslate } from "../i18n/translate.ts";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import { ENDING_SOON } from "../resources/alerts/endingSoon.ts";
import { CountUsage, MinutesUsage } from "../resources/contracts/ContractUsageBars.tsx";
import { RUNNING } from "../resources/contracts/statusOrder.ts";
import type { AlertRecord, ContractRecord } from "../resources/records.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import { AlertRow } from "./AlertRow.tsx";
import styles from "./adminHome.module.css";

/** What needs a system admin's action, five of each kind at most, and how use goes on. */
export function AdminHome() {
  useLiveReads("resource/contracts", "contracts");
  useLiveReads("resource/users", "users");
  return (
    <div className={styles.page}>
      <PageTitle title="home.title" />
      <div className={styles.column}>
        <OpenAlerts />
        <EndingContracts />
      </div>
      <div className={styles.column}>
        <FullContracts />
        <OldInvitations />
      </div>
      <UsageTrend />
    </div>
  );
}

const OPEN = { open: "true" };
const NEWEST_FIRST = { field: "raisedAt", order: "DESC" } as const;

function OpenAlerts() {
  return (
    <ActionBlock<AlertRecord> name="alerts" resource="alerts" filter={OPEN} sort={NEWEST_FIRST}>
      {(alert) => <AlertRow alert={alert} />}
    </ActionBlock>
  );
}

/** One of them is open as long as a contract ends within 30 days and none follows it. */
const ENDING = { open: "true", kind: ENDING_SOON };
const SOONEST_FIRST = { field: "raisedAt", order: "ASC" } as const;

function EndingContracts() {
  return (
    <ActionBlock<AlertRecord> name="ending" resource="alerts" filter={ENDING} sort={SOONEST_FIRST}>
      {(alert) => <AlertRow alert={alert} />}
    </ActionBlock>
  );
}

const FULL = { status: RUNNING, usageState: "REACHED,EXCEEDED" };
const FULLEST_FIRST = { field: "usage", order: "DESC" } as const;

function FullContracts() {
  return (
    <ActionBlock<ContractRecord>
      name="full"
      resource="contracts"
      filter={FULL}
      sort={FULLEST_FIRST}
    >
      {(contract) => <FullContract contract={contract} />}
    </ActionBlock>
  );
}

function FullContract({ contract }: { contract: ContractRecord }) {
  const createPath = useCreatePath();
  return (
    <>
      <div className={styles.subject}>
        <LinkBase to={createPath({ resource: "contracts", type: "show", id: contract.contractId })}>
          {contract.organizationName}
        </LinkBase>
      </div>
      <UsageStateChip usageState={contract.usageState} />
      <div className={styles.bars}>
        <CountUsage contract={contract} />
        <MinutesUsage contract={contract} />
      </div>
    </>
  );
}

const DAYS = 7;
const INVITED = { status: "INVITED" };
const OLDEST_FIRST = { field: "createdAt", order: "ASC" } as const;

type UserRecord = User & { id: string };

/** People who were invited more than a week ago and have not signed in. */
function OldInvitations() {
  const [filter] = useState(() => ({
    ...INVITED,
    createdBefore: addDays(tokyoDate(new Date()), -DAYS),
  }));
  return (
    <ActionBlock<UserRecord>
      name="invitations"
      unit="people"
      resource="users"
      filter={filter}
      sort={OLDEST_FIRST}
      listFilter={INVITED}
    >
      {(user) => <Invitation user={user} />}
    </ActionBlock>
  );
}

function Invitation({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const date = formatDate(tokyoDate(parseInstant(user.createdAt)));
  return (
    <>
      <div className={styles.subject}>
        <LinkBase to={createPath({ resource: "users", type: "edit", id: user.userId })}>
          {user.userName}
        </LinkBase>
        <p>{[user.organizationName, user.email].filter(Boolean).join("・")}</p>
      </div>
      <span className={styles.date}>{translate("home.admin.invitations.since", { date })}</span>
    </>
  );
}

const TrendChart = lazyPart(async () => (await import("./TrendChart.tsx")).TrendChart);

/** What all contracts together used on each day of the last weeks. */
function UsageTrend() {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <section className={`${styles.block} ${styles.wide}`} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{translate("home.admin.trend.title")}</h2>
      </div>
      <div className={styles.trend}>
        <Suspense fallback={<LoadingState />}>
          <TrendChart />
        </Suspense>
      </div>
    </section>
  );
}
