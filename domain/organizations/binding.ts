import { z } from "zod";
import { someDistinct } from "../distinct.ts";

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
