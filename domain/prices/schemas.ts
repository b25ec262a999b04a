import { z } from "zod";
import { month } from "../contracts/schemas.ts";
import { priceSentences } from "./labels.ts";
import { CHARGES, ROUNDINGS } from "./rules.ts";
import "../problems/zodSentences.ts";

const MAX_YEN = 9_999_999;
/** As many as there are months in twenty years. */
const MOST_PRICES = 240;

const yen = z.int().min(0).max(MAX_YEN).meta({ description: "Whole yen without tax." });
const taxRate = z.int().min(0).max(100).meta({ description: "Percent." });
const unitPrices = { perTranscript: yen, perMinute: yen };
const beyond = "Beyond the caps of the contract. Null is as within them.";
const rounding = z.enum(ROUNDINGS).meta({ description: "Of the tax on the sum." });
const own = { from: month, monthly: yen, ...unitPrices, taxRate, rounding };

/** A price of a contract from a month on, until the next one. */
const price = z
  .object({
    ...own,
    overage: z.object(unitPrices).meta({ id: "UnitPrices" }).nullable().meta({
      description: beyond,
    }),
  })
  .meta({ id: "Price" });

export const enteredPrice = z
  .strictObject({
    ...own,
    overage: z.strictObject(unitPrices).meta({ id: "EnteredUnitPrices" }).nullable().meta({
      description: beyond,
    }),
  })
  .meta({ id: "EnteredPrice" });

const showPrices = z.boolean().meta({
  description: "Whether organization admins see the amounts of statements.",
});

export const contractPrices = z
  .object({ contractId: z.int(), prices: z.array(price), showPrices, version: z.int() })
  .meta({ id: "ContractPrices" });
export type ContractPrices = z.infer<typeof contractPrices>;

export const contractPricesUpdate = z
  .strictObject({
    prices: z
      .array(enteredPrice)
      .max(MOST_PRICES)
      .refine((all) => new Set(all.map(({ from }) => from)).size === all.length, {
        message: priceSentences.monthTwice,
      })
      .meta({ description: "None: statements have quantities only." }),
    showPrices,
  })
  .meta({ id: "ContractPricesUpdate" });
export type ContractPricesUpdate = z.infer<typeof contractPricesUpdate>;

const signedYen = z.int();

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
