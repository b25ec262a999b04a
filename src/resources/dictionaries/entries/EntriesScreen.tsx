import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import type { EntryAction } from "../../../../domain/entries/bulk.ts";
import type { Entry, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { useMayRead } from "../../../components/audit/History.tsx";
import { DraftNotice } from "../../../components/draft/DraftNotice.tsx";
import { useFocusAfterDialog } from "../../../components/focus/useFocusAfterDialog.ts";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import { useWrittenConditions } from "../../../components/list/useOpening.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { RequestedLock } from "../form/EditRequests.tsx";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import { endsLock } from "../form/useBegin.ts";
import type { TabProps } from "../paths.ts";
import {
  ChosenBar,
  EntryEnd,
  EntryState,
  EntryTools,
  PastedBar,
  UnsavedBar,
} from "./EntryBars.tsx";
import { type EntryDialog, EntryDialogs } from "./EntryDialogs.tsx";
import { EntryGrid, type GridHandle } from "./EntryGrid.tsx";
import { EntrySearch } from "./EntrySearch.tsx";
import styles from "./entries.module.css";
import type { Acted } from "./entryHistory.ts";
import { useEntryLock } from "./entryLock.ts";
import { useEntryPages } from "./entryPages.ts";
import { usePaste } from "./gridClipboard.ts";
import { PrintedEntries } from "./PrintedEntries.tsx";
import { isRefused, isWrong, keyOf, type UnsavedRow } from "./unsavedRows.ts";
import { useEntrySheet, useStoredRows } from "./useEntrySheet.ts";
import { useEntryChoice, useEntryWork, type WorkKind } from "./useEntryWork.ts";

export function EntriesScreen({ dictionary, editLock }: TabProps) {
  const { dictionaryId } = dictionary;
  const notify = useNotify();
  useWrittenConditions();
  const sheetLock = useEntryLock(dictionary, editLock);
  const { isAdmitted, begin, editable, writable, first } = sheetLock;
  const refused = (error: unknown) => {
    // The page itself says that the lock is lost.
    if (endsLock(error)) editLock.check();
    else notify(messageFor(error), { type: "error" });
  };
  const pages = useEntryPages(dictionaryId);
  const choice = useEntryChoice(pages);
  const written = (result: EntryBatchResult) => {
    choice.follow(result);
    return pages.store.written(result);
  };
  const acted = (done: Acted) => {
    choice.followAct(done);
    return pages.store.acted();
  };
  const { sheet, state } = useEntrySheet(dictionaryId, { written, acted, refused });
  const [typing, setTyping] = useState<UnsavedRow>();
  // With the edit in a cell, which goes on.
  const entered = typing ? new Map(state.rows).set(typing.key, typing) : state.rows;
  const stored = useStoredRows(dictionaryId, sheet, entered);
  const [dialog, setDialog] = useState<EntryDialog | null>(null);
  const examine = (entry: Entry | null) => setDialog(entry && { examined: entry });
  const propose = () => {
    const entry = grid.current?.entry();
    if (entry) setDialog({ proposed: entry });
  };
  const mayReadHistory = useMayRead("entry");
  const { busy, run } = useEntryWork(refused);
  const page = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const focusTo = useRef({ focus: () => (grid.current ?? page.current)?.focus() });
  const { pasting, paste, pastedCount, pastedIds } = usePaste({
    sheet,
    state,
    pages,
    onPasted: (row) => grid.current?.showFrom(row),
  });
  useFocusAfterDialog(dialog !== null, grid);
  const unsaved = [...state.rows.values()];
  const hasInput = entered.size > 0;

  const chosen = [...choice.chosen.values()];
  const act = (kind: WorkKind, action: EntryAction, others?: readonly Entry[]) =>
    run(kind, () => {
      grid.current?.leave();
      return sheet.act(() => ({ action, ...choice.target(others) }));
    });
  const undo = async () => {
    if (editable && state.steps > 0) await run("undone", sheet.undo);
  };
  const redo = async () => {
    if (editable) await run("redone", sheet.redo);
  };

  async function undoByButton() {
    await undo();
    // The button cannot keep the focus when nothing is left to undo.
    if (sheet.get().steps === 0) grid.current?.focus();
  }

  async function remove(removing: readonly Entry[]) {
    await act("deleted", "DELETE", removing);
    setDialog(null);
  }

  async function beginBy(ask: () => Promise<boolean>) {
    const isBegun = await ask();
    if (isBegun) grid.current?.focus();
    return isBegun;
  }

  async function pasteUnderLock(...cells: Parameters<typeof paste>) {
    if (editable || (await begin.begin())) await paste(...cells);
  }

  const saveAll = () => sheet.save([...sheet.get().rows.keys()]);

  async function end() {
    // The lock goes to the person who waits for it.
    if ("request" in editLock.lock) await saveAll();
    await editLock.end();
    grid.current?.focus();
    grid.current?.show();
  }

  function goToNextError() {
    const wrong = unsaved.filter(isWrong).map(({ key }) => key);
    if (wrong.length > 0 && !grid.current?.goToNext(wrong)) {
      notify(entries.unsaved.outOfView, { type: "info" });
    }
  }

  function tryInput() {
    if (entered.size > 0) setDialog({ tried: [...entered.values()] });
    else notify(previewPage.change.none, { type: "info" });
  }

  // As in entries.module.css. On a phone the line of tools has no space for what is seldom used.
  const isPhone = useMediaQuery("(max-width: 720px)");
  const [only, ...more] = chosen;
  const isChosen = editable && chosen.length > 0;
  const bars = [
    editable && "request" in editLock.lock,
    stored.found,
    pastedCount > 0,
    unsaved.some(isRefused),
    isChosen,
  ].filter(Boolean).length;
  // A bar that appears below must not cover the cell that is being edited.
  useEffect(() => {
    if (bars > 0) grid.current?.show();
  }, [bars]);
  return (
    <>
      <div ref={page} tabIndex={-1} className={`stack gap-12 ${styles.page}`}>
        {isAdmitted ? (
          <div className={styles.lock} data-held={sheetLock.isHeld || undefined}>
            <LockStateBanner
              quiet
              editLock={editLock}
              focusTo={focusTo}
              errorMessage={begin.errorMessage}
              input={hasInput ? stored.keeping : "none"}
              onBegin={() => void beginBy(begin.begin)}
              onTakeOver={() => void beginBy(begin.takeOver)}
            />
          </div>
        ) : null}
        <div className={`card ${styles.card}`}>
          <div className={`row spread gap-8-16 screen-only pad-12-16 ${styles.bar}`}>
            <EntrySearch tellsUses={pages.hasUses} />
            <EntryTools
              total={pages.total}
              editable={editable}
              writable={writable}
              steps={state.steps}
              on={{
                begin: () => void beginBy(begin.begin),
                end: () => void end(),
                add: () => {
                  if (!editable) first();
                  grid.current?.add();
                },
                undo: () => void undoByButton(),
              }}
              onPropose={sheetLock.isReader ? propose : undefined}
              onTry={editable && !isPhone ? tryInput : undefined}
              onHistory={
                mayReadHistory && !isPhone
                  ? () => examine(grid.current?.entry() ?? null)
                  : undefined
              }
            />
          </div>
          <EntryState pages={pages} writable={writable} unsaved={unsaved.length}>
            {(total) => (
              <EntryGrid
                dictionaryId={dictionaryId}
                pages={{ ...pages, total }}
                sheet={sheet}
                state={state}
                choice={choice}
                pasted={pastedIds}
                editable={editable}
                writable={writable}
                isTried={dialog !== null && "tried" in dialog}
                ref={grid}
                onTyping={setTyping}
                onPaste={(...cells) => void pasteUnderLock(...cells)}
                commands={{
                  onUndo: () => void undo(),
                  onRedo: () => void redo(),
                  onRemove: (removing) => setDialog({ removing }),
                  onNextError: goToNextError,
                  onHistory: (entry) => examine(mayReadHistory ? entry : null),
                  onTry: tryInput,
                  onFirst: first,
                  onImpossible: sheetLock.tellWhy,
                }}
              />
            )}
          </EntryState>
          <EntryEnd
            total={pages.total}
            of={pages.isFiltered ? dictionary.entryCount : undefined}
            doing={choice.reading ? "reading" : busy ? "working" : null}
            editable={editable}
          />
        </div>
        <PrintedEntries store={pages.store} total={pages.total ?? 0} />
      </div>
      <div className={`grid gap-8 above optional dock ${styles.foot}`}>
        {isAdmitted ? (
          <RequestedLock
            dictionaryId={dictionaryId}
            editLock={editLock}
            savesFirst={saveAll}
            focusTo={focusTo}
            onPromised={() => grid.current?.focus()}
          />
        ) : null}
        {isAdmitted ? (
          <DraftNotice
            input={stored}
            isEditing={editable}
            begin={writable ? () => beginBy(begin.begin) : undefined}
          />
        ) : null}
        {editable ? (
          <UnsavedBar
            rows={unsaved}
            onSave={() => void sheet.save(unsaved.map(({ key }) => key))}
            onDiscard={() => {
              sheet.discard(unsaved.map(({ key }) => key));
              grid.current?.focus();
            }}
            onNext={goToNextError}
            onTry={isPhone ? tryInput : undefined}
          />
        ) : null}
        {editable && pastedCount > 0 ? (
          <PastedBar count={pastedCount} busy={busy} onUndo={() => void undoByButton()} />
        ) : null}
        {isChosen ? (
          <ChosenBar
            count={chosen.length}
            busy={busy || pasting}
            on={{
              enable: () => void act("enabled", "ENABLE"),
              disable: () => void act("disabled", "DISABLE"),
              remove: () => setDialog({ removing: chosen }),
              clear: choice.clear,
            }}
            onHistory={
              isPhone && mayReadHistory && only && more.length === 0
                ? () => examine(only)
                : undefined
            }
          />
        ) : null}
      </div>
      <EntryDialogs
        dictionaryId={dictionaryId}
        dialog={dialog}
        isRemoving={busy}
        onRemove={(removing) => void remove(removing)}
        onUndo={
          editable ? (entry, texts) => sheet.enter({ key: keyOf(entry), entry }, texts) : undefined
        }
        onClose={() => setDialog(null)}
      />
      <LeaveGuard unsaved={hasInput} />
    </>
  );
}
