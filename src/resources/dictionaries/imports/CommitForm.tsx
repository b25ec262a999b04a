import { useId, useRef, useState } from "react";
import { MOST_ENTRIES } from "../../../../domain/entries/rules.ts";
import { entriesAfter, IMPORT_MODES, type ImportMode } from "../../../../domain/imports/rules.ts";
import type { ImportCommit, ImportCounts } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { Radios } from "../../../components/form/Radios.tsx";
import { SkipErrors } from "../../../components/imports/CommitParts.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";

const text = importPages.commit;

interface CommitFormProps {
  counts: ImportCounts;
  /** Why nothing can be written now: a finished sentence; null if it can. */
  reason: string | null;
  onCommit: (body: ImportCommit) => void;
}

/** How to import. What is chosen beforehand brings in all of the file and deletes nothing. */
export function CommitForm({ counts, reason, onCommit }: CommitFormProps) {
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState<ImportMode>("merge");
  const [skipErrors, setSkipErrors] = useState(false);
  const [asked, setAsked] = useState(false);
  const deleted = formatNumber(counts.deletedByReplace);
  const count = formatNumber(counts.error);
  const missing = counts.error > 0 && !skipErrors ? text.hasErrors(count) : null;
  const deletes = mode === "replace" && counts.deletedByReplace > 0;

  function effectOf(each: ImportMode): string {
    const [added, updated] = [formatNumber(counts.new), formatNumber(counts.update)];
    if (each === "add") return text.add(added);
    if (each === "merge") return text.merge(added, updated);
    return text[counts.error > 0 ? "replaceSkipping" : "replace"](added, updated, deleted);
  }
  const impossible = reason ?? overfull(mode);

  function overfull(each: ImportMode): string | null {
    const after = entriesAfter(counts, each);
    if (after <= MOST_ENTRIES) return null;
    const excess = formatNumber(after - MOST_ENTRIES);
    return text.overfull(formatNumber(after), excess);
  }

  function commit() {
    setAsked(missing !== null);
    if (!missing) onCommit({ mode, ...(skipErrors ? { skipErrors } : {}) });
    else fields.current?.querySelector<HTMLElement>(`[name="${id}skipErrors"]`)?.focus();
  }

  return (
    <div ref={fields} className="stack gap-16">
      <Radios
        legend={text.mode}
        options={IMPORT_MODES.map((each) => ({
          value: each,
          label: importPages.modes[each],
          hint: overfull(each) ?? effectOf(each),
          danger: each === "replace",
        }))}
        value={mode}
        onChange={setMode}
      />
      {counts.error > 0 ? (
        <SkipErrors
          name={`${id}skipErrors`}
          describedBy={`${id}problem`}
          count={counts.error}
          checked={skipErrors}
          onChange={setSkipErrors}
        />
      ) : null}
      <div className="row gap-8-16">
        <ActionButton
          primary={!deletes}
          danger={deletes}
          reason={impossible}
          reasonId={`${id}reason`}
          onClick={commit}
        >
          {deletes ? text.submitDeleting(deleted) : text.submit}
        </ActionButton>
        <p id={`${id}problem`} role="alert" className="strong error optional">
          {asked ? missing : null}
        </p>
        <p id={`${id}reason`} className="note optional">
          {impossible}
        </p>
      </div>
    </div>
  );
}
