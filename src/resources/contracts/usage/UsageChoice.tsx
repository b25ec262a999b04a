import { Segments } from "../../../components/form/Segments.tsx";
import { type KeyIn, useText } from "../../../i18n/translate.ts";
import "../../../i18n/ja/late/contracts.ts";

type UsageKey = KeyIn<"resources.contracts.usage">;

interface UsageChoiceProps<Value extends UsageKey> {
  legend: UsageKey;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of what a chart shows. */
export function UsageChoice<Value extends UsageKey>(props: UsageChoiceProps<Value>) {
  const { legend, values, ...choice } = props;
  const text = useText("resources.contracts.usage");
  const options = values.map((value) => ({ value, label: text(value) }));
  return <Segments quiet legend={text(legend)} options={options} {...choice} />;
}
