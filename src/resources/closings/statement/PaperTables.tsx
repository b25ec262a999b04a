import { statementLabels, statementParts } from "../../../../domain/closings/labels.ts";
import { dayFigures, workspaceFigures } from "../../../../domain/closings/paper.ts";
import { addFigures, type Figures } from "../../../../domain/closings/rules.ts";
import type { Statement } from "../../../../domain/closings/schemas.ts";
import { formatDate } from "../../../../domain/text/dates.ts";
import { workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import { FigureCells, PaperTable } from "./PaperTable.tsx";

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
