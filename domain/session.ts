import { z } from "zod";
import "./zodSentences.ts";

/** POST /session; no ID token of Firebase comes near this size. */
export const sessionCreate = z
  .strictObject({ idToken: z.string().min(1).max(8192) })
  .meta({ id: "SessionCreate" });
