import type { Entry } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import type { Texts } from "./entryCells.ts";
import type { UnsavedRow } from "./unsavedRows.ts";

const ChangePreview = lazyDialog(
  async () => (await import("../preview/ChangePreview.tsx")).ChangePreview,
);
const ProposeChange = lazyDialog(
  async () => (await import("../../../components/proposals/ProposeChange.tsx")).ProposeChange,
);
const EntryHistory = lazyDialog(async () => (await import("./EntryHistory.tsx")).EntryHistory);

/**
 * The entries to delete after a question, one whose history is shown or of which a change is proposed, or
 * unsaved rows to compare.
 */
export type EntryDialog =
  | { removing: readonly Entry[] }
  | { examined: Entry }
  | { proposed: Entry }
  | { tried: readonly UnsavedRow[] };

interface EntryDialogsProps {
  dictionaryId: number;
  dialog: EntryDialog | null;
  isRemoving: boolean;
  onRemove: (entries: readonly Entry[]) => void;
  /** Enters earlier texts of an entry; undefined where it is not edited. */
  onUndo: ((entry: Entry, texts: Texts) => void) | undefined;
  onClose: () => void;
}

/** What the sheet asks and shows in a dialog. */
export function EntryDialogs({
  dictionaryId,
  dialog,
  onUndo,
  onClose,
  ...props
}: EntryDialogsProps) {
  if (!dialog) return null;
  if ("removing" in dialog) {
    return (
      <RemoveEntries
        entries={dialog.removing}
        pending={props.isRemoving}
        onConfirm={() => props.onRemove(dialog.removing)}
        onClose={onClose}
      />
    );
  }
  if ("tried" in dialog) {
    return (
      <ChangePreview dictionaryId={dictionaryId} tried={{ rows: dialog.tried }} onClose={onClose} />
    );
  }
  if ("proposed" in dialog) {
    return <ProposeChange entry={dialog.proposed} onClose={onClose} />;
  }
  const { examined } = dialog;
  return (
    <EntryHistory
      entry={examined}
      onUndo={onUndo && ((texts) => onUndo(examined, texts))}
      onClose={onClose}
    />
  );
}

const NAMED = 5;

interface RemoveEntriesProps {
  entries: readonly Entry[];
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

function RemoveEntries({ entries, pending, onConfirm, onClose }: RemoveEntriesProps) {
  const text = entryPages.remove;
  const names = entries
    .slice(0, NAMED)
    .map(({ surface }) => surface)
    .join(text.names);
  return (
    <ConfirmDialog title={text.title} pending={pending} onConfirm={onConfirm} onClose={onClose}>
      <p>{text.body}</p>
      <p>
        <strong>
          {entries.length > NAMED ? text.more(names, formatNumber(entries.length)) : names}
        </strong>
      </p>
    </ConfirmDialog>
  );
}
