import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { useListContext } from "react-admin";
import type { DictionaryImport, ImportRow } from "../../../../domain/imports/schemas.ts";
import { MOST_SURFACES } from "../../../../domain/readings/rules.ts";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import { useWrite } from "../../../writes/useWrite.ts";

const text = importPages.readings;

/** Whether an error row has a word without a reading. */
export function lacksReading({ verdict, cells }: Pick<ImportRow, "verdict" | "cells">): boolean {
  return verdict === "ERROR" && Boolean(cells?.surface) && !cells?.reading;
}

const Offered = createContext<ReadonlyMap<string, string>>(new Map());

/** Asks, by one request, for the readings of the rows of the list around it that have none. */
export function OfferedReadings({ children }: { children: ReactNode }) {
  const { api } = useApi();
  const { data: rows = [] } = useListContext<ImportRow & { id: number }>();
  const words = rows.filter(lacksReading).map(({ cells }) => cells?.surface ?? "");
  const surfaces = [...new Set(words)].slice(0, MOST_SURFACES);
  const { data } = useQuery({
    queryKey: ["readings", surfaces],
    queryFn: ({ signal }) => api("POST /readings", { body: { surfaces }, signal }),
    enabled: surfaces.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const offered = new Map(
    data?.map(({ surface, readings }) => [
      surface,
      readings.map(({ reading }) => reading).join("、"),
    ]),
  );
  return <Offered value={offered}>{children}</Offered>;
}

/** The readings that are offered for the word of a row. */
export function OfferedReading({ surface }: { surface: string }) {
  const offered = useContext(Offered).get(surface);
  if (!offered) return null;
  return <span className={styles.effect}>{text.offered(offered)}</span>;
}

interface AcceptReadingsProps {
  dryRun: DictionaryImport;
  onAccepted: (imported: DictionaryImport) => void;
}

/** Says how many rows have no reading, and accepts those on which two sources agree. */
export function AcceptReadings({ dryRun, onAccepted }: AcceptReadingsProps) {
  const { dictionaryId, importId, withoutReading } = dryRun;
  const { write, pending, problem } = useWrite(
    "POST /dictionaries/{id}/imports/{importId}/accept-readings",
    {
      changes: `dictionaries/${dictionaryId}/imports/${importId}/rows`,
      notice: (read) => text.accepted(withoutReading - read.withoutReading),
      onWritten: onAccepted,
    },
  );
  return (
    <div className={styles.stack}>
      <p>{text.missing(withoutReading)}</p>
      <div>
        <Button
          variant="outlined"
          color="secondary"
          disabled={pending}
          onClick={() => void write({ id: dictionaryId, importId, body: {} })}
        >
          {text.accept}
        </Button>
      </div>
      <ProblemText problem={problem} />
    </div>
  );
}
