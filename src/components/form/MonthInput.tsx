import { MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readMonth } from "../../../domain/text/writtenDates.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { PlainInput, type PlainInputProps } from "./PlainInput.tsx";

export function MonthInput(props: PlainInputProps) {
  const translate = useTranslate();
  return (
    <PlainInput
      placeholder={translate("app.field.monthExample")}
      width="short"
      {...MONTH_RANGE}
      {...props}
      type="month"
      read={readMonth}
    />
  );
}
