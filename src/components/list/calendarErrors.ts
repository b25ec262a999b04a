import { DATE_RANGE, dateSentences, MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readDate, readMonth } from "../../../domain/text/writtenDates.ts";
import { incompleteSentence } from "../form/incompleteInput.ts";

/** How each kind of input marked by `data-calendar` is read, and what it says of wrong text. */
export const calendars = {
  date: {
    read: readDate,
    range: DATE_RANGE,
    unreadable: dateSentences.date,
    outside: dateSentences.dateRange,
  },
  month: {
    read: readMonth,
    range: MONTH_RANGE,
    unreadable: dateSentences.month,
    outside: dateSentences.monthRange,
  },
} as const;

/** A sentence per date or month input of a search form that shows nothing to search by. */
export function calendarErrors(form: Element | null): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const input of calendarInputs(form)) {
    const sentence = incompleteSentence(input) ?? sentenceFor(input);
    if (sentence) errors[input.name] = sentence;
  }
  return errors;
}

/** The dates and months that the inputs show, by name, as YYYY-MM-DD and YYYY-MM. */
export function enteredDates(form: Element | null): Record<string, string> {
  const inputs = Array.from(calendarInputs(form));
  return Object.fromEntries(
    inputs.map((input) => [input.name, calendarOf(input).read(input.value) ?? input.value]),
  );
}

function sentenceFor(input: HTMLInputElement): string | undefined {
  if (input.value.trim() === "") return undefined;
  const { read, range, unreadable, outside } = calendarOf(input);
  const value = read(input.value);
  if (value === undefined) return unreadable;
  return range.min <= value && value <= range.max ? undefined : outside;
}

/** Empties the inputs whose value is empty although they show an incomplete date or month. */
export function emptyIncomplete(form: Element | null): void {
  for (const input of calendarInputs(form)) if (incompleteSentence(input)) input.value = "";
}

function calendarInputs(form: Element | null) {
  return form?.querySelectorAll<HTMLInputElement>("input[data-calendar]") ?? [];
}

function calendarOf({ dataset }: HTMLInputElement) {
  return dataset.calendar === "date" ? calendars.date : calendars.month;
}
