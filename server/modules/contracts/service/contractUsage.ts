import holidays from "@holiday-jp/holiday_jp";
import type { Kysely } from "kysely";
import { minutesUsed } from "../../../../domain/contracts/rules.ts";
import { grouped } from "../../../../domain/grouped.ts";
import { formatDate, tokyoDate } from "../../../../domain/text/dates.ts";
import { forecast, isForecast } from "../../../../domain/usage/forecast.ts";
import {
  ledgerLabels,
  minutesHeading,
  secondsHeading,
  usageFiles,
  usagePeriodLabels,
  workspaceLabel,
} from "../../../../domain/usage/ledgerLabels.ts";
import type {
  UsageQuery,
  UsageSeries,
  UsageSeriesQuery,
  WorkspaceUsage,
} from "../../../../domain/usage/schemas.ts";
import { forecastFrom } from "../../../../domain/usage/seenWeeks.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvColumn, CsvFile } from "../../../exports/csvFile.ts";
import { notFound } from "../../../problem.ts";
import { type ContractRow, findContract, type Scope } from "../queries/contracts.ts";
import { allUsage, findDailyUse, findUsage, type UsageRow } from "../queries/usage.ts";

type Column = CsvColumn<WorkspaceUsage & { period: string; seconds: number }>;

const places: readonly Column[] = [
  { label: ledgerLabels.workspaceId, value: ({ workspaceId }) => workspaceId ?? "" },
  { label: ledgerLabels.workspaceName, value: (row) => workspaceLabel(row) },
];

const figures: readonly Column[] = [
  { label: ledgerLabels.transcriptCount, value: ({ transcriptCount }) => transcriptCount },
  { label: minutesHeading, value: ({ transcriptMinutes }) => transcriptMinutes },
  { label: secondsHeading, value: ({ seconds }) => seconds },
];

/** Minutes are rounded up in each row; the seconds add up. */
function usageCsv({ by, split }: UsageQuery): readonly Column[] {
  const period: Column = { label: usagePeriodLabels[by], value: (row) => formatDate(row.period) };
  return [period, ...(split ? places : []), ...figures];
}

/**
 * Usage of a contract per Tokyo day or month, with a split also per workspace, and what it leads
 * to; throws 404 as readContract does.
 */
export async function readContractUsage(
  { db, database, now }: Pick<Deps, "db" | "database" | "now">,
  contractId: number,
  query: UsageSeriesQuery,
  scope: Scope,
): Promise<UsageSeries> {
  const contract = await findContract(db, contractId, scope);
  if (!contract) throw notFound();
  const readFrom = (await database.replica()) ?? db;
  const rows = await findUsage(readFrom, contract, query);
  const points = [...grouped(rows.map((row) => [row.period, row]))].map(([period, ofPeriod]) =>
    presentPeriod(period, ofPeriod, query),
  );
  return {
    by: query.by,
    points: query.cumulative ? withCumulative(points, rows) : points,
    ...(await forecastUse(readFrom, contract, tokyoDate(now()))),
  };
}

/**
 * The same as a CSV file, as it is now (docs/product/files.md#csv-of-lists). Throws 404, and
 * OVERLOADED while too many files are being downloaded.
 */
export async function exportContractUsage(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  contractId: number,
  query: UsageQuery,
  scope: Scope,
): Promise<CsvFile> {
  const contract = await findContract(db, contractId, scope);
  if (!contract) throw notFound();
  return exports.open({
    title: usageFiles[query.by],
    asciiTitle: "usage",
    day: tokyoDate(now()),
    columns: usageCsv(query),
    prepare: allUsage(contract, query),
    present: (row) => ({
      period: row.period,
      ...presentPlace(row),
      ...presentUse(row),
      seconds: row.seconds,
    }),
  });
}

type Point = UsageSeries["points"][number];

function presentUse({ transcript_count, seconds }: Pick<UsageRow, "transcript_count" | "seconds">) {
  return { transcriptCount: transcript_count, transcriptMinutes: minutesUsed(seconds) };
}

function presentPlace({ workspace_id, workspace_name }: UsageRow) {
  return { workspaceId: workspace_id, workspaceName: workspace_name };
}

/** What the transcripts of a workspace, or those without one, used; nothing where there are none. */
function presentWorkspace(row: UsageRow): WorkspaceUsage[] {
  const used = {
    transcript_count: row.transcript_count - row.adjusted_count,
    seconds: row.seconds - row.adjusted_seconds,
  };
  if (used.transcript_count === 0 && used.seconds === 0) return [];
  return [{ ...presentPlace(row), ...presentUse(used) }];
}

function presentPeriod(period: string, rows: readonly UsageRow[], { split }: UsageQuery): Point {
  const seconds = sumOf(rows, (row) => row.seconds);
  const adjusted = {
    transcriptCount: sumOf(rows, ({ adjusted_count }) => adjusted_count),
    seconds: sumOf(rows, ({ adjusted_seconds }) => adjusted_seconds),
  };
  const transcriptMinutes = minutesUsed(seconds);
  return {
    period,
    transcriptCount: sumOf(rows, ({ transcript_count }) => transcript_count),
    transcriptMinutes,
    ...(adjusted.transcriptCount === 0 && adjusted.seconds === 0
      ? {}
      : {
          adjusted: {
            ...adjusted,
            // With the minutes of the transcripts it adds up to those of the point.
            transcriptMinutes: transcriptMinutes - minutesUsed(seconds - adjusted.seconds),
          },
        }),
    ...(split ? { workspaces: rows.flatMap(presentWorkspace) } : {}),
  };
}

/** The sums up to each point, from seconds: minutes that were rounded up do not add up. */
function withCumulative(points: readonly Point[], rows: readonly UsageRow[]): Point[] {
  let count = 0;
  let seconds = 0;
  let next = 0;
  return points.map((point) => {
    for (let row = rows[next]; row?.period === point.period; row = rows[next]) {
      count += row.transcript_count;
      seconds += row.seconds;
      next += 1;
    }
    const cumulative = { transcriptCount: count, transcriptMinutes: minutesUsed(seconds), seconds };
    return { ...point, cumulative };
  });
}

function sumOf(rows: readonly UsageRow[], figure: (row: UsageRow) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}

const dates: ReadonlySet<string> = new Set(Object.keys(holidays.holidays));

/**
 * Whether a date YYYY-MM-DD is a public holiday in Japan. The library knows 1970 to 2050, the
 * coming years by the law of today; in later years no date is a holiday.
 */
export function isHoliday(date: string): boolean {
  return dates.has(date);
}

/**
 * When a contract reaches a cap if its use goes on, or why no day is given; reads at most 8 weeks of its
 * daily sums.
 */
async function forecastUse(
  db: Kysely<Tables>,
  row: ContractRow,
  today: string,
): Promise<Pick<UsageSeries, "forecast" | "noForecast">> {
  const hasCap = row.max_transcript_count !== null || row.max_transcript_minutes !== null;
  const days = hasCap ? await findDailyUse(db, row, forecastFrom(today)) : [];
  const outcome = forecast({
    startDate: row.start_date,
    endDate: row.end_date,
    terminationDate: row.termination_date,
    transcriptCount: row.transcript_count,
    seconds: row.seconds,
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
    days: days.map(({ usage_date, transcript_count, seconds }) => ({
      date: usage_date,
      transcriptCount: transcript_count,
      seconds,
    })),
    today,
    isHoliday,
  });
  return isForecast(outcome)
    ? { forecast: outcome, noForecast: null }
    : { forecast: null, noForecast: outcome };
}
