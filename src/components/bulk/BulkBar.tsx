import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import type { RaRecord } from "react-admin";
import { MOST_AT_ONCE } from "../../../domain/bulkSentences.ts";
import { bulk as text } from "../../i18n/ja/bulk.ts";
import { ActionButton } from "../display/ActionButton.tsx";
import { useFocusAfterDialog } from "../focus/useFocusAfterDialog.ts";
import type { ChosenRows } from "../list/choice.tsx";
import { type BulkAction, BulkDialog, type BulkOutcome } from "./BulkDialog.tsx";
import styles from "./bulk.module.css";

interface BulkBarProps<Row extends RaRecord, Option> extends ChosenRows<Row> {
  actions: readonly BulkAction<Row, Option>[];
  /** A name and what distinguishes the row from others of that name. */
  describe: (row: Row) => readonly [name: string, detail: string];
  /** 3人 */
  counted: (count: number) => string;
  pending: boolean;
  /** The most rows of one act. */
  most?: number;
}

/**
 * How many rows are chosen and what can be done with them, at the bottom of the window; afterwards what
 * was done, with 元に戻す, until it is closed or something else is done.
 */
export function BulkBar<Row extends RaRecord, Option = undefined>(
  props: BulkBarProps<Row, Option>,
) {
  const { chosen, page, onChoose, actions, describe, counted, pending } = props;
  const { most = MOST_AT_ONCE } = props;
  const [asked, setAsked] = useState<BulkAction<Row, Option>>();
  const [outcome, setOutcome] = useState<BulkOutcome>({});
  const bar = useRef<HTMLElement>(null);
  useFocusAfterDialog(asked !== undefined, bar);
  const { result, problem } = outcome;
  const others = page.filter((row) => !chosen.includes(row));

  /** True if it is done. */
  async function run(work: () => Promise<BulkOutcome>): Promise<boolean> {
    const came = await work();
    if (came.result || came.problem) setOutcome(came);
    if (came.result) onChoose([]);
    return came.result !== undefined;
  }

  async function start(action: BulkAction<Row, Option>) {
    setOutcome({});
    if (action.prepare) {
      const { action: prepared, problem: failed } = await action.prepare(chosen);
      if (failed) setOutcome({ problem: failed });
      return setAsked(prepared);
    }
    if (action.question) return setAsked(action);
    await run(() =>
      action.run(
        chosen.filter((row) => action.untouched(row) === null),
        undefined,
      ),
    );
  }

  function close() {
    onChoose([]);
    setOutcome({});
    document.querySelector<HTMLElement>("main tbody [type=checkbox]")?.focus();
  }

  if (chosen.length === 0 && !result && !problem) return null;
  return (
    <section
      ref={bar}
      tabIndex={-1}
      className={`row gap-8-16 screen-only lifted above sticky pad-8-16 ${styles.bar}`}
      aria-label={text.region}
      aria-busy={pending}
    >
      <p role="status" className="numeric strong">
        {chosen.length > 0 ? text.chosen(chosen.length) : result?.said}
      </p>
      {problem && !asked ? (
        <p role="alert" className={`strong error ${styles.problem}`}>
          {problem.message}
        </p>
      ) : null}
      {chosen.length > 0 ? (
        <>
          <div className={`wrap gap-8 ${styles.actions}`}>
            {actions.map((action) => (
              <ActionButton
                key={action.label}
                small
                danger={action.danger ?? false}
                pending={pending}
                reason={reasonAgainst(action, chosen, most)}
                onClick={() => void start(action)}
              >
                {action.label}
              </ActionButton>
            ))}
          </div>
          <div className="wrap gap-8 push">
            {others.length > 0 ? (
              <Button size="small" onClick={() => onChoose([...chosen, ...others])}>
                {text.page(page.length)}
              </Button>
            ) : null}
            <Button size="small" onClick={close}>
              {text.clear}
            </Button>
          </div>
        </>
      ) : (
        <div className="wrap gap-8 push">
          {result?.undo ? (
            <Undo
              pending={pending}
              undo={result.undo}
              // What cannot be undone now may be later.
              onUndone={(came) => setOutcome(came.result ? came : { ...outcome, ...came })}
            />
          ) : null}
          <Button size="small" onClick={close}>
            {text.close}
          </Button>
        </div>
      )}
      {asked?.question ? (
        <BulkDialog
          action={asked}
          question={asked.question}
          rows={chosen}
          describe={asked.question.describe ?? describe}
          counted={counted}
          pending={pending}
          problem={problem}
          onRun={(rows, option) => run(() => asked.run(rows, option))}
          onTakeOut={(rows) => {
            setOutcome({});
            onChoose(chosen.filter((row) => !rows.some(({ id }) => id === row.id)));
          }}
          onClose={() => {
            setAsked(undefined);
            setOutcome(({ result: done }) => (done ? { result: done } : {}));
          }}
        />
      ) : null}
    </section>
  );
}

function reasonAgainst<Row extends RaRecord, Option>(
  { untouched }: BulkAction<Row, Option>,
  rows: readonly Row[],
  most: number,
): string | null {
  if (rows.length > most) return text.tooMany(most);
  const reasons = new Set(rows.map(untouched));
  if (reasons.has(null)) return null;
  const [only = null, ...others] = reasons;
  return others.length === 0 ? only : text.mixed;
}

interface UndoProps {
  pending: boolean;
  undo: () => Promise<BulkOutcome>;
  onUndone: (outcome: BulkOutcome) => void;
}

function Undo({ pending, undo, onUndone }: UndoProps) {
  async function press() {
    const { result, problem } = await undo();
    if (result) onUndone({ result: { said: text.undone } });
    else if (problem) onUndone({ problem });
  }
  return (
    <Button variant="outlined" size="small" disabled={pending} onClick={() => void press()}>
      {pending ? text.undoing : text.undo}
    </Button>
  );
}
