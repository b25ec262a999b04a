import Button from "@mui/material/Button";
import { type ReactNode, useId, useState } from "react";
import type { RaRecord } from "react-admin";
import { bulk as text } from "../../i18n/ja/bulk.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../writes/problem.ts";
import { DialogButtons } from "../dialog/DialogButtons.tsx";
import { DialogFrame } from "../dialog/DialogFrame.tsx";
import styles from "./bulk.module.css";

/** So many rows the question names. */
const MOST_NAMED = 5;

interface BulkDialogProps<Row extends RaRecord, Option> {
  action: Pick<BulkAction<Row, Option>, "label" | "danger" | "untouched">;
  question: NonNullable<BulkAction<Row, Option>["question"]>;
  rows: readonly Row[];
  describe: (row: Row) => readonly [name: string, detail: string];
  counted: (count: number) => string;
  pending: boolean;
  problem: WriteProblem | undefined;
  /** True if it is done. */
  onRun: (rows: readonly Row[], option: Option | undefined) => Promise<boolean>;
  onTakeOut: (rows: readonly Row[]) => void;
  onClose: () => void;
}

/** Names the rows that an action is about, and those that it leaves out or that prevent it. */
export function BulkDialog<Row extends RaRecord, Option>(props: BulkDialogProps<Row, Option>) {
  const { action, question, rows, describe, counted, pending, problem, onClose } = props;
  const [option, setOption] = useState<Option>();
  const affected = rows.filter((row) => action.untouched(row) === null);
  const untouched = rows.flatMap((row) => {
    const reason = action.untouched(row);
    return reason === null ? [] : ([[row, reason]] as const);
  });
  // The rows may have been read again since.
  const [sent, setSent] = useState<readonly Row[]>([]);
  const refused = refusedRows(problem, sent);
  const leaves = ({ length }: readonly unknown[]) =>
    (question.leaves ?? text.leaves)(counted(length));
  const [isMissing, setMissing] = useState(false);

  async function run() {
    const lacks = question.field !== undefined && option === undefined;
    setMissing(lacks);
    if (lacks) return;
    setSent(affected);
    if (await props.onRun(affected, option)) onClose();
  }

  return (
    <DialogFrame
      title={question.title}
      role="alertdialog"
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons
          asks
          confirm={pending ? text.running : action.label}
          danger={action.danger ?? false}
          pending={pending}
          disabled={affected.length === 0}
          onConfirm={() => void run()}
        />
      }
    >
      {affected.length > 0 ? <p>{question.body(affected.length)}</p> : null}
      <Names
        lines={affected.map(describe)}
        label={text.chosenList}
        more={(count) => text.more(counted(count))}
      />
      {question.field?.({ value: option, onChange: setOption, isMissing })}
      {question.hint ? <p>{question.hint}</p> : null}
      {untouched.length > 0 ? (
        <div className="above">
          <p>{leaves(untouched).untouched}</p>
          <Names
            lines={untouched.map(([row, reason]) => [describe(row)[0], reason])}
            label={leaves(untouched).untouched}
            more={(count) => text.more(counted(count))}
          />
        </div>
      ) : null}
      <ProblemText problem={problem}>
        {refused.length > 0 ? (
          <>
            <Names
              lines={refused.map(([row, reason]) => [describe(row)[0], reason])}
              label={leaves(refused).refused}
              more={(count) => text.more(counted(count))}
            />
            <Button
              variant="outlined"
              size="small"
              onClick={({ currentTarget }) => {
                // The button goes with the rows: the focus would be lost.
                const dialog = currentTarget.closest("[role=alertdialog]");
                dialog?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
                props.onTakeOut(refused.map(([row]) => row));
              }}
            >
              {text.takeOut(counted(refused.length))}
            </Button>
          </>
        ) : null}
      </ProblemText>
    </DialogFrame>
  );
}

/** A place in the list of rows that was sent: `contracts.3`, `changes.0.users.3`. */
const ROW = /\.(\d+)$/;

/** The rows that the API refused, with its sentences, which it numbers as they were sent. */
function refusedRows<Row>(problem: WriteProblem | undefined, sent: readonly Row[]) {
  return Object.entries(problem?.fields ?? {}).flatMap(([path, reason]) => {
    const row = sent[Number(ROW.exec(path)?.[1])];
    return row === undefined ? [] : ([[row, reason]] as const);
  });
}

interface NamesProps {
  lines: readonly (readonly [name: string, detail: string])[];
  label: string;
  more: (count: number) => string;
}

function Names({ lines, label, more }: NamesProps) {
  const id = useId();
  const rest = lines.length - MOST_NAMED;
  if (lines.length === 0) return null;
  return (
    <ul className={`sunken strong pad-8-16 around ${styles.names}`} aria-label={label}>
      {lines.slice(0, MOST_NAMED).map(([name, detail], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike
        <li key={`${id}-${index}`}>
          {name}
          <span className="note regular">{detail}</span>
        </li>
      ))}
      {rest > 0 ? <li>{more(rest)}</li> : null}
    </ul>
  );
}

/** Something that can be done to many rows. */
export interface BulkAction<Row extends RaRecord, Option = undefined> {
  label: string;
  /** What is asked before; without it the action needs no question. */
  question?: {
    title: string;
    body: (count: number) => string;
    hint?: string;
    /** How it names a row, where that is not as the bar does. */
    describe?: (row: Row) => readonly [name: string, detail: string];
    /** What it says of rows that it leaves out, or that prevent it, where it does not change them. */
    leaves?: (counted: string) => { untouched: string; refused: string };
    /** Chooses what the action needs beside the rows. */
    field?: (field: {
      value: Option | undefined;
      onChange: (value: Option) => void;
      /** Nothing is chosen, although it is wanted. */
      isMissing: boolean;
    }) => ReactNode;
  };
  danger?: boolean;
  /** Asks the server what it alone knows: the question is about the action that comes of it. */
  prepare?: (rows: readonly Row[]) => Promise<PreparedAction<Row, Option>>;
  /** Why the action leaves a row as it is; null if it changes it. */
  untouched: (row: Row) => string | null;
  run: (rows: readonly Row[], option: Option | undefined) => Promise<BulkOutcome>;
}

/** Neither an action nor a problem if another one was running. */
interface PreparedAction<Row extends RaRecord, Option> {
  action?: BulkAction<Row, Option>;
  problem?: WriteProblem;
}

/** What came of an action; neither a result nor a problem if another one was running. */
export interface BulkOutcome {
  result?: {
    /** A finished sentence. */
    said: string;
    /** Takes back what was done; undefined if nothing was, or it cannot be. */
    undo?: (() => Promise<BulkOutcome>) | undefined;
  };
  problem?: WriteProblem;
}
