import { useState } from "react";
import type { ChosenReading } from "../../../domain/imports/chosenReadings.ts";

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
