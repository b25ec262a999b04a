import useMediaQuery from "@mui/material/useMediaQuery";
import { Suspense, useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import type { EntryAction } from "../../../../domain/entries/bulk.ts";
import type { Entry, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { useMayRead } from "../../../components/audit/History.tsx";
import { DraftNotice } from "../../../components/draft/DraftNotice.tsx";
import { useFocusAfterDialog } from "../../../components/focus/useFocusAfterDialog.ts";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import { useWrittenConditions } from "../../../components/list/useWrittenConditions.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { RequestedLock } from "../form/EditRequests.tsx";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import { endsLock } from "../lockRefusal.ts";
import type { TabProps } from "../paths.ts";
import { ChosenActions, EntryActions, RemoveEntries } from "./EntryActions.tsx";
import { EntrySearch, EntryState, PastedBar, UnsavedBar } from "./EntryBars.tsx";
import { EntryGrid, type GridHandle } from "./EntryGrid.tsx";
import styles from "./entries.module.css";
import type { Acted } from "./entryHistory.ts";
import { useEntryLock } from "./entryLock.ts";
import { useEntryPages } from "./entryPages.ts";
import { usePaste } from "./gridClipboard.ts";
import { PrintedEntries } from "./PrintedEntries.tsx";
import { isRefused, isWrong, keyOf, type UnsavedRow } from "./unsavedRows.ts";
import { useEntrySheet, useStoredRows } from "./useEntrySheet.ts";
import { useEntryChoice, useEntryWork, type WorkKind } from "./useEntryWork.ts";

/** As in entries.module.css. */
const PHONE = "(max-width: 720px)";

const ChangePreview = lazyDialog(
  async () => (await import("../preview/ChangePreview.tsx")).ChangePreview,
);
const EntryHistory = lazyDialog(async () => (await import("./EntryHistory.tsx")).EntryHistory);

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
  const stored = useStoredRows(dictionaryId, sheet, state.rows);
  const [typing, setTyping] = useState(false);
  const [removing, setRemoving] = useState<readonly Entry[] | null>(null);
  const [examined, setExamined] = useState<Entry | null>(null);
  const [tried, setTried] = useState<readonly UnsavedRow[] | null>(null);
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
  useFocusAfterDialog(
    [removing, examined, tried].some((each) => each !== null),
    grid,
  );
  const unsaved = [...state.rows.values()];
  const hasInput = unsaved.length > 0 || typing;

  const chosen = [...choice.chosen.values()];
  const act = (kind: WorkKind, action: EntryAction) =>
    run(kind, () => sheet.act({ action, ...choice.target() }));
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

  async function remove() {
    await act("deleted", "DELETE");
    setRemoving(null);
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

  /** With the edit in a cell, which goes on afterwards. */
  function tryInput() {
    const edited = grid.current?.edited();
    const rows = new Map([...state.rows, ...(edited ? [[edited.key, edited] as const] : [])]);
    if (rows.size > 0) setTried([...rows.values()]);
    else notify(previewPage.change.none, { type: "info" });
  }

  const input = hasInput ? stored.keeping : "none";
  // On a phone the line above has no room for it, and a second line would move the table.
  const isPhone = useMediaQuery(PHONE);
  const [only, ...more] = chosen;
  const examineChosen = only && more.length === 0 ? () => setExamined(only) : undefined;
  const chosenActions =
    editable && chosen.length > 0 ? (
      <ChosenActions
        busy={busy || pasting}
        on={{
          enable: () => void act("enabled", "ENABLE"),
          disable: () => void act("disabled", "DISABLE"),
          remove: () => setRemoving(chosen),
          clear: choice.clear,
        }}
        onHistory={isPhone && mayReadHistory ? examineChosen : undefined}
      />
    ) : null;
  const chosenBar = isPhone ? chosenActions : null;
  const bars = [
    editable && "request" in editLock.lock,
    stored.found,
    pastedCount > 0,
    unsaved.some(isRefused),
    chosenBar,
  ].filter(Boolean).length;
  // A bar that appears below must not cover the cell that is being edited.
  useEffect(() => {
    if (bars > 0) grid.current?.show();
  }, [bars]);
  return (
    <>
      <div ref={page} tabIndex={-1} className={styles.page}>
        {isAdmitted ? (
          <div className={styles.lock} data-held={sheetLock.isHeld || undefined}>
            <LockStateBanner
              quiet
              editLock={editLock}
              focusTo={focusTo}
              errorMessage={begin.errorMessage}
              input={input}
              onBegin={() => void beginBy(begin.begin)}
              onTakeOver={() => void beginBy(begin.takeOver)}
            />
          </div>
        ) : null}
        <EntrySearch />
        <EntryActions
          total={pages.total}
          of={pages.isFiltered ? dictionary.entryCount : undefined}
          chosen={chosen.length}
          isPhone={isPhone}
          doing={choice.reading ? "reading" : busy ? "working" : null}
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
          onTry={editable && !isPhone ? tryInput : undefined}
          onHistory={
            mayReadHistory && !isPhone
              ? () => setExamined(grid.current?.entry() ?? null)
              : undefined
          }
        >
          {isPhone ? null : chosenActions}
        </EntryActions>
        <EntryState pages={pages} writable={writable} unsaved={unsaved.length}>
          {(total) => (
            <EntryGrid
              pages={{ ...pages, total }}
              sheet={sheet}
              state={state}
              choice={choice}
              pasted={pastedIds}
              editable={editable}
              writable={writable}
              isTried={tried !== null}
              ref={grid}
              onTyping={setTyping}
              onPaste={(...cells) => void pasteUnderLock(...cells)}
              commands={{
                onUndo: () => void undo(),
                onRedo: () => void redo(),
                onRemove: setRemoving,
                onNextError: goToNextError,
                onHistory: (entry) => setExamined(mayReadHistory ? entry : null),
                onTry: tryInput,
                onFirst: first,
                onImpossible: sheetLock.tellWhy,
              }}
            />
          )}
        </EntryState>
        <PrintedEntries store={pages.store} total={pages.total ?? 0} />
        {editable ? <p className={`${styles.help} screen-only`}>{entries.grid.help}</p> : null}
      </div>
      <div className={styles.foot}>
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
        {chosenBar ? <div className={styles.chosen}>{chosenBar}</div> : null}
      </div>
      {removing ? (
        <RemoveEntries
          entries={removing}
          pending={busy}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(null)}
        />
      ) : null}
      {examined ? (
        <Suspense>
          <EntryHistory
            entry={examined}
            onUndo={
              editable
                ? (texts) => sheet.enter({ key: keyOf(examined), entry: examined }, texts)
                : undefined
            }
            onClose={() => setExamined(null)}
          />
        </Suspense>
      ) : null}
      {tried ? (
        <Suspense>
          <ChangePreview
            dictionaryId={dictionaryId}
            tried={{ rows: tried }}
            onClose={() => setTried(null)}
          />
        </Suspense>
      ) : null}
      <LeaveGuard unsaved={hasInput} />
    </>
  );
}
