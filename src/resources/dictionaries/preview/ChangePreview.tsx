import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { IMPORT_MODES, type ImportMode } from "../../../../domain/imports/rules.ts";
import { MOST_TRIED } from "../../../../domain/preview/rules.ts";
import {
  type ChangedMatch,
  type ChangePreviewResult,
  type TriedChange,
  type TriedEntry,
  triedEntry,
} from "../../../../domain/preview/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { CloseButton } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { valuesOf, writtenValues } from "../entries/entryCells.ts";
import type { UnsavedRow } from "../entries/unsavedRows.ts";
import own from "./changePreview.module.css";
import { CategoryMark } from "./MarkedText.tsx";
import { PreviewForm } from "./PreviewForm.tsx";
import { type CheckedText, type Difference, differences, KEPT, placeOf } from "./previewMatches.ts";

const text = previewPage.change;
const words = text;

/** The rows of the sheet that are not saved, words that are proposed, or the dry run of an import. */
export type Tried =
  | { rows: readonly UnsavedRow[] }
  | { entries: readonly TriedEntry[] }
  | { importId: number };

interface ChangePreviewProps {
  dictionaryId: number;
  tried: Tried;
  onClose: () => void;
}

/** The text of the last trial, which the next one begins with. It is lost with the page. */
const TRIED = ["dictionaries", "tried"];

/** What a text meets before and after a change of the dictionary that is not written. */
export function ChangePreview({ dictionaryId, tried, onClose }: ChangePreviewProps) {
  const queryClient = useQueryClient();
  const { api } = useApi();
  const [mode, setMode] = useState<ImportMode>("merge");
  const [withinWords, setWithinWords] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState("");
  const [checked, setChecked] = useState<{ text: string; result: ChangePreviewResult }>();
  const last = useRef(0);
  const words = wordsOf(tried);
  const left = "rows" in tried ? tried.rows.length - words.length : 0;
  const [initial] = useState(
    () =>
      queryClient.getQueryData<string>(TRIED) ??
      queryClient.getQueryData<CheckedText>(KEPT)?.text ??
      "",
  );

  /** Shows the answer to the last question alone: another mode may be chosen meanwhile. */
  async function check(asked: string, typed: { mode?: ImportMode; withinWords?: boolean } = {}) {
    if (!("importId" in tried) && words.length === 0) return setFailure(text.none);
    last.current += 1;
    const question = last.current;
    const isLast = () => last.current === question;
    const change: TriedChange =
      "importId" in tried
        ? { kind: "import", importId: tried.importId, mode: typed.mode ?? mode }
        : { kind: "entries", entries: words };
    const body = { text: asked, withinWords: typed.withinWords ?? withinWords, change };
    setPending(true);
    setFailure("");
    try {
      const result = await api("POST /dictionaries/{id}/preview", { id: dictionaryId, body });
      queryClient.setQueryData(TRIED, asked);
      if (isLast()) setChecked({ text: asked, result });
    } catch (refused) {
      if (isLast()) setFailure(messageFor(refused));
    } finally {
      if (isLast()) setPending(false);
    }
  }

  return (
    <DialogFrame size="large" title={text.title} onClose={onClose} actions={<CloseButton />}>
      <div className="stack gap-16">
        <p>{text.untouched}</p>
        {left > 0 ? <p>{text.left(formatNumber(left))}</p> : null}
        {"importId" in tried ? (
          <Segments<ImportMode>
            legend={importPages.commit.mode}
            value={mode}
            options={IMPORT_MODES.map((value) => ({
              value,
              label: importPages.modes[value],
            }))}
            onChange={(next) => {
              setMode(next);
              if (checked) void check(checked.text, { mode: next });
            }}
          />
        ) : null}
        <PreviewForm
          initial={initial}
          rows={4}
          withinWords={withinWords}
          pending={pending}
          sample={sampleOf(words) || previewPage.sample.text}
          onCheck={(asked) => void check(asked)}
          onInvalid={() => setFailure("")}
          onWithinWords={(within) => {
            setWithinWords(within);
            if (checked) void check(checked.text, { withinWords: within });
          }}
        />
        {failure ? (
          <PageBanner urgent sentences={checked ? [failure, previewPage.before] : [failure]} />
        ) : null}
        {checked ? <Comparison {...checked} /> : null}
      </div>
    </DialogFrame>
  );

  /** A sentence with the words of the change; empty without any. */
  function sampleOf(entries: readonly TriedEntry[]): string {
    if (entries.length === 0) return "";
    const names = entries.slice(0, SAMPLED).map(({ surface }) => surface);
    return previewPage.sample.changed(names.join(previewPage.sample.between));
  }
}

const SAMPLED = 5;

function wordsOf(tried: Tried): TriedEntry[] {
  if ("rows" in tried) return triedEntries(tried.rows);
  return "entries" in tried ? tried.entries.slice(0, MOST_TRIED) : [];
}

/** The rows that can be saved as they are, in their order, as many as a trial takes. */
export function triedEntries(rows: readonly UnsavedRow[]): TriedEntry[] {
  const words = rows.flatMap(({ entry, texts }) => {
    const { values, unread } = valuesOf(texts);
    const written = { ...(entry ? writtenValues(entry) : {}), ...values };
    const { surface, reading, weight, enabled } = written;
    const { success, data } = triedEntry.safeParse({
      entryId: entry?.entryId,
      surface,
      reading,
      weight,
      enabled,
    });
    return success && unread.length === 0 ? [data] : [];
  });
  return words.slice(0, MOST_TRIED);
}

/** Both texts side by side, and the places that differ. */
function Comparison({ text: checked, result }: { text: string; result: ChangePreviewResult }) {
  const changes = useMemo(() => differences(result), [result]);
  return (
    <section aria-label={text.title}>
      <p role="status" className="note numeric">
        {changes.length === 0 ? text.same : text.changed(formatNumber(changes.length))}
      </p>
      <div className={`grid gap-12 above ${own.sides}`}>
        {(["before", "after"] as const).map((side) => (
          <div key={side}>
            <h3 className="note strong below-4">{text[side]}</h3>
            <Side
              text={checked}
              label={text[side]}
              matches={result[side].matches}
              changed={changes.flatMap((change) => change[side])}
              tag={side === "before" ? "del" : "ins"}
            />
          </div>
        ))}
      </div>
      {changes.length > 0 ? <Differences text={checked} changes={changes} /> : null}
    </section>
  );
}

interface SideProps {
  text: string;
  label: string;
  matches: readonly ChangedMatch[];
  changed: readonly ChangedMatch[];
  tag: "ins" | "del";
}

/** A text with what it meets; with a changed place stands the word that is met there. */
function Side({ text, label, matches, changed, tag: Tag }: SideProps) {
  const different = new Set(changed.map(placeOf));
  const pieces: ReactNode[] = [];
  let position = 0;
  for (const match of matches) {
    if (!match.wins) continue;
    const { start, end, category } = match;
    pieces.push(text.slice(position, start));
    const mark = <CategoryMark category={category}>{text.slice(start, end)}</CategoryMark>;
    pieces.push(
      different.has(placeOf(match)) ? (
        <Tag key={start}>
          {mark}
          <small>{words.word(match.surface, match.reading)}</small>
        </Tag>
      ) : (
        <span key={start}>{mark}</span>
      ),
    );
    position = end;
  }
  pieces.push(text.slice(position));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
      tabIndex={0}
      className={`lined pad-8-12 scroll ${own.side}`}
    >
      {pieces}
    </div>
  );
}

const SHOWN = 50;

function Differences({ text: checked, changes }: { text: string; changes: readonly Difference[] }) {
  const names = (matches: readonly ChangedMatch[]) =>
    matches.length === 0
      ? text.nothing
      : matches.map(({ surface, reading }) => text.word(surface, reading)).join("、");
  return (
    <div className={`above ${own.places}`}>
      <h3 className="note strong below-4">{text.places}</h3>
      <table className="full body-text">
        <thead>
          <tr>
            <th scope="col">{text.passage}</th>
            <th scope="col">{text.before}</th>
            <th scope="col">{text.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, SHOWN).map(({ start, end, before, after }) => (
            <tr key={start}>
              <td>{checked.slice(start, end)}</td>
              <td>{names(before)}</td>
              <td>{names(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > SHOWN ? (
        <p className="note numeric">{text.more(formatNumber(changes.length - SHOWN))}</p>
      ) : null}
    </div>
  );
}
