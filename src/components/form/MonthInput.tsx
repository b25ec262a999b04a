import { useTranslate } from "react-admin";
import { PlainInput, type PlainInputProps } from "./PlainInput.tsx";
import { writtenMonth } from "./writtenDate.ts";

export function MonthInput(props: PlainInputProps) {
  const translate = useTranslate();
  return (
    <PlainInput
      placeholder={translate("app.field.monthExample")}
      width="short"
      {...props}
      type="month"
      settle={writtenMonth}
    />
  );
}
