import { type ReactNode, useId } from "react";
import type { Figures } from "../../../../domain/closings/rules.ts";
import { formatSeconds } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import styles from "./paper.module.css";

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
      {note ? <p className={`note ${styles.note}`}>{note}</p> : null}
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
