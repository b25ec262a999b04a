import { z } from "zod";
import { contract } from "../contracts/schemas.ts";
import { someDistinct } from "../distinct.ts";
import { line, reading } from "../text/text.ts";
import { allowedAddresses } from "./addresses.ts";

export const ORGANIZATION_SORTS = [
  "organizationId",
  "organizationNo",
  "organizationName",
  "updatedAt",
] as const;

/** An organization with today's contract and the counts of what it owns. */
export const organization = z
  .object({
    organizationId: z.int(),
    organizationNo: z.string(),
    organizationName: line(100),
    organizationNameKana: reading(200).nullable(),
    currentContractId: z.int().nullable(),
    currentContractStatus: contract.shape.status.nullable(),
    nextContractStartDate: contract.shape.startDate.nullable().meta({
      description: "The first day of the next contract that has not begun.",
    }),
    userCount: z.int().meta({ description: "Without withdrawn invitations and erased people." }),
    workspaceCount: z.int(),
    dictionaryCount: z.int(),
    allowedAddresses,
    addressesHeldAt: z.iso.datetime().nullable().meta({
      description:
        "Since when no user of it is let in after a restore of the database, until `allowedAddresses` is sent.",
    }),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof organization>;

export const organizationUpdate = z
  .strictObject(
    organization.pick({
      organizationName: true,
      organizationNameKana: true,
      allowedAddresses: true,
    }).shape,
  )
  .partial()
  .meta({ id: "OrganizationUpdate" });
export type OrganizationUpdate = z.infer<typeof organizationUpdate>;

export const organizationFilters = {
  q: z.string().max(100).optional(),
  gap: z.literal("true").optional().meta({
    description:
      "`true`: those with days between two contracts that none covers and that are not over, as open alerts of the kind GAP say.",
  }),
};

const MOST_ORGANIZATIONS = 100;

const description = "The organizations that it is for; null for all.";

/** How a record says to which organizations it is bound. */
export const boundTo = {
  organizationIds: z.array(z.int().positive()).nullable().meta({ description }),
  organizations: z
    .array(z.object({ organizationId: z.int(), organizationName: z.string() }))
    .nullable()
    .meta({ description: "The same with their names." }),
};

/** What is sent to bind one. */
export const organizationIds = someDistinct(z.array(z.int().positive()).max(MOST_ORGANIZATIONS))
  .nullable()
  .meta({ uniqueItems: true, description });
