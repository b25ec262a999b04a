import Button from "@mui/material/Button";
import type { RaRecord } from "react-admin";
import { chosenOf } from "../../../domain/imports/chosenReadings.ts";
import { MOST_SURFACES } from "../../../domain/readings/rules.ts";
import { readingTexts as text } from "../../i18n/ja/readings.ts";
import { useApi } from "../../providers/data/useApi.ts";
import type { Column } from "../list/column.ts";
import styles from "../upload/fileImport.module.css";
import { AcceptReadings, asked, RowReadings } from "./ImportReadings.tsx";
import type { ChosenReadings } from "./useChosenReadings.ts";

interface NamedRow {
  rowNo: number;
  verdict: string;
  nameToRead: string | null;
}

/** The column of the readings that are offered for the names of a file of people or contracts. */
export const readingColumn: Column<NamedRow & RaRecord> = {
  source: "nameToRead",
  label: text.offered,
  width: 260,
  render: ({ rowNo, nameToRead }) =>
    nameToRead === null ? null : <RowReadings rowNo={rowNo} word={nameToRead} />,
};

interface NameReadingsProps {
  rows: readonly NamedRow[];
  chosen: ChosenReadings;
  missing: (count: number) => string;
}

/** Says how many names have no reading, and chooses those on which two sources agree. */
export function NameReadings({ rows, chosen, missing }: NameReadingsProps) {
  const { api } = useApi();
  const count = chosenOf(rows, chosen.readings).length;
  const lacking = rows.filter(
    ({ rowNo, nameToRead }) => nameToRead !== null && !chosen.readings.has(rowNo),
  );

  async function accept(after = 0) {
    const some = lacking.slice(after, after + MOST_SURFACES);
    const names = [...new Set(some.flatMap(({ nameToRead }) => nameToRead ?? []))];
    const offers = await api("POST /readings", { body: asked(names, true) });
    const agreed = new Map(offers.map((offer) => [offer.surface, offer.agreed]));
    const accepted = some.flatMap(({ rowNo, nameToRead }) => {
      const reading = agreed.get(nameToRead ?? "");
      return reading ? [{ rowNo, reading }] : [];
    });
    chosen.choose(accepted);
    const next = after + some.length;
    const isLast = next >= lacking.length;
    return { accepted: accepted.length, read: some.length, next: isLast ? null : next };
  }

  return (
    <>
      {count > 0 ? (
        <div className={styles.running}>
          <p role="status">{text.chosen(count)}</p>
          <Button color="secondary" onClick={() => chosen.choose([], "all")}>
            {text.forget}
          </Button>
        </div>
      ) : null}
      {lacking.length > 0 ? (
        <AcceptReadings missing={missing(lacking.length)} total={lacking.length} accept={accept} />
      ) : null}
    </>
  );
}
