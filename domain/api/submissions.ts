import { z } from "zod";
import type { Endpoint, Endpoints } from "./endpoint.ts";
import "../problems/zodSentences.ts";

/** What became of a POST that was sent with an Idempotency-Key. */
const submission = z
  .object({
    state: z.enum(["TAKEN", "RUNNING", "NONE"]).meta({
      description:
        "TAKEN: it has taken effect. RUNNING: it is being processed. NONE: it had no effect, or the key is older than 24 hours or unknown.",
    }),
    at: z.iso.datetime().nullable().meta({ description: "When it came in; null for NONE." }),
  })
  .meta({ id: "Submission" });
export type Submission = z.infer<typeof submission>;

const ofSubmission = {
  summary: "Tells whether an own POST with this Idempotency-Key has taken effect",
  description: "For a client that got no answer and does not want to send the request again.",
  query: z.strictObject({
    key: z
      .string()
      .regex(/^[!-~]{1,255}$/)
      .meta({ description: "The Idempotency-Key." }),
  }),
  answers: { 200: submission },
} satisfies Partial<Endpoint>;

export const submissionEndpoints = {
  "GET /submissions": {
    area: "staff",
    access: "profile.own",
    operationId: "findSubmission",
    ...ofSubmission,
  },
} satisfies Endpoints<"staff">;

export const adminSubmissionEndpoints = {
  "GET /submissions": {
    area: "admin",
    access: "admin.me",
    operationId: "findAdminSubmission",
    ...ofSubmission,
  },
} satisfies Endpoints<"admin">;
