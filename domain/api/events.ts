import { z } from "zod";
import "../problems/sentences.ts";
import type { Endpoint, Endpoints } from "./endpoint.ts";
import "../problems/zodSentences.ts";

const stream = {
  access: "event.read",
  summary: "Streams changes as they happen",
  description:
    "Server-sent events `data: {topic, type, payload: {ids}}` about what the signed-in user may read. " +
    "`event: streams` with `data: {open}` tells how many streams are open in this process of the " +
    "server, at the start and after changes: a client that reads again at a random moment within " +
    "3 ms per stream, 3 s at most, spares the server a burst of requests.",
  answers: { 200: z.string() },
  stream: true,
} satisfies Partial<Endpoint>;

export const eventEndpoints = {
  "GET /events": { area: "staff", operationId: "streamEvents", ...stream },
} satisfies Endpoints<"staff">;

export const adminEventEndpoints = {
  "GET /events": { area: "admin", operationId: "streamAdminEvents", ...stream },
} satisfies Endpoints<"admin">;
