import { z } from "zod";

/** A variable of the environment that is a whole number. */
export const wholeNumber = (from: number, to: number) => {
  const expected = `a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= from && value <= to, expected);
};
