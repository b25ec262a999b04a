import { dateSentences } from "../../../domain/dateSentences.ts";
import { MONTH_RANGE } from "../../../domain/dates.ts";
import { readMonth } from "../../../domain/writtenDates.ts";
import { incompleteSentence } from "../form/incompleteInput.ts";

/** A sentence per month input of a search form that shows no month to search by. */
export function monthErrors(form: Element | null): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const input of monthInputs(form)) {
    const sentence = incompleteSentence(input) ?? monthSentence(input.value);
    if (sentence) errors[input.name] = sentence;
  }
  return errors;
}

/** The months that the inputs show, by name, as YYYY-MM. */
export function enteredMonths(form: Element | null): Record<string, string> {
  const inputs = Array.from(monthInputs(form));
  return Object.fromEntries(inputs.map(({ name, value }) => [name, readMonth(value) ?? value]));
}

function monthSentence(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const month = readMonth(text);
  if (month === undefined) return dateSentences.month;
  const within = MONTH_RANGE.min <= month && month <= MONTH_RANGE.max;
  return within ? undefined : dateSentences.monthRange;
}

/** Empties the inputs whose value is empty although they show an incomplete month. */
export function emptyIncomplete(form: Element | null): void {
  for (const input of monthInputs(form)) if (incompleteSentence(input)) input.value = "";
}

function monthInputs(form: Element | null) {
  return form?.querySelectorAll<HTMLInputElement>("input[data-month]") ?? [];
}
