import type { FieldValues } from "react-hook-form";
import { DEFAULT_ROUNDING, DEFAULT_TAX_RATE, type Price } from "../../../../domain/prices/rules.ts";
import { enteredPrice } from "../../../../domain/prices/schemas.ts";
import { priceSentences } from "../../../../domain/prices/sentences.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

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
