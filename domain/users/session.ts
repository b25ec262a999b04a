import { z } from "zod";
import "../problems/zodSentences.ts";

/** POST /session. An ID token of Firebase is much shorter than the limit. */
export const sessionCreate = z
  .strictObject({ idToken: z.string().min(1).max(8192) })
  .meta({ id: "SessionCreate" });
