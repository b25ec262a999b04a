import { type ReactNode, useId } from "react";
import { leftMinutes, statementMinutes } from "../../../../domain/closings/paper.ts";
import type { Figures } from "../../../../domain/closings/rules.ts";
import type { Statement } from "../../../../domain/closings/schemas.ts";
import { chargeLabels, chargeUnits } from "../../../../domain/prices/labels.ts";
import {
  firstDayOfMonth,
  formatDate,
  formatDateJa,
  formatDateTime,
  formatMinutes,
  lastDayOfMonth,
} from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import {
  AdjustmentTable,
  DayTable,
  FigureCells,
  LateTable,
  PaperTable,
  WorkspaceTable,
} from "./PaperTables.tsx";
import styles from "./paper.module.css";

const text = statementPages.paper;

/** A statement (利用明細書) as it is read, printed and saved as PDF: on A4, black on white. */
export function StatementPaper({ statement }: { statement: Statement }) {
  const { organizationName, sum, amounts } = statement;
  const id = useId();
  return (
    <article
      data-paper
      className={`stack card gap-20 paper-wide ${styles.paper}`}
      aria-labelledby={id}
    >
      <header className={`wrap spread top gap-16-32 ${styles.head}`}>
        <div>
          <h2 id={id}>{text.title}</h2>
          <p className={styles.addressee}>{text.addressee(organizationName)}</p>
        </div>
        <Identity statement={statement} />
      </header>
      <section
        className={`wrap framed pad-12-16 baseline gap-4-24 ${styles.total}`}
        aria-label={text.total}
      >
        <p>{text.total}</p>
        <p className={`numeric bold title-text ${styles.figure}`}>
          {contracts.count(formatNumber(sum.transcripts))}
        </p>
        <p className={`numeric bold title-text ${styles.figure}`}>
          {formatMinutes(statementMinutes(sum))}
        </p>
        {amounts ? (
          <p className={`numeric bold title-text ${styles.figure}`}>
            {formatYen(amounts.total)} <small>{text.amounts.included}</small>
          </p>
        ) : null}
        <p className="note full">{text.rounded}</p>
      </section>
      <div className={`grid top gap-20 ${styles.sums}`}>
        <PartsTable statement={statement} />
        <LeftTable statement={statement} />
      </div>
      <AmountsTable amounts={amounts} />
      <WorkspaceTable statement={statement} />
      <AdjustmentTable statement={statement} />
      <LateTable statement={statement} />
      <DayTable statement={statement} />
      <Check statement={statement} />
    </article>
  );
}

function Identity({ statement }: { statement: Statement }) {
  const { month, number, version, closedAt, organizationNo, contractId } = statement;
  const { startDate, endDate } = statement;
  const [first, last] = [firstDayOfMonth(month), lastDayOfMonth(month)];
  return (
    <dl className={`grid gap-4 caption ${styles.facts}`}>
      <Term label={text.number}>{number}</Term>
      <Term label={text.month}>
        {formatDateJa(startDate > first ? startDate : first)}〜
        {formatDateJa(endDate < last && endDate >= first ? endDate : last)}
      </Term>
      <Term label={text.term}>{contracts.range(formatDate(startDate), formatDate(endDate))}</Term>
      <Term label={text.organizationNo}>{organizationNo}</Term>
      <Term label={text.contractId}>{contractId}</Term>
      <Term label={text.closedAt}>
        {formatDateTime(closedAt)}（{statementPages.version(version)}）
      </Term>
    </dl>
  );
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd className="numeric">{children}</dd>
    </div>
  );
}

function Check({ statement: { root, previousRoot } }: { statement: Statement }) {
  return (
    <section className={`grid gap-8 ${styles.check}`}>
      <h3>{text.check.title}</h3>
      <dl className={`grid gap-4 caption ${styles.facts}`}>
        <Term label={text.check.root}>
          <code className="mono">{root}</code>
        </Term>
        <Term label={text.check.previous}>
          {previousRoot ? <code className="mono">{previousRoot}</code> : text.check.first}
        </Term>
      </dl>
      <p className="note">{text.check.how}</p>
    </section>
  );
}

/** Whole yen. */
const formatYen = (amount: number) => text.yen(formatNumber(amount));

const { charge, quantity, unitPrice, taxRate, amount } = text.amounts;
const headings = [charge, quantity, unitPrice, taxRate, amount];

/** What the statement costs; nothing without a price, and for those who do not see it. */
function AmountsTable({ amounts }: Pick<Statement, "amounts">) {
  if (!amounts) return null;
  return (
    <PaperTable
      title={text.amounts.title}
      headings={headings}
      foot={
        <>
          <Sum name={text.amounts.subtotal} amount={amounts.subtotal} />
          {amounts.taxes.map((of) => (
            <Sum
              key={of.taxRate}
              name={text.amounts.taxed(of.taxRate, formatYen(of.amount))}
              amount={of.tax}
            />
          ))}
          <Sum name={text.amounts.total} amount={amounts.total} />
        </>
      }
    >
      {amounts.lines.map((line) => (
        <tr key={line.charge}>
          <th scope="row">{chargeLabels[line.charge]}</th>
          <td>
            {formatNumber(line.quantity)}
            {chargeUnits[line.charge]}
          </td>
          <td>{formatYen(line.unitPrice)}</td>
          <td>{line.taxRate}%</td>
          <td>{formatYen(line.amount)}</td>
        </tr>
      ))}
    </PaperTable>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <tr>
      <th scope="row" colSpan={headings.length - 1}>
        {name}
      </th>
      <td>{formatYen(amount)}</td>
    </tr>
  );
}

/** What the sum of a statement is made of. */
function PartsTable({ statement }: { statement: Statement }) {
  const { transcripts, seconds, adjustments, late, sum } = statement;
  const rows: readonly (readonly [string, Figures])[] = [
    [text.parts.own, { transcripts, seconds }],
    [text.parts.adjustments, adjustments],
    [text.parts.late, late],
  ];
  return (
    <PaperTable
      title={text.parts.title}
      headings={[text.parts.part, text.transcripts, text.time]}
      foot={
        <tr>
          <th scope="row">{text.parts.sum}</th>
          <FigureCells figures={sum} />
        </tr>
      }
    >
      {rows.map(([name, figures]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <FigureCells figures={figures} />
        </tr>
      ))}
    </PaperTable>
  );
}

const count = (transcripts: number) => contracts.count(formatNumber(transcripts));
const orBeyond = (left: number, format: (value: number) => string) =>
  left < 0 ? text.left.beyond(format(-left)) : format(left);

/** What is left of the caps after the statement, as the contract had them when the month was closed. */
function LeftTable({ statement }: { statement: Statement }) {
  const { caps, left, month } = statement;
  const { unlimited } = text.left;
  return (
    <PaperTable
      title={text.left.title(formatDateJa(lastDayOfMonth(month)))}
      headings={["", text.transcripts, text.time]}
      note={left.seconds === null ? undefined : text.left.note}
    >
      <tr>
        <th scope="row">{text.left.cap}</th>
        <td>{caps.transcripts === null ? unlimited : count(caps.transcripts)}</td>
        <td>{caps.minutes === null ? unlimited : formatMinutes(caps.minutes)}</td>
      </tr>
      <tr>
        <th scope="row">{text.left.left}</th>
        <td>{left.transcripts === null ? unlimited : orBeyond(left.transcripts, count)}</td>
        <td>
          {left.seconds === null ? unlimited : orBeyond(leftMinutes(left.seconds), formatMinutes)}
        </td>
      </tr>
    </PaperTable>
  );
}
