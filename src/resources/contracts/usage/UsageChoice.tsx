import { Segments } from "../../../components/form/Segments.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";

const text = contractPages.usage;

/** The names of what can be chosen. */
type UsageKey = {
  [Name in keyof typeof text]: (typeof text)[Name] extends string ? Name : never;
}[keyof typeof text];

interface UsageChoiceProps<Value extends UsageKey> {
  legend: UsageKey;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of what a chart shows. */
export function UsageChoice<Value extends UsageKey>(props: UsageChoiceProps<Value>) {
  const { legend, values, ...choice } = props;
  const options = values.map((value) => ({ value, label: text[value] }));
  return <Segments quiet legend={text[legend]} options={options} {...choice} />;
}
