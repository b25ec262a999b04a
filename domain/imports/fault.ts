/** Why a row of a file is refused, and the fields whose cells it is about. */
export interface Fault<Field extends string> {
  reason: string;
  wrong: Field[];
}

export const fault = <Field extends string>(reason: string, ...wrong: Field[]): Fault<Field> => ({
  reason,
  wrong,
});

/** Several as one, with each sentence and each field once. */
export function allFaults<Field extends string>(faults: readonly Fault<Field>[]): Fault<Field> {
  return {
    reason: [...new Set(faults.map(({ reason }) => reason))].join(""),
    wrong: [...new Set(faults.flatMap(({ wrong }) => wrong))],
  };
}

/** Whether the outcome of a step is that the row is refused. */
export function isFault<Field extends string, Outcome>(
  outcome: Outcome | Fault<Field>,
): outcome is Fault<Field> {
  return typeof outcome === "object" && outcome !== null && "reason" in outcome;
}
