import { PlainInput, type PlainInputProps } from "./PlainInput.tsx";
import { writtenDate } from "./writtenDate.ts";

export function DateInput(props: PlainInputProps) {
  return <PlainInput width="short" {...props} type="date" settle={writtenDate} />;
}
