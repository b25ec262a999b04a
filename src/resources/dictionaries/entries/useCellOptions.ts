import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { isComposing } from "../../../components/form/composition.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { GridCursor } from "./useGridCursor.ts";

/** The values to choose from below the edited cell, and the one that Enter takes. */
export interface CellOptions {
  label: string;
  options: readonly { name: string; note?: string }[];
  chosen: number;
  /** In place of options that are loading or that there are none of. */
  message?: string | undefined;
  onChoose: (name: string) => void;
}

/**
 * What hangs below the cell of the cursor: the parts of speech of an edited one, and below an empty reading,
 * once they are asked for by Alt+↓ or the button there, the readings that are offered for the word.
 */
export function useCellOptions(cursor: GridCursor, writable: boolean) {
  const { activeRow, field, editing } = cursor;
  const { api } = useApi();
  const [asked, setAsked] = useState<{ key: string | undefined; chosen: number } | null>(null);
  const isEmpty = field === "reading" && !(editing?.text ?? cursor.textIn(activeRow, "reading"));
  const surface = writable && isEmpty ? cursor.textIn(activeRow, "surface").trim() : "";
  const isAsked = surface !== "" && editing !== null && asked?.key === activeRow.key;
  const { data, isError } = useQuery({
    queryKey: ["readings", surface],
    queryFn: ({ signal }) => api("GET /readings", { query: { surface }, signal }),
    enabled: isAsked,
    staleTime: STALE_MS,
  });
  const found = data?.[0]?.readings ?? [];
  const readings = found.map(({ reading, source }) => ({
    name: reading,
    note: entries.grid.readings.source[source],
  }));
  const chosen = Math.min(asked?.chosen ?? 0, Math.max(readings.length - 1, 0));

  function ask() {
    if (!editing) cursor.begin("", true);
    setAsked({ key: activeRow.key, chosen: 0 });
  }

  function choose(name: string) {
    setAsked(null);
    cursor.choose(name);
  }

  /** Whether the key was one of the list; the grid takes the others. */
  function isKeyOfList(event: KeyboardEvent<HTMLInputElement>): boolean {
    const { key, altKey } = event;
    if (!isAsked) {
      if (surface === "" || !altKey || key !== "ArrowDown") return false;
      ask();
      return true;
    }
    const byNumber = readings[Number(key) - 1];
    if (key === "ArrowDown" && chosen < readings.length - 1) move(1);
    else if (key === "ArrowUp" && chosen > 0 && !altKey) move(-1);
    else if (key === "Enter" && readings[chosen]) choose(readings[chosen].name);
    else if (byNumber) choose(byNumber.name);
    else if (!key.startsWith("Arrow")) {
      if (key !== "Alt" && key !== "Shift") setAsked(null);
      return false;
    }
    return true;
  }

  function move(step: number) {
    setAsked({ key: activeRow.key, chosen: chosen + step });
  }

  function shown(): CellOptions | null {
    if (isAsked) {
      const { label, failed, none, loading } = entries.grid.readings;
      const missing = isError ? failed : data ? none : loading;
      const message = readings.length === 0 ? missing : undefined;
      return { label, options: readings, chosen, message, onChoose: choose };
    }
    if (!cursor.options || !editing) return null;
    const options = cursor.options.map((name) => ({ name }));
    const { option } = editing;
    return { label: entries.grid.options, options, chosen: option, onChoose: cursor.choose };
  }

  return {
    options: shown(),
    /** Asks for the readings that can be offered; undefined where there are none to ask for. */
    onAsk: surface !== "" && !isAsked ? ask : undefined,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (isComposing(event.nativeEvent) || !isKeyOfList(event)) return cursor.onKeyDown(event);
      event.preventDefault();
    },
  };
}

/** How long readings are taken as they were found. */
const STALE_MS = 60_000;
