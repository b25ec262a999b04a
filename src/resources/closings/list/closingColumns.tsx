import type { Figures } from "../../../../domain/closings/rules.ts";
import { formatDateTime, formatSeconds } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import { closingPages as text } from "../../../i18n/ja/closingPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { MonthContractRecord } from "../../records.ts";
import styles from "./closings.module.css";

const countOf = ({ transcripts }: Figures) => contracts.count(formatNumber(transcripts));
const timeOf = ({ seconds }: Figures) => formatSeconds(seconds);
const isNone = ({ transcripts, seconds }: Figures) => transcripts === 0 && seconds === 0;

export const closingColumns: readonly Column<MonthContractRecord>[] = [
  {
    source: "organizationName",
    label: text.columns.organization,
    names: true,
    long: true,
    below: ({ organizationNo, contractId }) => text.contract(organizationNo, contractId),
  },
  {
    source: "transcripts",
    label: text.columns.use,
    width: 120,
    align: "end",
    noWrap: true,
    render: countOf,
    below: timeOf,
  },
  {
    source: "adjustments",
    label: text.columns.adjustments,
    width: 92,
    align: "end",
    noWrap: true,
    render: ({ adjustments }) => (isNone(adjustments) ? text.none : countOf(adjustments)),
    below: ({ adjustments }) => (isNone(adjustments) ? null : timeOf(adjustments)),
  },
  {
    source: "before",
    label: text.columns.before,
    width: 120,
    align: "end",
    noWrap: true,
    render: ({ before }) => (before ? countOf(before) : text.notBegun),
    below: ({ before }) => (before ? timeOf(before) : null),
  },
  {
    source: "unusual",
    label: text.columns.unusual,
    width: 148,
    render: ({ unusual }) =>
      unusual.length === 0 ? (
        text.none
      ) : (
        <span className={styles.chips}>
          {unusual.map((kind) => (
            <StatusChip key={kind} tone="warning" label={text.unusual[kind]} />
          ))}
        </span>
      ),
  },
  {
    source: "closing",
    label: text.columns.state,
    width: 152,
    render: ({ closing }) =>
      closing ? (
        <StatusChip tone="success" label={text.state.closed(closing.version)} />
      ) : (
        <StatusChip tone="info" label={text.state.open} />
      ),
    below: ({ closing }) => (closing ? formatDateTime(closing.closedAt) : null),
  },
];
