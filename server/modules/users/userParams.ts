import { z } from "zod";

/** Path parameters of a route on one user: the Firebase uid, which has 128 characters at most. */
export const userParams = z.strictObject({ id: z.string().min(1).max(128) });
