/** One measured figure and its budget (docs/product/budgets.md). */
export interface Finding {
  what: string;
  measured: number;
  /** "x" is a multiple of the baseline measured in the same run. */
  unit: "x" | "kB" | "ms" | "s" | "MB" | "%" | "points" | "requests" | "entries" | "frames";
  /** Without a budget the figure is for information. */
  budget?: { atMost: number } | { atLeast: number };
  note?: string;
}

/** Prints a figure with its budget and result; returns whether the budget is met. */
export function report(finding: Finding): boolean {
  const { what, measured, unit, budget, note } = finding;
  const columns = [what.padEnd(58), figure(measured, unit).padStart(10)];
  const met = budget === undefined || isMet(measured, budget);
  if (budget) {
    const bound = "atMost" in budget ? budget.atMost : budget.atLeast;
    const sense = "atMost" in budget ? "at most" : "at least";
    columns.push(`${sense} ${figure(bound, unit)}`.padEnd(18));
    columns.push(met ? "met" : `missed by ${figure(Math.abs(measured - bound), unit)}`);
  }
  console.log(columns.join("  ") + (note ? `  (${note})` : ""));
  return met;
}

function isMet(measured: number, budget: { atMost: number } | { atLeast: number }): boolean {
  return "atMost" in budget ? measured <= budget.atMost : measured >= budget.atLeast;
}

function figure(value: number, unit: Finding["unit"]): string {
  return unit === "x" ? `${value.toFixed(2)}x` : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
}
