import { useState } from "react";
import { entryReading, isEntryReading } from "../../../../domain/entries/rules.ts";
import { areRead, useReadParts } from "../../../components/form/typedReading.ts";
import {
  type Field,
  indexOfPartOfSpeech,
  isPartOfSpeech,
  partsOfSpeechFor,
  type Texts,
} from "./entryCells.ts";
import type { EntrySheet } from "./entrySheet.ts";
import { isNew, type RowTarget, type UnsavedRow, withTexts } from "./unsavedRows.ts";

interface Editing extends RowTarget {
  field: Field;
  text: string;
  /** Begun by F2, Enter or a double click: the arrow keys then move in the text. */
  inText: boolean;
  option: number;
  /** Readings to choose from, which were asked for while the cell was empty. */
  offered?: readonly string[];
  /** The reading that the row gets with the text; empty or undefined for none. */
  ghost?: string | undefined;
  /** The text when the lock was lost, which is in the row since. */
  committed?: string;
}

type EditedCell = RowTarget & Pick<Editing, "field">;

interface CellEditProps {
  sheet: EntrySheet;
  unsavedOf: (key: string) => UnsavedRow | undefined;
  /** Takes the texts of an edit over into its row. */
  enter: (target: RowTarget, texts: Texts) => void;
}

/** The edit of one cell, which ends when its text is taken over or given up. */
export function useCellEdit({ sheet, unsavedOf, enter }: CellEditProps) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const proposal = useReadingProposal();
  const isPart = editing?.field === "partOfSpeech";
  const options = isPart ? partsOfSpeechFor(editing) : (editing?.offered ?? null);

  function committedText() {
    const name = isPart && !isPartOfSpeech(editing.text) ? options?.[editing.option] : undefined;
    return name ?? editing?.text;
  }

  function readingFor(cell: EditedCell, text: string): string {
    const lacksReading = isNew(cell) && !unsavedOf(cell.key)?.texts.reading;
    return cell.field === "surface" && lacksReading ? proposal.readingOf(text) : "";
  }

  function textsOf(cell: EditedCell, text: string): Texts {
    const reading = readingFor(cell, text);
    return { [cell.field]: text, ...(reading ? { reading } : {}) };
  }

  /** Takes over the edited text; resolves to the row after that. */
  function commit(text = committedText() ?? ""): UnsavedRow | undefined {
    if (!editing) return undefined;
    const { key, entry } = editing;
    setEditing(null);
    enter({ key, entry }, textsOf(editing, text));
    return unsavedOf(key);
  }

  return {
    editing,
    /** The values to choose from, if the cell has such. */
    options,
    commit,
    composition: proposal.composition,
    /** Tells what is typed before `start` or `change` gets the text with it. */
    onValue: proposal.onValue,

    start({ key, entry, field }: EditedCell, text: string, inText: boolean) {
      if (!inText) proposal.clear();
      const option = inText ? Math.max(indexOfPartOfSpeech(text), 0) : 0;
      const ghost = readingFor({ key, entry, field }, text);
      setEditing({ key, entry, field, text, inText, option, ghost });
    },

    change(
      edit: Editing,
      changes: Partial<Pick<Editing, "text" | "option" | "inText" | "offered">>,
    ) {
      const next = { ...edit, ...changes };
      setEditing({ ...next, ghost: readingFor(next, next.text) });
    },

    /** Shows readings below the cell while it is empty; none of them is chosen yet. */
    offer: (key: string, offered: readonly string[]) =>
      setEditing((now) =>
        now?.key === key && now.field === "reading" && now.text === ""
          ? { ...now, offered, option: -1 }
          : now,
      ),

    cancel: () => setEditing(null),

    /** Puts the edited text into its row, unsaved; the edit goes on. */
    keep() {
      if (!editing) return;
      sheet.enter(editing, textsOf(editing, committedText() ?? ""));
      setEditing({ ...editing, committed: editing.text });
    },

    /** Ends the edit where something else gets the focus. */
    leave() {
      if (editing && editing.committed === editing.text) setEditing(null);
      else commit();
    },

    /** The row as it would be after the edit, which goes on; undefined without one. */
    edited: () =>
      editing
        ? withTexts(unsavedOf(editing.key), editing, textsOf(editing, committedText() ?? ""))
        : undefined,
  };
}

/** Collects what the IME was given while a surface is typed, as the reading to propose. */
function useReadingProposal() {
  const { partsOf, ...typed } = useReadParts();

  return {
    ...typed,
    /** Empty if the reading of a part is unknown, such as of pasted kanji. */
    readingOf: (text: string): string => {
      const read = partsOf(text);
      if (!areRead(read)) return "";
      const reading = entryReading(
        read
          .map(({ kana }) => kana)
          .join("")
          .replaceAll("・", ""),
      );
      return isEntryReading(reading) ? reading : "";
    },
  };
}
