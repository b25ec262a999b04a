import { leftMinutes } from "../../../../domain/closings/paper.ts";
import type { Figures } from "../../../../domain/closings/rules.ts";
import type { Statement } from "../../../../domain/closings/schemas.ts";
import { formatDateJa, formatMinutes, lastDayOfMonth } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { statementPages } from "../../../i18n/ja/statementPages.ts";
import { FigureCells, PaperTable } from "./PaperTable.tsx";

const text = statementPages.paper;

/** What the sum of a statement is made of. */
export function PartsTable({ statement }: { statement: Statement }) {
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
export function LeftTable({ statement }: { statement: Statement }) {
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
