import { z } from "zod";
import "../problems/zodSentences.ts";
import { MANAGED_BY } from "./rules.ts";

/** Of a person or a group that a directory may rule (docs/product/scim.md#screens). */
export const managedBy = z.enum(MANAGED_BY).nullable();
