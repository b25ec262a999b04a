import { useGetList } from "react-admin";
import { isRunning } from "../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { formatMinutes, formatMonthJa, monthOf, tokyoDate } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { workspaceLabel } from "../../../domain/usage/ledgerLabels.ts";
import { type UsagePace as Pace, usagePace } from "../../../domain/usage/pace.ts";
import type { UsageSeries } from "../../../domain/usage/schemas.ts";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { home as homeTexts } from "../../i18n/ja/home.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { ForecastSentence, useUsage } from "../../resources/contracts/UsageForecast.tsx";
import type { OwnContractRecord } from "../../resources/records.ts";
import styles from "./pace.module.css";

const text = homeTexts.pace.workspaces;

/** The contracts of the own organization, latest first. */
const OWN_CONTRACTS = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: "startDate", order: "DESC" },
} as const;

/**
 * Where use of the contract that covers today leads, what this month has used, and which workspace;
 * for organization admins.
 */
export function UsagePace() {
  const { data } = useGetList<OwnContractRecord>("contracts", OWN_CONTRACTS);
  const running = data?.find(isRunning);
  return running ? <PaceOf contract={running} /> : null;
}

const BY_WORKSPACE = { by: "month", split: "workspace" } as const;

function PaceOf({ contract }: { contract: OwnContract }) {
  const today = tokyoDate(new Date());
  const { data, error } = useUsage(contract.contractId, BY_WORKSPACE);
  return (
    <>
      {data ? (
        <>
          <ForecastSentence data={data} />
          <MonthUse points={data.points} pace={usagePace(contract, today)} today={today} />
          <WorkspaceUse points={data.points} today={today} />
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </>
  );
}

interface WorkspaceUseProps {
  points: UsageSeries["points"];
  today: string;
}

/** What each workspace has used this month and in all, the largest first. */
function WorkspaceUse({ points, today }: WorkspaceUseProps) {
  const { rows, others } = sumsByWorkspace(points, monthOf(today));
  if (rows.length === 0) return <p>{text.none}</p>;
  return (
    <table className={`full ${styles.workspaces}`}>
      <caption className="body-text strong start">{text.title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.workspace}</th>
          <th scope="col">{text.month}</th>
          <th scope="col">{text.total}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.workspaceId} className="line-above">
            <th scope="row">{workspaceLabel(row)}</th>
            <UseCell use={row.month} />
            <UseCell use={row.total} />
          </tr>
        ))}
        {others ? (
          <tr>
            <th scope="row">{homeTexts.pace.workspaces.others(formatNumber(others.count))}</th>
            <UseCell use={others.month} />
            <UseCell use={others.total} />
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

function UseCell({ use: { transcriptCount, transcriptMinutes } }: { use: Use }) {
  const count = contracts.count(formatNumber(transcriptCount));
  return (
    <td>
      <span className="block nowrap">{count}</span>{" "}
      <span className="block nowrap">{formatMinutes(transcriptMinutes)}</span>
    </td>
  );
}

const MOST = 6;

interface Use {
  transcriptCount: number;
  transcriptMinutes: number;
}

interface WorkspaceRow {
  /** Null for use without a workspace. */
  workspaceId: number | null;
  /** Null for a deleted workspace. */
  workspaceName: string | null;
  month: Use;
  total: Use;
}

interface WorkspaceSums {
  rows: WorkspaceRow[];
  /** Those that are not among the rows, added up. */
  others: { count: number; month: Use; total: Use } | undefined;
}

const NOTHING: Use = { transcriptCount: 0, transcriptMinutes: 0 };

/** Sums per workspace of a month (YYYY-MM) and of all months, the most transcripts first. */
function sumsByWorkspace(points: UsageSeries["points"], month: string): WorkspaceSums {
  const rows = new Map<number | null, WorkspaceRow>();
  for (const { period, workspaces = [] } of points) {
    for (const { workspaceId, workspaceName, ...use } of workspaces) {
      const row = rows.get(workspaceId) ?? {
        workspaceId,
        workspaceName,
        month: NOTHING,
        total: NOTHING,
      };
      rows.set(workspaceId, {
        ...row,
        month: period === month ? plus(row.month, use) : row.month,
        total: plus(row.total, use),
      });
    }
  }
  const sorted = [...rows.values()].toSorted(
    (a, b) => b.total.transcriptCount - a.total.transcriptCount,
  );
  if (sorted.length <= MOST) return { rows: sorted, others: undefined };
  const rest = sorted.slice(MOST - 1);
  const sum = (of: "month" | "total") => rest.map((row) => row[of]).reduce(plus, NOTHING);
  return {
    rows: sorted.slice(0, MOST - 1),
    others: { count: rest.length, month: sum("month"), total: sum("total") },
  };
}

function plus(a: Use, b: Use): Use {
  return {
    transcriptCount: a.transcriptCount + b.transcriptCount,
    transcriptMinutes: a.transcriptMinutes + b.transcriptMinutes,
  };
}

interface MonthUseProps {
  points: UsageSeries["points"];
  pace: Pace;
  today: string;
}

/** What this month has used, beside its even share of the caps. */
function MonthUse({ points, pace, today }: MonthUseProps) {
  const month = monthOf(today);
  const used = points.find(({ period }) => period === month);
  const count = (value: number) => contracts.count(formatNumber(value));
  const guide = (value: number | null, format: (value: number) => string) =>
    value === null ? null : (
      <span className={`note ${styles.guide}`}>{homeTexts.pace.guide(format(value))}</span>
    );
  return (
    <div className="grid gap-4">
      <h3>{homeTexts.pace.month(formatMonthJa(month))}</h3>
      <p className="wrap numeric gap-4-24">
        <span>
          {count(used?.transcriptCount ?? 0)}
          {guide(pace.monthCount, count)}
        </span>
        <span>
          {formatMinutes(used?.transcriptMinutes ?? 0)}
          {guide(pace.monthMinutes, formatMinutes)}
        </span>
      </p>
    </div>
  );
}
