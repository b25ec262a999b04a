import { z } from "zod";
import { month } from "../contracts/schemas.ts";
import { CHARGES, ROUNDINGS } from "./rules.ts";
import { priceSentences } from "./sentences.ts";
import "../problems/zodSentences.ts";

export const MAX_YEN = 9_999_999;
/** As many as there are months in twenty years. */
const MOST_PRICES = 240;

const yen = z.int().min(0).max(MAX_YEN).meta({ description: "Whole yen without tax." });
const taxRate = z.int().min(0).max(100).meta({ description: "Percent." });
const unitPrices = z.strictObject({ perTranscript: yen, perMinute: yen }).meta({
  id: "UnitPrices",
});

/** A price of a contract from a month on, until the next one. */
export const price = z
  .strictObject({
    from: month,
    monthly: yen,
    ...unitPrices.shape,
    overage: unitPrices.nullable().meta({
      description: "Beyond the caps of the contract. Null is as within them.",
    }),
    taxRate,
    rounding: z.enum(ROUNDINGS).meta({ description: "Of the tax on the sum." }),
  })
  .meta({ id: "Price" });

const terms = {
  prices: z
    .array(price)
    .max(MOST_PRICES)
    .refine((all) => new Set(all.map(({ from }) => from)).size === all.length, {
      message: priceSentences.monthTwice,
    })
    .meta({ description: "None: statements have quantities only." }),
  showPrices: z.boolean().meta({
    description: "Whether organization admins see the amounts of statements.",
  }),
};

/** The prices of a contract in the order of their months. */
export const contractPrices = z
  .object({ contractId: z.int(), ...terms, version: z.int() })
  .meta({ id: "ContractPrices" });
export type ContractPrices = z.infer<typeof contractPrices>;

/** PUT /contracts/{id}/prices. */
export const contractPricesUpdate = z.strictObject(terms).meta({ id: "ContractPricesUpdate" });
export type ContractPricesUpdate = z.infer<typeof contractPricesUpdate>;

const signedYen = z.int();

/** The amounts of a statement. */
export const amounts = z
  .object({
    lines: z.array(
      z
        .object({
          charge: z.enum(CHARGES).meta({ id: "Charge" }),
          quantity: z.int(),
          unitPrice: yen,
          amount: signedYen,
          taxRate,
        })
        .meta({ id: "ChargedLine" }),
    ),
    taxes: z
      .array(z.object({ taxRate, amount: signedYen, tax: signedYen }))
      .meta({ description: "Per tax rate: the sum of its lines, and the tax on that sum." }),
    subtotal: signedYen,
    tax: signedYen,
    total: signedYen,
  })
  .meta({ id: "Amounts" });
