import { type ReactNode, useId } from "react";
import {
  dayFigures,
  statementLabels,
  statementParts,
  workspaceFigures,
} from "../../../../domain/closings/paper.ts";
import { addFigures, type Figures } from "../../../../domain/closings/rules.ts";
import type { Statement } from "../../../../domain/closings/schemas.ts";
import { formatDate, formatSeconds } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import styles from "./paper.module.css";

const text = statementPages.paper;
const isSome = ({ transcripts, seconds }: Figures) => transcripts !== 0 || seconds !== 0;

interface TableProps {
  statement: Statement;
}

/** What was used in the month by workspace; adjustments belong to none. */
export function WorkspaceTable({ statement: { days } }: TableProps) {
  const workspaces = workspaceFigures(days);
  if (workspaces.length === 0) return null;
  return (
    <PaperTable title={text.workspaces} headings={[text.workspace, text.transcripts, text.time]}>
      {workspaces.map((workspace) => (
        <tr key={workspace.workspaceId}>
          <th scope="row" data-long>
            {workspaceLabel(workspace)}
          </th>
          <FigureCells figures={workspace} />
        </tr>
      ))}
    </PaperTable>
  );
}

/** The adjustments with their reasons. */
export function AdjustmentTable({ statement: { adjusted, adjustments } }: TableProps) {
  if (adjusted.length === 0) return null;
  return (
    <PaperTable
      title={text.adjusted}
      headings={[text.day, statementLabels.part, text.transcripts, text.time, text.reason]}
      texts={[statementLabels.part, text.reason]}
      note={adjusted.some(({ late }) => !late) || !isSome(adjustments) ? undefined : text.gone}
    >
      {adjusted.map(({ day, late, reason, ...figures }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: adjustments may be alike, and do not change
        <tr key={place}>
          <th scope="row">{formatDate(day)}</th>
          <td data-text="true">{late ? statementParts.late : statementParts.own}</td>
          <FigureCells figures={figures} />
          <td data-text="true" data-long>
            {reason ?? text.erased}
          </td>
        </tr>
      ))}
    </PaperTable>
  );
}

/** What came after its month was closed, with its days; adjustments included. */
export function LateTable({ statement: { days } }: TableProps) {
  const late = dayFigures(days, "LATE");
  if (late.length === 0) return null;
  return (
    <PaperTable
      title={text.late}
      headings={[text.day, text.transcripts, text.time]}
      note={text.lateNote}
    >
      {late.map(({ day, adjustments, ...used }) => (
        <tr key={day}>
          <th scope="row">{formatDate(day)}</th>
          <FigureCells figures={addFigures(used, adjustments)} />
        </tr>
      ))}
    </PaperTable>
  );
}

/** What was used on each day of the month, and the adjustments that count for it. */
export function DayTable({ statement: { days } }: TableProps) {
  const own = dayFigures(days, "OWN");
  const hasAdjustments = own.some(({ adjustments }) => isSome(adjustments));
  const adjusted = [statementLabels.adjustedTranscripts, text.adjustedTime];
  return (
    <PaperTable
      title={text.days}
      headings={[text.day, text.transcripts, text.time, ...(hasAdjustments ? adjusted : [])]}
      note={own.length === 0 ? text.none : undefined}
    >
      {own.map(({ day, adjustments, ...used }) => (
        <tr key={day}>
          <th scope="row">{formatDate(day)}</th>
          <FigureCells figures={used} />
          {hasAdjustments ? <FigureCells figures={adjustments} /> : null}
        </tr>
      ))}
    </PaperTable>
  );
}

interface PaperTableProps {
  title: string;
  headings: readonly string[];
  /** Those of columns that hold texts. */
  texts?: readonly string[];
  /** The sums below the rows. */
  foot?: ReactNode;
  note?: string | undefined;
  children: ReactNode;
}

/** A table of a statement. Its headings stand on each sheet that it goes over. */
export function PaperTable({ title, headings, texts, foot, note, children }: PaperTableProps) {
  const id = useId();
  return (
    <section className={`stack gap-4 shrink ${styles.part}`} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <table className={`caption numeric full ${styles.table}`} aria-labelledby={id}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" data-text={texts?.includes(heading)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot ? <tfoot>{foot}</tfoot> : null}
      </table>
      {note ? <p className="note">{note}</p> : null}
    </section>
  );
}

/** Transcripts and time to the second. */
export function FigureCells({ figures: { transcripts, seconds } }: { figures: Figures }) {
  return (
    <>
      <td>{contracts.count(formatNumber(transcripts))}</td>
      <td>{formatSeconds(seconds)}</td>
    </>
  );
}
