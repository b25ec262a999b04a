import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { useCanAccess, useNotify, useTranslate } from "react-admin";
import type { Entry } from "../../../../domain/entries.ts";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import { useWrittenConditions } from "../../../components/list/useWrittenConditions.ts";
import { useEditLock } from "../../../providers/live/useEditLock.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { DraftNotice } from "../form/DraftNotice.tsx";
import { IdleGuard } from "../form/IdleGuard.tsx";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import { useBegin } from "../form/useBegin.ts";
import { EntryActions } from "./EntryActions.tsx";
import { EntryGrid, type GridHandle } from "./EntryGrid.tsx";
import { EntrySearch } from "./EntrySearch.tsx";
import { EntryState } from "./EntryState.tsx";
import styles from "./entries.module.css";
import { RemoveEntries } from "./RemoveEntries.tsx";
import { UnsavedBar } from "./UnsavedBar.tsx";
import { useEntryChoice } from "./useEntryChoice.ts";
import { useEntryPages } from "./useEntryPages.ts";
import { useEntrySheet } from "./useEntrySheet.ts";
import { useKeptRows } from "./useKeptRows.ts";
import { usePaste } from "./usePaste.ts";

const FIRST_PAGE = [0];

export function EntriesScreen({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, dictionaryName } = dictionary;
  const translate = useTranslate();
  const notify = useNotify();
  useWrittenConditions();
  const { canAccess: mayEdit = false } = useCanAccess({ resource: "dictionaries", action: "edit" });
  const editLock = useEditLock("dictionaries", dictionaryId);
  const begin = useBegin(editLock, false);
  const [wasIdle, setWasIdle] = useState(false);
  const editable = editLock.lock.state === "mine";

  const [needed, setNeeded] = useState<readonly number[]>(FIRST_PAGE);
  const pages = useEntryPages(dictionaryId, needed);
  const { sheet, state } = useEntrySheet(dictionaryId, pages, editLock);
  const choice = useEntryChoice(pages);
  const kept = useKeptRows(dictionaryId, sheet, state.rows);
  const { pasting, paste } = usePaste(sheet, pages);
  const [typing, setTyping] = useState(false);
  const [removing, setRemoving] = useState<readonly Entry[] | null>(null);
  const [busy, setBusy] = useState(false);
  const grid = useRef<GridHandle>(null);
  const unsaved = [...state.rows.values()];
  const hasInput = unsaved.length > 0 || typing;

  async function act(work: () => Promise<unknown>, done: string, count = 0) {
    setBusy(true);
    try {
      if ((await work()) === false) return;
      choice.clear();
      notify(`resources.entries.done.${done}`, { type: "success", messageArgs: { count } });
    } catch {
      // The sheet has told why.
    } finally {
      setBusy(false);
    }
  }

  const chosen = [...choice.chosen.values()];
  const setEnabled = (enabled: boolean) =>
    act(() => sheet.enable(chosen, enabled), enabled ? "enabled" : "disabled", chosen.length);
  const undo = () => {
    if (state.steps > 0 && !busy) void act(sheet.undo, "undone");
  };

  async function remove() {
    if (!removing) return;
    await act(() => sheet.remove(removing), "deleted", removing.length);
    setRemoving(null);
  }

  async function beginBy(ask: () => Promise<boolean>) {
    setWasIdle(false);
    await ask();
  }

  const input = hasInput ? kept.keeping : "none";
  return (
    <div className={styles.page}>
      <PageTitle
        title={dictionaryName}
        of="resources.entries.name"
        backName={translate("resources.entries.of", { name: dictionaryName })}
        back={{ to: `/dictionaries/${dictionaryId}/show`, name: "resources.entries.detail" }}
        extra={<span className={styles.count}>{dictionary.category}</span>}
        actions={
          editable ? (
            <Button variant="outlined" color="secondary" onClick={() => void editLock.end()}>
              {translate("resources.entries.action.end")}
            </Button>
          ) : null
        }
      />
      {mayEdit ? (
        <LockStateBanner
          editLock={editLock}
          errorMessage={begin.errorMessage}
          input={input}
          wasIdle={wasIdle}
          onBegin={() => void beginBy(begin.begin)}
          onTakeOver={() => void beginBy(begin.takeOver)}
        />
      ) : null}
      {editable ? (
        <>
          <IdleGuard
            onIdle={() => {
              setWasIdle(true);
              void editLock.end();
            }}
          />
          <DraftNotice input={kept} />
          <UnsavedBar
            rows={unsaved}
            onSave={() => void sheet.save(unsaved.map(({ key }) => key))}
            onDiscard={() => sheet.discard(unsaved.map(({ key }) => key))}
          />
        </>
      ) : null}
      <EntrySearch />
      <EntryActions
        total={pages.total}
        chosen={chosen.length}
        reading={choice.reading}
        editable={editable}
        busy={busy || pasting}
        steps={state.steps}
        on={{
          add: () => grid.current?.add(),
          undo,
          enable: () => void setEnabled(true),
          disable: () => void setEnabled(false),
          remove: () => setRemoving(chosen),
          clear: choice.clear,
        }}
      />
      <EntryState pages={pages} editable={editable} unsaved={unsaved.length}>
        {(total) => (
          <EntryGrid
            pages={{ ...pages, total }}
            onNeed={setNeeded}
            sheet={sheet}
            state={state}
            choice={choice}
            editable={editable}
            handle={grid}
            onTyping={setTyping}
            onUndo={undo}
            onRemove={setRemoving}
            onPaste={(text, row, column) => void paste(text, row, column)}
          />
        )}
      </EntryState>
      {editable ? <p className={styles.help}>{translate("resources.entries.grid.help")}</p> : null}
      {removing ? (
        <RemoveEntries
          entries={removing}
          pending={busy}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(null)}
        />
      ) : null}
      <LeaveGuard unsaved={hasInput} />
    </div>
  );
}
