import { DATE_RANGE } from "../../../domain/text/dates.ts";
import { readDate } from "../../../domain/text/writtenDates.ts";
import { PlainInput, type PlainInputProps } from "./PlainInput.tsx";

export function DateInput(props: PlainInputProps) {
  return <PlainInput width="short" {...DATE_RANGE} {...props} type="date" read={readDate} />;
}
