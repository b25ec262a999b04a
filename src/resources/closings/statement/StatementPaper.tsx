import { type ReactNode, useId } from "react";
import { statementMinutes } from "../../../../domain/closings/paper.ts";
import type { Statement } from "../../../../domain/closings/schemas.ts";
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
import { AmountsTable, formatYen } from "./AmountsTable.tsx";
import { LeftTable, PartsTable } from "./PaperSums.tsx";
import { AdjustmentTable, DayTable, LateTable, WorkspaceTable } from "./PaperTables.tsx";
import styles from "./paper.module.css";

const text = statementPages.paper;

/** A statement (利用明細書) as it is read, printed and saved as PDF: on A4, black on white. */
export function StatementPaper({ statement }: { statement: Statement }) {
  const { organizationName, sum, amounts } = statement;
  const id = useId();
  return (
    <article data-paper className={styles.paper} aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id}>{text.title}</h2>
          <p className={styles.addressee}>{text.addressee(organizationName)}</p>
        </div>
        <Identity statement={statement} />
      </header>
      <section className={styles.total} aria-label={text.total}>
        <p>{text.total}</p>
        <p className={styles.figure}>{contracts.count(formatNumber(sum.transcripts))}</p>
        <p className={styles.figure}>{formatMinutes(statementMinutes(sum))}</p>
        {amounts ? (
          <p className={styles.figure}>
            {formatYen(amounts.total)} <small>{text.amounts.included}</small>
          </p>
        ) : null}
        <p className={styles.note}>{text.rounded}</p>
      </section>
      <div className={styles.sums}>
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
    <dl className={styles.facts}>
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
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Check({ statement: { root, previousRoot } }: { statement: Statement }) {
  return (
    <section className={styles.check}>
      <h3>{text.check.title}</h3>
      <dl className={styles.facts}>
        <Term label={text.check.root}>
          <code>{root}</code>
        </Term>
        <Term label={text.check.previous}>
          {previousRoot ? <code>{previousRoot}</code> : text.check.first}
        </Term>
      </dl>
      <p className={styles.note}>{text.check.how}</p>
    </section>
  );
}
