import { z } from "zod";
import { fieldSentences } from "./problems/sentences.ts";
import { fieldLabel } from "./problems/zodSentences.ts";

/** A list that names nothing twice, with a Japanese sentence at the field if it does. */
export function distinct<Element extends z.ZodType>(list: z.ZodArray<Element>) {
  return list
    .refine((all) => new Set(all).size === all.length, {
      error: ({ path }) => fieldSentences.repeated(fieldLabel(path)),
    })
    .meta({ uniqueItems: true });
}

/** The same of which at least one has to be chosen. */
export function someDistinct<Element extends z.ZodType>(list: z.ZodArray<Element>) {
  return distinct(list.min(1, { error: ({ path }) => fieldSentences.choose(fieldLabel(path)) }));
}

/** Some of `values`, separated by commas. */
export function someOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .max(values.join(",").length, { abort: true })
    .transform((list) => list.split(","))
    .pipe(z.array(z.enum(values)))
    .meta({ sentAs: { type: "array", items: { type: "string", enum: values } } });
}
