import { PlainInput, type PlainInputProps } from "./PlainInput.tsx";
import { writtenDate } from "./writtenDate.ts";

/** A date, YYYY-MM-DD or null. */
export function DateInput(props: PlainInputProps) {
  return <PlainInput width="short" {...props} type="date" settle={writtenDate} />;
}
