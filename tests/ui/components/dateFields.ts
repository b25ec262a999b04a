/** Makes a date or month input what browsers without its type show: a text field. */
export function asTextField(input: HTMLElement): HTMLElement {
  input.setAttribute("type", "text");
  Object.defineProperty(input, "type", { get: () => "text", set: () => {} });
  return input;
}

/** Makes a date or month input say that it shows only a part of a date; jsdom has no parts. */
export function asIncomplete(input: HTMLElement): HTMLElement {
  Object.defineProperty(input, "validity", { configurable: true, value: { badInput: true } });
  return input;
}

/** The person completes or empties it. */
export function asComplete(input: HTMLElement): HTMLElement {
  Object.defineProperty(input, "validity", { configurable: true, value: { badInput: false } });
  return input;
}
