import { z } from "zod";
import "../problems/zodSentences.ts";

/** POST /session. An ID token of Firebase is much shorter than the limit. */
export const sessionCreate = z
  .strictObject({ idToken: z.string().min(1).max(8192) })
  .meta({ id: "SessionCreate" });

/** The sort fields of the list of sign-ins; the first is the default. */
export const SIGN_IN_SORTS = ["lastSeenAt", "signedInAt"] as const;

/** A sign-in of one's own that has not ended. */
export const signIn = z
  .object({
    sessionId: z.int(),
    signedInAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().meta({
      description: "The last use, up to 5 minutes ago: not each request is noted.",
    }),
    address: z.string().meta({ description: "Where it was used last." }),
    browser: z.string().nullable().meta({ description: "`null` if it cannot be told." }),
    system: z.string().nullable().meta({ description: "The operating system, as far as known." }),
    userAgent: z.string(),
    isCurrent: z.boolean().meta({ description: "The one that asks." }),
  })
  .meta({ id: "SignIn" });
export type SignIn = z.infer<typeof signIn>;
