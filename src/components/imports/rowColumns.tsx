import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { StatusChip, type Tone } from "../display/StatusChip.tsx";
import type { Column } from "../list/column.ts";
import styles from "../upload/fileImport.module.css";

const text = fileImports.dryRun;

/** What an import would do with a row, with the name of its count. */
const VERDICTS = [
  ["NEW", "new", "success"],
  ["UPDATE", "update", "info"],
  ["UNCHANGED", "unchanged", "neutral"],
  ["DUPLICATE", "duplicate", "warning"],
  ["DISABLE", "disable", "warning"],
  ["ERROR", "error", "error"],
] as const satisfies readonly (readonly [verdict: string, counted: string, tone: Tone])[];

type Verdict = (typeof VERDICTS)[number][0];

/** How many rows have a verdict. */
export interface VerdictCount {
  verdict: string;
  label: string;
  count: number;
}

/** The counts of the verdicts that have a label. */
export function verdictCounts(
  labels: Readonly<Partial<Record<Verdict, string>>>,
  counts: Readonly<Partial<Record<(typeof VERDICTS)[number][1], number>>>,
): VerdictCount[] {
  return VERDICTS.flatMap(([verdict, counted]) => {
    const label = labels[verdict];
    return label === undefined ? [] : [{ verdict, label, count: counts[counted] ?? 0 }];
  });
}

/** A row of a file: what it would change, or what stands in the file of one with errors. */
interface ComparedRow<Values, Field extends string> {
  before: Values | null;
  after: Values | null;
  cells: Readonly<Partial<Record<Field, string>>> | null;
  wrong: readonly string[];
}

export function lineColumn(width: number): Column<{ line: number | null } & RaRecord> {
  return {
    source: "line",
    label: importPages.rows.line,
    width,
    align: "end",
    render: ({ line }) => line !== null && formatNumber(line),
  };
}

export function VerdictChip<Name extends Verdict>(props: {
  verdict: Name;
  labels: Readonly<Record<Name, string>>;
}) {
  const { verdict, labels } = props;
  const tone = VERDICTS.find(([name]) => name === verdict)?.[2] ?? "neutral";
  return <StatusChip tone={tone} label={labels[verdict]} />;
}

export function verdictColumn<Name extends Verdict>(
  width: number,
  labels: Readonly<Record<Name, string>>,
): Column<{ verdict: Name } & RaRecord> {
  return {
    source: "verdict",
    label: importPages.rows.verdict,
    width,
    render: ({ verdict }) => <VerdictChip verdict={verdict} labels={labels} />,
  };
}

type Shape = Pick<Column<RaRecord>, "width" | "names" | "align" | "source"> & { label: string };

interface ValueColumn<Values, Field extends string> extends Shape {
  value: (values: Values) => string;
  /** What it shows of an error row. */
  fields: readonly Field[];
  /** Says what a cell of an error row states. */
  words?: (field: Field, cell: string) => string;
}

/** A value, and above it what it replaces; of an error row what stands in the file. */
export function valueColumn<Values, Field extends string>({
  value,
  fields,
  words,
  ...column
}: ValueColumn<Values, Field>): Column<ComparedRow<Values, Field> & RaRecord> {
  const shown = { value, fields, ...(words ? { words } : {}) };
  return { ...column, render: (row) => <Value row={row} {...shown} /> };
}

interface ValueProps<Values, Field extends string>
  extends Pick<ValueColumn<Values, Field>, "value" | "fields" | "words"> {
  row: ComparedRow<Values, Field>;
}

export function Value<Values, Field extends string>(props: ValueProps<Values, Field>) {
  const { row, value, fields, words = (_, cell) => cell } = props;
  const { before, after, cells, wrong } = row;
  if (after) return <BeforeAndAfter before={before && value(before)} after={value(after)} />;
  return fields.map((field) => (
    <AsWritten
      key={field}
      text={words(field, cells?.[field] ?? "")}
      wrong={wrong.includes(field)}
    />
  ));
}

interface AsWrittenProps {
  text: string;
  wrong?: boolean;
}

/** The beginning of what a cell states, which may be as long as a whole line; marked if it is wrong. */
export function AsWritten({ text: written, wrong = false }: AsWrittenProps) {
  if (!wrong) return written ? <span className={`clip ${styles.asWritten}`}>{written}</span> : null;
  return (
    <mark
      className={`strong error clip round-small max-full max-content ${styles.asWritten} ${styles.wrong}`}
    >
      <span className="visually-hidden">{text.wrong}</span>
      {written || text.missing}
    </mark>
  );
}

/** A value, and above it what it replaces. */
export function BeforeAndAfter(values: { before: string | null; after: string }): ReactNode {
  const { before, after } = values;
  if (before === null || before === after) return after;
  return (
    <span className={`grid ${styles.change}`}>
      {before === "" ? null : (
        <del className="note">
          <span className="visually-hidden">{fileImports.before}</span>
          {before}
        </del>
      )}
      <ins>
        <span className="visually-hidden">{fileImports.after}</span>
        {after}
      </ins>
    </span>
  );
}
