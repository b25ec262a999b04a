import { useId, useRef, useState } from "react";
import type { ChosenReading } from "../../../../domain/imports/chosenReadings.ts";
import type { UserImport, UserImportCheck } from "../../../../domain/userImports/schemas.ts";
import { ConfirmDialog } from "../../../components/dialog/ConfirmDialog.tsx";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { Radios } from "../../../components/form/Radios.tsx";
import { CommitRefusal, SkipErrors } from "../../../components/imports/CommitParts.tsx";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { isDecided } from "../../../providers/problems/answerStatus.ts";
import { useWrite } from "../../../writes/useWrite.ts";

const text = userImports.commit;
const shared = fileImports.commit;

interface PeopleCommitProps {
  file: File;
  check: UserImportCheck;
  /** For names without one. */
  readings: readonly ChosenReading[];
  /** A pasted list says nothing about those who are not in it. */
  keepsOthers: boolean;
  onDone: (committed: UserImport) => void;
  /** Others have changed people since. */
  onRefused: () => Promise<void>;
  onRunning: (running: boolean) => void;
}

/** Carries the import out. Nothing is chosen beforehand about those who are not in the file. */
export function PeopleCommit(props: PeopleCommitProps) {
  const { file, check, readings, keepsOthers, onDone, onRefused, onRunning } = props;
  const { counts, digest } = check;
  const inputs = useId();
  const fields = useRef<HTMLDivElement>(null);
  const [missingPeople, setMissingPeople] = useState<"keep" | "disable">();
  const [skipErrors, setSkipErrors] = useState(false);
  const [asked, setAsked] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { write, pending, problem } = useWrite("POST /user-imports", { changes: "users" });
  const others = keepsOthers ? 0 : counts.disable;
  const disablesMissing = missingPeople === "disable" && others > 0;
  const missing = lacking();
  const changesNobody = counts.new + counts.update + (missingPeople === "keep" ? 0 : others) === 0;

  function lacking() {
    if (others > 0 && missingPeople === undefined) {
      return { field: "disables", sentence: text.choose };
    }
    if (counts.error > 0 && disablesMissing) {
      return { field: "disables", sentence: text.errorsWithMissing };
    }
    return counts.error > 0 && !skipErrors ? { field: "skipErrors", sentence: shared.fix } : null;
  }

  function submit() {
    setAsked(missing !== null);
    if (missing) {
      fields.current?.querySelector<HTMLElement>(`[name="${inputs}${missing.field}"]`)?.focus();
    } else if (disablesMissing) setConfirming(true);
    else void commit();
  }

  async function commit() {
    onRunning(true);
    const { result, problem: failed } = await write({
      body: {
        ...{ file, digest, disablesMissing: `${disablesMissing}`, skipErrors: `${skipErrors}` },
        ...(readings.length > 0 ? { readings: JSON.stringify(readings) } : {}),
      },
      onUpload: () => {},
    });
    setConfirming(false);
    onRunning(false);
    if (result) onDone(result);
    // Otherwise it may have been carried out: the same request tells.
    else if (isDecided(failed?.error)) await onRefused();
  }

  if (pending) return <ProgressBar label={text.running} text={text.running} value={undefined} />;
  return (
    <div ref={fields} className="stack gap-16">
      {problem ? (
        <CommitRefusal
          text={problem.message + (problem.answer?.code === "USERS_CHANGED" ? shared.changed : "")}
        />
      ) : null}
      <p>
        {text.effect(counts.new, counts.update)}
        {counts.new > 0 ? text.mails(counts.new) : null}
      </p>
      {others > 0 ? (
        <Radios
          legend={text.missing}
          name={`${inputs}disables`}
          aria-describedby={`${inputs}problem`}
          options={[
            { value: "keep", label: text.keep(counts.disable) },
            {
              value: "disable",
              label: text.disable(counts.disable),
              hint: text.disableHint,
              danger: true,
            },
          ]}
          value={missingPeople}
          onChange={setMissingPeople}
        />
      ) : null}
      {counts.error > 0 ? (
        <SkipErrors
          name={`${inputs}skipErrors`}
          describedBy={`${inputs}problem`}
          count={counts.error}
          checked={skipErrors}
          onChange={setSkipErrors}
        />
      ) : null}
      <div className="row gap-8-16">
        <ActionButton
          primary={!disablesMissing}
          danger={disablesMissing}
          reason={changesNobody ? shared.nothing : null}
          onClick={submit}
        >
          {disablesMissing ? text.submitDisabling(counts.disable) : shared.submit}
        </ActionButton>
        <p id={`${inputs}problem`} role="alert" className="strong error optional">
          {asked && missing ? missing.sentence : null}
        </p>
      </div>
      <ConfirmDialog
        open={confirming}
        title={text.question.title}
        confirmLabel={text.submitDisabling(counts.disable)}
        onConfirm={() => void commit()}
        onClose={() => setConfirming(false)}
      >
        <p>{text.question.body(counts.disable)}</p>
        <p>{text.question.hint}</p>
      </ConfirmDialog>
    </div>
  );
}
