import { z } from "zod";
import { worklist } from "../worklist/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { pageIndex, pageSize } from "./parameters.ts";

export const worklistEndpoints = {
  "GET /worklist": {
    area: "admin",
    access: "alert.read",
    operationId: "getWorklist",
    live: true,
    summary: "Lists what needs an action, by organization, the most urgent first",
    description:
      "Open alerts, and invitations that nobody took within 7 days. At most the 500 most urgent alerts and the 500 oldest invitations are looked at.",
    query: z.strictObject({ page: pageIndex, size: pageSize }),
    answers: { 200: worklist },
  },
} satisfies Endpoints<"admin">;
