import { z } from "zod";
import "./problems/zodSentences.ts";

/** Some of `values`, separated by commas. */
export function someOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .max(values.join(",").length, { abort: true })
    .transform((list) => list.split(","))
    .pipe(z.array(z.enum(values)))
    .meta({ sentAs: { type: "array", items: { type: "string", enum: values } } });
}
