import { dateSentences } from "../../../domain/text/dates.ts";

/**
 * Why the browser has no value for what a date or month input shows: a part is missing, or the
 * date does not exist. Its value is empty then, as if nothing were entered.
 */
export function incompleteSentence(input: HTMLInputElement): string | undefined {
  if (!input.validity.badInput) return undefined;
  return input.type === "month" ? dateSentences.monthIncomplete : dateSentences.dateIncomplete;
}

/** The sentences of all such inputs in a form, by name. */
export function incompleteInputs(form: Element | null): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const input of form?.querySelectorAll("input") ?? []) {
    const sentence = incompleteSentence(input);
    if (sentence) errors[input.name] = sentence;
  }
  return errors;
}
