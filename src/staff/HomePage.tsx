import { Suspense, useEffect, useId, useState } from "react";
import { LinkBase, useCreatePath, useGetList } from "react-admin";
import { can } from "../../domain/access.ts";
import type { ContractLimits } from "../../domain/contracts/rules.ts";
import type { OwnContract } from "../../domain/contracts/schemas.ts";
import { formatDate } from "../../domain/text/dates.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import { FailedPart } from "../components/display/LoadError.tsx";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { PageTitle } from "../components/display/PageTitle.tsx";
import { ContractStatusChip } from "../components/display/StatusChip.tsx";
import order from "../components/load/inOrder.module.css";
import { lazyPart } from "../components/load/lazyScreen.tsx";
import { recentRecords } from "../components/recent/recentRecords.ts";
import { home } from "../i18n/ja/home.ts";
import { contracts } from "../i18n/ja/resources/contracts.ts";
import { dictionaries } from "../i18n/ja/resources/dictionaries.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";
import { pageLoad } from "../providers/start/pageLoad.ts";
import { ContractPeriod } from "../resources/contracts/ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../resources/contracts/ContractUsageBars.tsx";
import { LockState } from "../resources/dictionaries/LockState.tsx";
import { useLiveDictionaries } from "../resources/dictionaries/useLiveDictionaries.ts";
import type { DictionaryRecord } from "../resources/records.ts";
import styles from "./home.module.css";
import { capTexts, limitsNotice, limitTexts, useLimits } from "./limitTexts.ts";
import { OWN_CONTRACTS } from "./ownContractList.ts";
import { OwnWorkspaces } from "./workspaces/OwnWorkspaces.tsx";

const UsagePace = lazyPart(async () => (await import("./pace/UsagePace.tsx")).UsagePace);

/** The first page. System admins, who belong to no organization, have theirs at /admin. */
export function HomePage() {
  const { isSystemAdmin } = useUserProfile();
  return isSystemAdmin ? <ToAdminArea /> : <MemberHome />;
}

function ToAdminArea() {
  useEffect(() => pageLoad.replace("/admin"), []);
  return <LoadingState />;
}

function MemberHome() {
  const profile = useUserProfile();
  const readsContract = can(profile, "ownContract.read");
  const column = `${styles.column} ${order.inOrder}`;
  const workspaces = can(profile, "workspace.read") ? <OwnWorkspaces /> : null;
  return (
    <div className={`${styles.page} ${order.stacked}`}>
      <PageTitle title={home.title} />
      <div className={column}>
        {can(profile, "limits.read") ? <LimitsCard /> : null}
        {readsContract ? (
          <Suspense fallback={<LoadingState />}>
            <UsagePace />
          </Suspense>
        ) : (
          workspaces
        )}
      </div>
      <div className={column}>
        {readsContract ? workspaces : null}
        {can(profile, "dictionary.read") ? (
          <>
            <RecentDictionaries />
            <LockedDictionaries />
          </>
        ) : null}
        {readsContract ? <OwnContracts /> : null}
      </div>
    </div>
  );
}

const MOST_RECENT = 5;

/** The way to the words that this person keeps, without the list; absent before the first visit. */
function RecentDictionaries() {
  const createPath = useCreatePath();
  const titleId = useId();
  const [recent] = useState(() =>
    recentRecords()
      .filter(({ kind }) => kind === "dictionaries")
      .slice(0, MOST_RECENT),
  );
  if (recent.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{home.recent}</h2>
      <ul className={styles.dictionaries}>
        {recent.map(({ id, title }) => (
          <li key={id}>
            <LinkBase to={createPath({ resource: "dictionaries", type: "edit", id })}>
              {title}
            </LinkBase>
          </li>
        ))}
      </ul>
    </section>
  );
}

const filter = { locked: "true" };
const LOCKED_NOW = {
  filter,
  pagination: { page: 1, perPage: 10 },
  sort: { field: "dictionaryName", order: "ASC" },
} as const;

/** The dictionaries that are being edited, with holder and time. */
function LockedDictionaries() {
  const createPath = useCreatePath();
  const titleId = useId();
  useLiveDictionaries();
  const { data, total = 0, error } = useGetList<DictionaryRecord>("dictionaries", LOCKED_NOW);
  const list = createPath({ resource: "dictionaries", type: "list" });
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{dictionaries.home.title}</h2>
      {data?.length === 0 ? <p>{dictionaries.home.none}</p> : null}
      {data?.length ? (
        <>
          <ul className={styles.dictionaries}>
            {data.map((dictionary) => (
              <LockedDictionary key={dictionary.id} dictionary={dictionary} />
            ))}
          </ul>
          <LinkBase to={`${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
            {dictionaries.home.all(formatNumber(total))}
          </LinkBase>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

function LockedDictionary({ dictionary }: { dictionary: DictionaryRecord }) {
  const createPath = useCreatePath();
  return (
    <li>
      <LinkBase to={createPath({ resource: "dictionaries", type: "edit", id: dictionary.id })}>
        {dictionary.dictionaryName}
      </LinkBase>
      <LockState dictionary={dictionary} />
    </li>
  );
}

const MOST_CONTRACTS = 3;

/** The latest contracts of the own organization; for organization admins. */
function OwnContracts() {
  const createPath = useCreatePath();
  const titleId = useId();
  const { data, error } = useGetList<OwnContract & { id: number }>("contracts", OWN_CONTRACTS);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{home.contract.title}</h2>
      {data?.length === 0 ? <p>{home.contract.none}</p> : null}
      {data?.slice(0, MOST_CONTRACTS).map((contract) => (
        <ContractSummary key={contract.id} contract={contract} />
      ))}
      {data?.length ? (
        <LinkBase to={createPath({ resource: "contracts", type: "list" })}>
          {home.contract.all}
        </LinkBase>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

function ContractSummary({ contract }: { contract: OwnContract }) {
  return (
    <dl className={styles.contract}>
      <div>
        <dt>{contracts.fields.status}</dt>
        <dd>
          <ContractStatusChip status={contract.status} />
        </dd>
      </div>
      <div>
        <dt>{contracts.fields.period}</dt>
        <dd>
          <ContractPeriod contract={contract} />
        </dd>
      </div>
      <div>
        <dt>{contracts.fields.transcriptCount}</dt>
        <dd>
          <CountUsage contract={contract} />
        </dd>
      </div>
      <div>
        <dt>{contracts.fields.transcriptMinutes}</dt>
        <dd>
          <MinutesUsage contract={contract} />
        </dd>
      </div>
    </dl>
  );
}

function LimitsCard() {
  const titleId = useId();
  const { data, error } = useLimits();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{home.limits.title}</h2>
      {data ? <Limits limits={data} /> : null}
      {error ? <FailedPart error={error} /> : null}
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
  const { isOrganizationAdmin } = useUserProfile();
  const notice = limitsNotice(limits);
  if (!notice) return null;
  const contact = isOrganizationAdmin ? "organizationAdmin" : "member";
  return (
    <p className={styles.notice} data-tone={notice.tone}>
      {notice.text}
      {notice.blocked ? home.limits.contact[contact] : null}
    </p>
  );
}

function Figures({ limits, endDate }: { limits: ContractLimits; endDate: string }) {
  const left = limitTexts(limits);
  const caps = capTexts(limits);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{home.limits.countLabel}</dt>
        <dd>{left.count}</dd>
        {caps.count ? <dd className={styles.cap}>{caps.count}</dd> : null}
      </div>
      <div>
        <dt>{home.limits.minutesLabel}</dt>
        <dd>{left.minutes}</dd>
        {caps.minutes ? <dd className={styles.cap}>{caps.minutes}</dd> : null}
      </div>
      <div>
        <dt>{home.limits.endDate}</dt>
        <dd>{formatDate(endDate)}</dd>
      </div>
    </dl>
  );
}
