import { useWatch } from "react-hook-form";
import { roundingLabels } from "../../../../domain/prices/labels.ts";
import { ROUNDINGS } from "../../../../domain/prices/rules.ts";
import { CheckboxInput } from "../../../components/form/CheckboxInput.tsx";
import { MonthInput } from "../../../components/form/DateInput.tsx";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { NumberInput } from "../../../components/form/NumberInput.tsx";
import { SelectInput } from "../../../components/form/SelectInput.tsx";
import { contractPrices } from "../../../i18n/ja/contractPrices.ts";

const text = contractPrices.fields;
const roundings = ROUNDINGS.map((id) => ({ id, name: roundingLabels[id] }));

function Yen({ source }: { source: keyof typeof text }) {
  return <NumberInput source={source} label={text[source]} unit={contractPrices.yen} />;
}

/** The inputs of a price: what is charged within and beyond the caps, and the tax. */
export function PriceFields() {
  const hasOverage = useWatch({ name: "hasOverage" });
  return (
    <>
      <MonthInput source="from" label={text.from} description={text.fromHint} required />
      <p className="note">{contractPrices.hint}</p>
      <NumberInput
        source="monthly"
        label={text.monthly}
        description={text.monthlyHint}
        unit={contractPrices.yen}
        width="medium"
      />
      <FormRow>
        <Yen source="perTranscript" />
        <Yen source="perMinute" />
      </FormRow>
      <CheckboxInput source="hasOverage" label={text.hasOverage} />
      {hasOverage ? (
        <FormRow>
          <Yen source="overPerTranscript" />
          <Yen source="overPerMinute" />
        </FormRow>
      ) : null}
      <FormRow>
        <NumberInput source="taxRate" label={text.taxRate} unit={contractPrices.percent} required />
        <SelectInput
          source="rounding"
          label={text.rounding}
          choices={roundings}
          emptyText={false}
        />
      </FormRow>
    </>
  );
}
