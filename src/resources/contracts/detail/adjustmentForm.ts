import type { FieldValues } from "react-hook-form";
import type { ContractUse } from "../../../../domain/contractRules.ts";
import { fieldLabel } from "../../../../domain/fieldLabels.ts";
import { type Adjustment, adjustedUse, adjustment } from "../../../../domain/ledger.ts";
import { adjustmentErrors, MAX_ADJUSTED } from "../../../../domain/ledgerRules.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

export const DIRECTIONS = ["down", "up"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** The figures have no sign: the direction is that of both. An empty one changes nothing. */
export const noAdjustment = {
  direction: "down",
  transcriptCount: null,
  seconds: null,
  reason: "",
} as const;

/** The request for valid values of the form. */
export function adjustmentOf(values: FieldValues): Adjustment {
  return adjustment.parse(signed(values));
}

/**
 * Validates the form: a sentence per invalid field. `timeUnreadable` is that for a time, which
 * people do not write in seconds. The server alone knows the seconds that can be taken away.
 */
export function adjustmentFormErrors(
  { usedTranscriptCount }: Pick<ContractUse, "usedTranscriptCount">,
  timeUnreadable: string,
) {
  const validate = validateWith(adjustment);
  const used = { transcriptCount: usedTranscriptCount, seconds: MAX_ADJUSTED.seconds };
  return (values: FieldValues) => {
    const change = signed(values);
    const errors = { ...negative(values, timeUnreadable), ...validate(change) };
    if (errors.seconds) errors.seconds = timeUnreadable;
    const { data } = adjustedUse.safeParse(change);
    return data ? { ...adjustmentErrors(used, data), ...errors } : errors;
  };
}

/** A sign would turn the direction around. */
function negative({ transcriptCount, seconds }: FieldValues, timeUnreadable: string) {
  return {
    ...(transcriptCount < 0
      ? { transcriptCount: fieldSentences.atLeast(0, fieldLabel(["transcriptCount"])) }
      : {}),
    ...(seconds < 0 ? { seconds: timeUnreadable } : {}),
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
