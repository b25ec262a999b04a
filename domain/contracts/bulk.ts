import { z } from "zod";
import { MOST_AT_ONCE } from "../bulkSentences.ts";
import { fieldSentences, tooManyItems } from "../problems/sentences.ts";
import { contract } from "./schemas.ts";

/** What is done to many contracts at once (docs/product/contracts.md#many-at-once). */
const CONTRACT_ACTIONS = ["RENEW", "DELETE"] as const;

const contracts = z
  .array(
    z
      .strictObject({ contractId: z.int().positive(), version: z.int().positive() })
      .meta({ id: "ContractVersion" }),
  )
  .min(1)
  .superRefine((all, context) => {
    const ids = new Set(all.map(({ contractId }) => contractId));
    if (all.length > MOST_AT_ONCE) context.addIssue(tooManyItems(MOST_AT_ONCE, "契約"));
    else if (ids.size < all.length) context.addIssue(fieldSentences.repeated("契約"));
  });

/** POST /contracts/bulk, each contract with the version that was seen. */
export const contractChanges = z
  .strictObject({ action: z.enum(CONTRACT_ACTIONS), contracts })
  .meta({ id: "ContractChanges" });
export type ContractChanges = z.infer<typeof contractChanges>;

export const changedContracts = z
  .object({ contracts: z.array(contract) })
  .meta({ id: "ChangedContracts" });
export type ChangedContracts = z.infer<typeof changedContracts>;

export const renewalCheck = z.strictObject({ contracts }).meta({ id: "RenewalCheck" });
export type RenewalCheck = z.infer<typeof renewalCheck>;

/** What renewing each of the contracts would do: the next period, or the reason why there is none. */
export const renewalCheckResult = z
  .object({
    contracts: z.array(
      contract
        .pick({ contractId: true, startDate: true, endDate: true })
        .partial({ startDate: true, endDate: true })
        .extend({ reason: z.string().nullable() })
        .meta({ id: "CheckedRenewal" }),
    ),
  })
  .meta({ id: "RenewalCheckResult" });
export type RenewalCheckResult = z.infer<typeof renewalCheckResult>;
