import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import type { WriteProblem } from "../../writes/problem.ts";
import { ActionButton } from "../display/ActionButton.tsx";
import { ProgressBar } from "../display/ProgressBar.tsx";
import { Checkbox } from "../form/Checkbox.tsx";

const text = fileImports.commit;

interface CommitFormProps {
  /** Shown while the import is carried out; the form keeps what was chosen. */
  running: ReactNode;
  /** Why it was not carried out. */
  refusal: string | undefined;
  /** How many rows have errors, and what is to be done about them. */
  errors: number;
  fix: string;
  /** The first other decision that is missing, by its field, with a sentence. */
  undecided?: { field: string; sentence: string } | null;
  /** Why nothing can be imported now: a finished sentence; null if it can. */
  reason: string | null;
  /** The reason is read beside the button, not as its tooltip. */
  showsReason?: boolean;
  submit: string;
  danger?: boolean;
  onCommit: (skipErrors: boolean) => void;
  /** What is said and decided before: names of fields begin with the id. */
  children: (id: string) => ReactNode;
}

/** How to import what a dry run shows. Nothing is sent before all is decided. */
export function CommitForm(props: CommitFormProps) {
  const { running, refusal, errors, fix, undecided, reason, showsReason, danger = false } = props;
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const [skipErrors, setSkipErrors] = useState(false);
  const [asked, setAsked] = useState(false);
  const missing =
    undecided ?? (errors > 0 && !skipErrors ? { field: "skipErrors", sentence: fix } : null);

  function commit() {
    setAsked(missing !== null);
    if (!missing) return props.onCommit(skipErrors);
    fields.current?.querySelector<HTMLElement>(`[name="${id}${missing.field}"]`)?.focus();
  }

  return (
    <>
      {refusal && !running ? <Refusal text={refusal} /> : null}
      <div hidden={Boolean(running)}>
        <div ref={fields} className="stack gap-16">
          {props.children(id)}
          {errors > 0 ? (
            <Checkbox
              label={
                <>
                  {text.skipErrors}
                  <span className="note block">{text.skipped(errors)}</span>
                </>
              }
              name={`${id}skipErrors`}
              checked={skipErrors}
              aria-describedby={`${id}problem`}
              onChange={setSkipErrors}
            />
          ) : null}
          <div className="row gap-8-16">
            <ActionButton
              primary={!danger}
              danger={danger}
              reason={reason}
              {...(showsReason ? { reasonId: `${id}reason` } : {})}
              onClick={commit}
            >
              {props.submit}
            </ActionButton>
            <p id={`${id}problem`} role="alert" className="strong error optional">
              {asked ? missing?.sentence : null}
            </p>
            {showsReason ? (
              <p id={`${id}reason`} className="note optional">
                {reason}
              </p>
            ) : null}
          </div>
        </div>
      </div>
      {running}
    </>
  );
}

/** Takes the focus, which was on a button that was removed. */
function Refusal({ text: sentence }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p
      ref={paragraph}
      tabIndex={-1}
      role="alert"
      className="row spread boxed toned strong gap-8-24"
      data-tone="error"
    >
      {sentence}
    </p>
  );
}

interface SheetCommitFormProps extends Omit<CommitFormProps, "running" | "refusal" | "fix"> {
  pending: boolean;
  problem: WriteProblem | undefined;
  /** Says that it is carried out. */
  running: string;
}

/** The same of a file of people or contracts. */
export function SheetCommitForm({ pending, problem, running, ...props }: SheetCommitFormProps) {
  const code = problem?.answer?.code;
  const isCheckedAgain = code === "USERS_CHANGED" || code === "CONTRACTS_CHANGED";
  return (
    <CommitForm
      running={pending ? <ProgressBar label={running} text={running} value={undefined} /> : null}
      refusal={problem && problem.message + (isCheckedAgain ? text.changed : "")}
      fix={text.fix}
      {...props}
    />
  );
}
