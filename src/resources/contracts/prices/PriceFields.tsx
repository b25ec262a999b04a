import Button from "@mui/material/Button";
import { type FieldValues, useWatch } from "react-hook-form";
import { priceSentences, priceWords, roundingLabels } from "../../../../domain/prices/labels.ts";
import {
  DEFAULT_ROUNDING,
  DEFAULT_TAX_RATE,
  type Price,
  priceIn,
  ROUNDINGS,
} from "../../../../domain/prices/rules.ts";
import { type ContractPrices, enteredPrice } from "../../../../domain/prices/schemas.ts";
import { formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { CheckboxInput } from "../../../components/form/Checkbox.tsx";
import { MonthInput } from "../../../components/form/DateInput.tsx";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { NumberInput } from "../../../components/form/NumberInput.tsx";
import { SelectInput } from "../../../components/form/SelectInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { contractPrices } from "../../../i18n/ja/contractPrices.ts";
import styles from "../form/form.module.css";

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

/** The values of the form for a price; a new one has the usual tax, from a month on. */
export function valuesOf(price: Price | null, month: string) {
  const { overage = null, ...own } = price ?? {
    from: month,
    monthly: null,
    perTranscript: null,
    perMinute: null,
    taxRate: DEFAULT_TAX_RATE,
    rounding: DEFAULT_ROUNDING,
  };
  return {
    ...own,
    hasOverage: overage !== null,
    overPerTranscript: overage?.perTranscript ?? null,
    overPerMinute: overage?.perMinute ?? null,
  };
}

/** An empty amount is 0 yen. */
function entered(values: FieldValues) {
  const { from, monthly, perTranscript, perMinute, taxRate, rounding } = values;
  return {
    from,
    monthly: monthly ?? 0,
    perTranscript: perTranscript ?? 0,
    perMinute: perMinute ?? 0,
    overage: values.hasOverage
      ? {
          perTranscript: values.overPerTranscript ?? 0,
          perMinute: values.overPerMinute ?? 0,
        }
      : null,
    taxRate,
    rounding,
  };
}

/** The price of valid values. */
export const priceOf = (values: FieldValues): Price => enteredPrice.parse(entered(values));

const validate = validateWith(enteredPrice);

/** A sentence per invalid field; the other prices of the contract begin in other months. */
export function priceErrors(others: readonly Price[]) {
  return (values: FieldValues) => {
    const { overage, ...errors } = validate(entered(values));
    const isTaken = others.some(({ from }) => from === values.from);
    const beyond = typeof overage === "object" ? overage : {};
    return {
      ...(isTaken ? { from: priceSentences.monthTwice } : {}),
      ...(beyond.perTranscript ? { overPerTranscript: beyond.perTranscript } : {}),
      ...(beyond.perMinute ? { overPerMinute: beyond.perMinute } : {}),
      ...errors,
    };
  };
}

interface PriceListProps {
  record: ContractPrices;
  today: string;
  disabled: boolean;
  onEdit: (price: Price) => void;
  onRemove: (price: Price) => void;
  onShow: (showPrices: boolean) => void;
}

/** The prices of a contract, the latest first, and whether organization admins see amounts. */
export function PriceList({ record, today, disabled, ...on }: PriceListProps) {
  const { prices, showPrices } = record;
  const inForce = priceIn(prices, monthOf(today));
  return (
    <>
      {prices.length === 0 ? (
        <p>{contractPrices.none}</p>
      ) : (
        <ul className={`grid around ${styles.list}`} aria-label={contractPrices.list}>
          {prices.toReversed().map((price) => {
            const month = formatMonthJa(price.from);
            return (
              <li key={price.from} className="grid align-center gap-8 pad-12-0 line-below">
                <div>
                  <strong>{contractPrices.from(month)}</strong>
                  {price === inForce ? (
                    <StatusChip tone="success" label={contractPrices.inForce} />
                  ) : null}
                  <span className="note block numeric">{priceWords(price)}</span>
                </div>
                <Button
                  variant="outlined"
                  color="secondary"
                  disabled={disabled}
                  aria-label={contractPrices.editOf(month)}
                  onClick={() => on.onEdit(price)}
                >
                  {contractPrices.edit}
                </Button>
                <Button
                  variant="outlined"
                  color="secondary"
                  disabled={disabled}
                  aria-label={contractPrices.removeOf(month)}
                  onClick={() => on.onRemove(price)}
                >
                  {contractPrices.remove}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className="above row spread gap-8">
        <p>{showPrices ? contractPrices.shown : contractPrices.hidden}</p>
        <Button
          variant="outlined"
          color="secondary"
          disabled={disabled}
          onClick={() => on.onShow(!showPrices)}
        >
          {showPrices ? contractPrices.hide : contractPrices.show}
        </Button>
      </div>
      <p className="note">{contractPrices.closed}</p>
    </>
  );
}
