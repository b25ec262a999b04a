import type { Entry } from "../../../../domain/entries/schemas.ts";
import { HistoryList } from "../../../components/audit/HistoryList.tsx";
import { DialogFrame, useDialogClose } from "../../../components/dialog/DialogFrame.tsx";
import { auditEvents } from "../../../i18n/ja/resources/auditEvents.ts";
import { FIELDS, type Texts, textOf, writtenValues } from "./entryCells.ts";

const text = auditEvents.history;

interface EntryHistoryProps {
  entry: Entry;
  /** Writes cells as if they were typed; undefined while the dictionary is not being edited. */
  onUndo: ((texts: Texts) => void) | undefined;
  onClose: () => void;
}

/** The changes of an entry, each of which can be put into the cells again. */
export function EntryHistory({ entry, onUndo, onClose }: EntryHistoryProps) {
  return (
    <DialogFrame size="large" title={text.entryTitle(entry.surface)} onClose={onClose}>
      <Changes entry={entry} onUndo={onUndo} />
    </DialogFrame>
  );
}

function Changes({ entry, onUndo }: Pick<EntryHistoryProps, "entry" | "onUndo">) {
  const close = useDialogClose();
  return (
    <HistoryList
      kind="entry"
      id={entry.entryId}
      record={entry}
      onUndo={
        onUndo &&
        ((before) => {
          onUndo(textsOf(entry, before));
          close();
        })
      }
    />
  );
}

/** The cells of the fields that an event names, with the values of before. */
function textsOf(entry: Entry, before: object): Texts {
  const values = { ...writtenValues(entry), ...before };
  const named = FIELDS.filter((field) => field in before);
  return Object.fromEntries(named.map((field) => [field, textOf(values, field)]));
}
