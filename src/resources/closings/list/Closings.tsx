import Button from "@mui/material/Button";
import { useCallback, useMemo, useState } from "react";
import { LinkBase, useRedirect } from "react-admin";
import { useParams } from "react-router";
import { type Figures, isMonthOver, lastMonthOver } from "../../../../domain/closings/rules.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import {
  addMonths,
  firstDayOfMonth,
  formatDateTime,
  formatMonthJa,
  formatSeconds,
  isMonth,
  monthOf,
  tokyoDate,
} from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { NotFound } from "../../../area/statePages.tsx";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import type { Column } from "../../../components/list/column.ts";
import controls from "../../../components/list/controls.module.css";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import { SearchOrganization } from "../../../components/list/SearchOrganization.tsx";
import { lazyDialog, lazyPart, lazyScreen } from "../../../components/load/lazyScreen.tsx";
import { billing } from "../../../i18n/ja/billing.ts";
import { closingPages as text } from "../../../i18n/ja/closingPages.ts";
import { closings } from "../../../i18n/ja/resources/closings.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { MonthContractRecord } from "../../records.ts";
import { ClosingOverview, useMonthSummary } from "./ClosingOverview.tsx";
import styles from "./closings.module.css";

const countOf = ({ transcripts }: Figures) => contracts.count(formatNumber(transcripts));
const timeOf = ({ seconds }: Figures) => formatSeconds(seconds);
const isNone = ({ transcripts, seconds }: Figures) => transcripts === 0 && seconds === 0;

const closingColumns: readonly Column<MonthContractRecord>[] = [
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
        <span className="wrap gap-4">
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

const CloseAllDialog = lazyDialog(async () => (await import("./actionDialogs.tsx")).CloseAllDialog);
const CloseAgainDialog = lazyDialog(
  async () => (await import("./actionDialogs.tsx")).CloseAgainDialog,
);

const CLOSINGS = resourceTopic("closings");
const SORT = { field: "contractId", order: "ASC" } as const;
/** So many months back can be chosen; an address leads to earlier ones. */
const MONTHS = 36;

/** The contracts of a month, and the act that closes it; `last` is the last month that is over. */
function ClosingList({ month, last }: { month: string; last: string }) {
  useLiveReads(CLOSINGS, "closings");
  const [open, setOpen] = useState<"all" | MonthContractRecord>();
  const close = () => setOpen(undefined);
  const filter = useMemo(() => ({ month }), [month]);
  const rowActions = useCallback(
    (row: MonthContractRecord) => <RowActions row={row} month={month} onAgain={setOpen} />,
    [month],
  );
  const rowLink = useCallback(
    (row: MonthContractRecord) =>
      row.closing ? statementPath(row, month) : `/contracts/${row.contractId}/show`,
    [month],
  );
  return (
    <ListPage
      title={closings.name}
      resource="closings/contracts"
      sort={SORT}
      unviewed
      filter={filter}
      overview={<ClosingOverview month={month} />}
      search={
        <SearchForm>
          <SearchOrganization />
        </SearchForm>
      }
      actions={
        <>
          <Button
            variant="outlined"
            color="secondary"
            component={LinkBase}
            to={`/billing-files?month=${month}`}
          >
            {billing.title}
          </Button>
          <MonthChoice month={month} last={last} />
        </>
      }
      add={<CloseAllButton month={month} onOpen={() => setOpen("all")} />}
      dialogs={
        <>
          {open === "all" ? <CloseAllDialog month={month} onClose={close} /> : null}
          {typeof open === "object" ? (
            <CloseAgainDialog month={month} contract={open} onClose={close} />
          ) : null}
        </>
      }
    >
      <DataTable
        columns={closingColumns}
        rowLink={rowLink}
        rowActions={rowActions}
        actionsWidth={212}
        choice={choice}
        empty={text.empty}
      />
    </ListPage>
  );
}

function CloseAllButton({ month, onOpen }: { month: string; onOpen: () => void }) {
  const { data } = useMonthSummary(month);
  return (
    <ActionButton primary reason={data?.open === 0 ? text.all.nothing : null} onClick={onOpen}>
      {text.all.open}
    </ActionButton>
  );
}

const statementPath = ({ contractId }: MonthContractRecord, month: string) =>
  `/contracts/${contractId}/statements/${month}`;

const choice = {
  name: ({ organizationName }: MonthContractRecord) => organizationName,
  Bar: lazyPart(async () => (await import("./ClosingBulk.tsx")).ClosingBulk),
};

function MonthChoice({ month, last }: { month: string; last: string }) {
  const redirect = useRedirect();
  const months = Array.from({ length: MONTHS }, (_, back) =>
    monthOf(addMonths(firstDayOfMonth(last), -back)),
  );
  const choices = months.includes(month) ? months : [...months, month];
  return (
    <label className={`body-text line gap-8 nowrap ${styles.month}`}>
      {text.month}
      <select
        className={`framed surface text-1 ${controls.control}`}
        value={month}
        onChange={({ target }) => redirect(`/closings/${target.value}`)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {formatMonthJa(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RowActionsProps {
  row: MonthContractRecord;
  month: string;
  onAgain: (row: MonthContractRecord) => void;
}

function RowActions({ row, month, onAgain }: RowActionsProps) {
  if (!row.closing) return null;
  return (
    <span className="wrap end gap-8">
      <Button
        size="small"
        variant="outlined"
        component={LinkBase}
        to={statementPath(row, month)}
        aria-label={text.statementOf(row.organizationName)}
      >
        {text.statement}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="secondary"
        aria-label={text.again.openOf(row.organizationName)}
        onClick={() => onAgain(row)}
      >
        {text.again.open}
      </Button>
    </span>
  );
}

const StatementsPrint = lazyScreen(
  async () => (await import("../statement/StatementsPrint.tsx")).StatementsPrint,
);

/** /closings, /closings/2026-10 and /closings/2026-10/print. */
export function Closings() {
  const today = tokyoDate(new Date());
  const last = lastMonthOver(today);
  const { month = last, "*": below = "" } = useParams();
  if (!isMonth(month) || !isMonthOver(month, today)) return <NotFound />;
  if (below === "print") return <StatementsPrint month={month} />;
  return below === "" ? <ClosingList key={month} month={month} last={last} /> : <NotFound />;
}
