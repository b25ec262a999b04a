import { useWatch } from "react-hook-form";
import { roundingLabels } from "../../../../domain/prices/labels.ts";
import { ROUNDINGS } from "../../../../domain/prices/rules.ts";
import { CheckboxInput } from "../../../components/form/CheckboxInput.tsx";
import { MonthInput } from "../../../components/form/DateInput.tsx";
import { NumberInput } from "../../../components/form/NumberInput.tsx";
import { SelectInput } from "../../../components/form/SelectInput.tsx";
import { contractPrices } from "../../../i18n/ja/contractPrices.ts";
import styles from "./prices.module.css";

const text = contractPrices.fields;
const roundings = ROUNDINGS.map((id) => ({ id, name: roundingLabels[id] }));

function Yen({ source }: { source: keyof typeof text }) {
  return <NumberInput source={source} label={text[source]} unit={contractPrices.yen} />;
}

/** The inputs of a price: what is charged within and beyond the caps, and the tax. */
export function PriceFields() {
  const hasOverage = useWatch({ name: "hasOverage" });
  return (
    <div className={styles.form}>
      <MonthInput source="from" label={text.from} description={text.fromHint} required />
      <p className={styles.hint}>{contractPrices.hint}</p>
      <NumberInput
        source="monthly"
        label={text.monthly}
        description={text.monthlyHint}
        unit={contractPrices.yen}
        width="medium"
      />
      <div className={styles.pair}>
        <Yen source="perTranscript" />
        <Yen source="perMinute" />
      </div>
      <CheckboxInput source="hasOverage" label={text.hasOverage} />
      {hasOverage ? (
        <div className={styles.pair}>
          <Yen source="overPerTranscript" />
          <Yen source="overPerMinute" />
        </div>
      ) : null}
      <div className={styles.pair}>
        <NumberInput source="taxRate" label={text.taxRate} unit={contractPrices.percent} required />
        <SelectInput
          source="rounding"
          label={text.rounding}
          choices={roundings}
          emptyText={false}
        />
      </div>
    </div>
  );
}
