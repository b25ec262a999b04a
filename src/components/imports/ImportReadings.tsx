import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type RaRecord, useListContext, useNotify } from "react-admin";
import { type ChosenReading, chosenOf } from "../../../domain/imports/rows.ts";
import { MOST_SURFACES, type OfferedReading } from "../../../domain/readings/rules.ts";
import { readingTexts as text } from "../../i18n/ja/readings.ts";
import { readsOf } from "../../providers/data/reads.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useSubmit } from "../../writes/useSubmit.ts";
import { ProgressBar } from "../display/ProgressBar.tsx";
import type { Column } from "../list/column.ts";
import styles from "../upload/fileImport.module.css";

/** The readings that are chosen for rows of a file, by the numbers of the rows. */
export interface ChosenReadings {
  readings: ReadonlyMap<number, string>;
  /** Adds readings; first forgets those of other rows, or of all. */
  choose: (added: readonly ChosenReading[], forgotten?: readonly number[] | "all") => void;
}

/** Keeps what is chosen until the file is imported or given up. */
export function useChosenReadings(): ChosenReadings {
  const [readings, setReadings] = useState<ReadonlyMap<number, string>>(new Map());
  return {
    readings,
    choose: (added, forgotten = []) =>
      setReadings((present) => {
        const next = new Map(forgotten === "all" ? [] : present);
        if (forgotten !== "all") for (const rowNo of forgotten) next.delete(rowNo);
        for (const { rowNo, reading } of added) next.set(rowNo, reading);
        return next;
      }),
  };
}

interface Offering {
  readings: ReadonlyMap<string, readonly OfferedReading[]>;
  chosen?: ChosenReadings | undefined;
}

const Offered = createContext<Offering>({ readings: new Map() });

interface OfferedReadingsProps<Row extends RaRecord> {
  /** What a row of the list has no reading of; null for a row that lacks none. */
  wordOf: (row: Row) => string | null;
  /** The words are names of people, read in katakana. */
  ofNames?: boolean;
  /** Where readings are chosen row by row. */
  chosen?: ChosenReadings;
  children: ReactNode;
}

/** Asks, by one request, for the readings of the rows of the list around it that have none. */
export function OfferedReadings<Row extends RaRecord>(props: OfferedReadingsProps<Row>) {
  const { wordOf, ofNames = false, chosen, children } = props;
  const { api } = useApi();
  const { data: rows = [] } = useListContext<Row>();
  const words = rows.flatMap((row) => wordOf(row) ?? []);
  const surfaces = [...new Set(words)].slice(0, MOST_SURFACES);
  const { data } = useQuery({
    queryKey: ["readings", ofNames, surfaces],
    queryFn: ({ signal }) => api("POST /readings", { body: asked(surfaces, ofNames), signal }),
    enabled: surfaces.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const readings = new Map(data?.map((offer) => [offer.surface, offer.readings]));
  return <Offered value={{ readings, chosen }}>{children}</Offered>;
}

/** The body of a question for readings. */
const asked = (surfaces: string[], ofNames: boolean) =>
  ofNames ? { surfaces, ofNames } : { surfaces };

/** The readings that are offered for the word of a row, with their sources. */
export function RowReadings({ rowNo, word }: { rowNo: number; word: string }) {
  const { readings, chosen } = useContext(Offered);
  const offered = readings.get(word);
  if (!offered) return null;
  if (offered.length === 0) return <span className="note block">{text.none}</span>;
  return (
    <ul aria-label={text.offeredFor(word)} className={`grid gap-4 ${styles.offers}`}>
      {offered.map(({ reading, source }) => {
        const isChosen = chosen?.readings.get(rowNo) === reading;
        return (
          <li key={reading} className="wrap baseline gap-0-8">
            {chosen ? (
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => chosen.choose(isChosen ? [] : [{ rowNo, reading }], [rowNo])}
              >
                {reading}
              </button>
            ) : (
              reading
            )}
            <span className="note">{text.sources[source]}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** What reading one part of the rows has brought, and behind which of them it goes on. */
interface AcceptedPart {
  accepted: number;
  read: number;
  next: number | null;
}

interface AcceptReadingsProps {
  /** Says how many rows have no reading. */
  missing: string;
  /** The rows to read. */
  total: number;
  accept: (after: number | undefined) => Promise<AcceptedPart>;
  /** The resource of the rows, if the server has them. */
  changes?: string;
}

/** Accepts, by one press, the readings on which two sources agree, part by part. */
export function AcceptReadings({ missing, total, accept, changes }: AcceptReadingsProps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { pending, problem, submit } = useSubmit();
  /** Of the rows that had none when it began. */
  const [progress, setProgress] = useState<{ read: number; of: number }>();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  function acceptAll() {
    return submit(async () => {
      let accepted = 0;
      const tell = () => notify(text.accepted(accepted), { type: "success" });
      try {
        let [after, read]: [number | undefined, number] = [undefined, 0];
        while (!isLeft.current) {
          const part = await accept(after);
          accepted += part.accepted;
          read += part.read;
          if (part.next === null) break;
          after = part.next;
          setProgress({ read, of: total });
        }
        tell();
      } catch (error) {
        // What came before stays accepted.
        if (accepted > 0) tell();
        throw error;
      } finally {
        setProgress(undefined);
        if (changes) await queryClient.invalidateQueries(readsOf(changes));
      }
    });
  }

  return (
    <div className="stack gap-16">
      <p>{missing}</p>
      <div>
        <Button
          variant="outlined"
          color="secondary"
          disabled={pending}
          onClick={() => void acceptAll()}
        >
          {text.accept}
        </Button>
      </div>
      {progress ? (
        <ProgressBar
          label={text.accept}
          text={text.accepting}
          value={progress.read}
          max={progress.of}
        />
      ) : null}
      <ProblemText problem={problem} />
    </div>
  );
}

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
        <div className={`grid align-end ${styles.running}`}>
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
