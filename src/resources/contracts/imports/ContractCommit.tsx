import { useId, useRef, useState } from "react";
import type {
  ContractImportCheck,
  ContractImportSummary,
} from "../../../../domain/contractImports/schemas.ts";
import type { ChosenReading } from "../../../../domain/imports/chosenReadings.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { CommitRefusal, SkipErrors } from "../../../components/imports/CommitParts.tsx";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { isDecided } from "../../../providers/problems/answerStatus.ts";
import { useWrite } from "../../../writes/useWrite.ts";

const text = contractImports.commit;
const shared = fileImports.commit;

interface ContractCommitProps {
  file: File;
  check: ContractImportCheck;
  /** For names without one. */
  readings: readonly ChosenReading[];
  onDone: (committed: ContractImportSummary) => void;
  /** Others have changed contracts since. */
  onRefused: () => Promise<void>;
  onRunning: (running: boolean) => void;
}

/** Carries the import out. */
export function ContractCommit(props: ContractCommitProps) {
  const { file, check, readings, onDone, onRefused, onRunning } = props;
  const { counts, digest } = check;
  const inputs = useId();
  const fields = useRef<HTMLDivElement>(null);
  const [skipErrors, setSkipErrors] = useState(false);
  const [asked, setAsked] = useState(false);
  const { write, pending, problem } = useWrite("POST /contract-imports", { changes: "contracts" });
  const isUndecided = counts.error > 0 && !skipErrors;

  async function submit() {
    setAsked(isUndecided);
    if (isUndecided) return fields.current?.querySelector("input")?.focus();
    onRunning(true);
    const { result, problem: failed } = await write({
      body: {
        ...{ file, digest, skipErrors: `${skipErrors}` },
        ...(readings.length > 0 ? { readings: JSON.stringify(readings) } : {}),
      },
      onUpload: () => {},
    });
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
          text={
            problem.message + (problem.answer?.code === "CONTRACTS_CHANGED" ? shared.changed : "")
          }
        />
      ) : null}
      <p>{text.effect(counts.new, counts.update)}</p>
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
          primary
          reason={counts.new + counts.update === 0 ? shared.nothing : null}
          onClick={() => void submit()}
        >
          {shared.submit}
        </ActionButton>
        <p id={`${inputs}problem`} role="alert" className="strong error optional">
          {asked && isUndecided ? shared.fix : null}
        </p>
      </div>
    </div>
  );
}
