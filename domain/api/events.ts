import { z } from "zod";
import "../sentences.ts";
import type { Endpoint, Endpoints } from "./endpoint.ts";
import "../zodSentences.ts";

const stream = {
  access: "event.read",
  summary: "Streams changes as they happen",
  description:
    "Server-sent events `data: {topic, type, payload: {ids}}` about what the signed-in user may read.",
  answers: { 200: z.string() },
  stream: true,
} satisfies Partial<Endpoint>;

export const eventEndpoints = {
  "GET /events": { area: "staff", operationId: "streamEvents", ...stream },
} satisfies Endpoints<"staff">;

export const adminEventEndpoints = {
  "GET /events": { area: "admin", operationId: "streamAdminEvents", ...stream },
} satisfies Endpoints<"admin">;
