import { useMemo } from "react";
import { useInput } from "react-admin";
import { type FieldValues, useWatch } from "react-hook-form";
import { type ContractUse, capSeconds } from "../../../../domain/contracts/rules.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { fieldLabel } from "../../../../domain/problems/zodSentences.ts";
import { formatSeconds } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { readSeconds } from "../../../../domain/text/writtenNumbers.ts";
import { type Adjustment, adjustedUse, adjustment } from "../../../../domain/usage/ledger.ts";
import { adjustmentErrors } from "../../../../domain/usage/ledgerRules.ts";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { NumberInput } from "../../../components/form/NumberInput.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { StoredSubmission } from "../../../writes/submissions.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { ContractRecord } from "../../records.ts";
import styles from "../form/form.module.css";
import { ContractSubject, type DialogProps } from "./actionDialogs.tsx";

const text = contractPages.adjust;

/** Corrects what the contract has used; shows the figures before and after. */
export function AdjustDialog({ contract, onClose }: DialogProps) {
  const validate = useMemo(() => adjustmentFormErrors(contract), [contract]);
  const { write, pending, problem } = useWrite("POST /contracts/{id}/adjustments", {
    changes: "contracts",
    notice: text.done,
    onWritten: onClose,
  });

  async function adjust(values: FieldValues, submission?: StoredSubmission) {
    const body = adjustmentOf(values);
    return (await write({ id: contract.id, body }, submission)).problem?.fields;
  }

  return (
    <FormDialog
      title={text.title}
      confirm={text.confirm}
      pending={pending}
      onClose={onClose}
      lead={<ContractSubject contract={contract} />}
      draft="contracts.adjust"
      values={noAdjustment}
      validate={validate}
      problem={problem}
      onSubmit={adjust}
    >
      <div className="grid gap-12 above">
        <DirectionInput />
        <div className={`grid top gap-12-16 ${styles.figures}`}>
          <NumberInput
            source="transcriptCount"
            label={text.count}
            description={text.countHint}
            unit={text.countUnit}
          />
          <NumberInput
            source="seconds"
            label={text.time}
            description={text.timeHint}
            read={readSeconds}
            write={formatSeconds}
          />
        </div>
        <AdjustedUse contract={contract} />
        <TextAreaInput
          source="reason"
          label={text.reason}
          description={text.reasonHint}
          rows={3}
          singleLine
          required
        />
      </div>
    </FormDialog>
  );
}

function DirectionInput() {
  const { field } = useInput({ source: "direction" });
  return (
    <Segments
      legend={text.direction}
      value={field.value}
      onChange={field.onChange}
      options={DIRECTIONS.map((value) => ({
        value,
        label: text.directions[value],
      }))}
    />
  );
}

const DIRECTIONS = ["down", "up"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** The figures have no sign: the direction is that of both. An empty one changes nothing. */
const noAdjustment = {
  direction: "down",
  transcriptCount: null,
  seconds: null,
  reason: "",
} as const;

/** The request for valid values of the form. */
function adjustmentOf(values: FieldValues): Adjustment {
  return adjustment.parse(signed(values));
}

/**
 * Validates the form: a sentence per invalid field. People do not write a time in seconds.
 */
function adjustmentFormErrors({ usedTranscriptCount, usedTranscriptSeconds }: ContractUse) {
  const validate = validateWith(adjustment);
  const used = { transcriptCount: usedTranscriptCount, seconds: usedTranscriptSeconds };
  return (values: FieldValues) => {
    const change = signed(values);
    const errors = { ...negative(values), ...validate(change) };
    if (errors.seconds) errors.seconds = text.timeUnreadable;
    const { data } = adjustedUse.safeParse(change);
    return data ? { ...saidOnce(adjustmentErrors(used, data)), ...errors } : errors;
  };
}

/** What is wrong with both figures is said at the first. */
function saidOnce({ transcriptCount, seconds }: ReturnType<typeof adjustmentErrors>) {
  return { transcriptCount, ...(seconds === transcriptCount ? {} : { seconds }) };
}

/** A sign would turn the direction around. */
function negative({ transcriptCount, seconds }: FieldValues) {
  return {
    ...(transcriptCount < 0
      ? { transcriptCount: fieldSentences.atLeast(0, fieldLabel(["transcriptCount"])) }
      : {}),
    ...(seconds < 0 ? { seconds: text.timeUnreadable } : {}),
  };
}

function signed({ direction, transcriptCount, seconds, reason }: FieldValues) {
  return {
    transcriptCount: inDirection(direction, transcriptCount),
    seconds: inDirection(direction, seconds),
    reason,
  };
}

/** Text that is no number is left to the schema. */
function inDirection(direction: Direction, figure: number | string | null) {
  const entered = figure ?? 0;
  return typeof entered === "number" && direction === "down" ? 0 - entered : entered;
}

/** The figures before and after what the form holds. */
function AdjustedUse({ contract }: { contract: ContractRecord }) {
  const { direction, transcriptCount, seconds } = useWatch();
  const sign = direction === "down" ? -1 : 1;
  const count = (value: number) => contracts.count(formatNumber(value));

  return (
    <table className={`data numeric full ${styles.use}`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        <Figure
          name="transcriptCount"
          before={contract.usedTranscriptCount}
          after={contract.usedTranscriptCount + sign * numberOf(transcriptCount)}
          cap={contract.maxTranscriptCount}
          write={count}
        />
        <Figure
          name="transcriptMinutes"
          before={contract.usedTranscriptSeconds}
          after={contract.usedTranscriptSeconds + sign * numberOf(seconds)}
          cap={capSeconds(contract.maxTranscriptMinutes)}
          write={formatSeconds}
        />
      </tbody>
    </table>
  );
}

interface FigureProps {
  name: "transcriptCount" | "transcriptMinutes";
  before: number;
  after: number;
  cap: number | null;
  write: (value: number) => string;
}

function Figure({ name, before, after, cap, write }: FigureProps) {
  return (
    <tr>
      <th scope="row">{contracts.fields[name]}</th>
      <td>{write(before)}</td>
      <td>
        <strong>{after < 0 ? text.impossible : write(after)}</strong>
        {cap !== null && after > cap ? (
          <span className="block caption warning">{text.beyond(write(cap))}</span>
        ) : null}
      </td>
    </tr>
  );
}

/** Nothing, and text that is no number, change nothing yet. */
function numberOf(entered: unknown): number {
  return typeof entered === "number" && entered >= 0 ? entered : 0;
}
