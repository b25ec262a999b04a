import { useTranslate } from "react-admin";
import { Segments } from "../../../components/form/Segments.tsx";

interface UsageChoiceProps<Value extends string> {
  legend: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of what a chart shows. Legend and values are keys of the catalogue. */
export function UsageChoice<Value extends string>(props: UsageChoiceProps<Value>) {
  const { legend, values, ...choice } = props;
  const translate = useTranslate();
  const text = (key: string) => translate(`resources.contracts.usage.${key}`);
  const options = values.map((value) => ({ value, label: text(value) }));
  return <Segments quiet legend={text(legend)} options={options} {...choice} />;
}
